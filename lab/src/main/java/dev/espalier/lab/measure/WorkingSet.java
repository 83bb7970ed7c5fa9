package dev.espalier.lab.measure;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The size of the data that a load reads, and of the memory in which the server keeps pages.
 *
 * @param rows of all tables
 * @param bytes that these rows take in tables and indexes; null if the target does not report it
 * @param dataBytes that all rows take; null if the target does not report it
 * @param bufferBytes of the server's memory for pages; null if the target does not report it
 */
public record WorkingSet(
        long rows,
        @Nullable Long bytes,
        @Nullable Long dataBytes,
        @Nullable Long bufferBytes) {

    /** @return in words */
    public String words() {
        String part = String.format(Locale.ROOT, "%,d rows", rows);
        return bytes == null || dataBytes == null || bufferBytes == null
                ? part
                : part
                        + String.format(
                                Locale.ROOT,
                                ", %,d of %,d bytes; the buffer's %,d bytes %s",
                                bytes,
                                dataBytes,
                                bufferBytes,
                                bytes <= bufferBytes ? "hold them" : "do not hold them");
    }
}
