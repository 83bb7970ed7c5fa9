package dev.espalier.internal.dialect;

import org.jspecify.annotations.Nullable;

/**
 * The size of rows that a server takes.
 *
 * @param row how many bytes the values of one row have together at most
 * @param written how those bytes are counted
 * @param setting the server's setting that allows more; null if nothing does
 */
public record SizeLimit(long row, Written written, @Nullable String setting) {

    /** The form in which values are sent. */
    public enum Written {
        /** As they are. */
        PLAIN,
        /** In the text of a statement, where some bytes are sent as two. */
        ESCAPED,
        /** The same, but with two digits for each byte of a {@code byte[]}. */
        HEXADECIMAL
    }

    /** Nothing is known; the server refuses a value that is too large. */
    public static final SizeLimit UNKNOWN = new SizeLimit(Long.MAX_VALUE, Written.PLAIN, null);
}
