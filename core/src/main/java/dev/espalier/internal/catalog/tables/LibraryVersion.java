package dev.espalier.internal.catalog.tables;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The version of this library, such as {@code 0.1.0}. The build writes it into a file beside this class: the manifest of an application that packs all
 * libraries into one jar has the version of the application.
 */
final class LibraryVersion {

    private static final Optional<String> NUMBER = read();

    private LibraryVersion() {}

    /** Returns the version; empty if the file was left out when the application was packed. */
    static Optional<String> number() {
        return NUMBER;
    }

    private static Optional<String> read() {
        try (InputStream file = LibraryVersion.class.getResourceAsStream("version.txt")) {
            return file == null
                    ? Optional.empty()
                    : Optional.of(new String(file.readAllBytes(), StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
