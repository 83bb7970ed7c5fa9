package dev.espalier.transfer;

import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.core.json.PackageVersion;

/** The version of jackson-core: a program's other libraries may bring an older one in place of ours. */
final class JacksonVersion {

    /** Older ones write other bytes for letters beyond 16 bits, so that an export does not agree with its checksum. */
    private static final Version LEAST = new Version(2, 21, 0, null, null, null);

    private JacksonVersion() {}

    /** @throws IllegalStateException if it is too old */
    static void require() {
        require(PackageVersion.VERSION);
    }

    static void require(Version found) {
        if (found.compareTo(LEAST) < 0) {
            throw new IllegalStateException("jackson-core: found version " + found + " on the class path; expected "
                    + LEAST + " or a later one. Let the build take the version that espalier-transfer names");
        }
    }
}
