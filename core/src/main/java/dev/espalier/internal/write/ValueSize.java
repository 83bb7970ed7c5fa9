package dev.espalier.internal.write;

import dev.espalier.internal.dialect.SizeLimit.Written;

/** The size of values on their way to a server. */
final class ValueSize {

    private ValueSize() {}

    /** At most so many bytes, whatever the characters and however they are escaped; quickly. */
    static long atMost(Object[] row) {
        long bytes = 0;
        for (Object value : row) {
            bytes += value instanceof String text
                    ? 3L * text.length() + 8
                    : value instanceof byte[] binary ? 2L * binary.length + 16 : 40;
        }
        return bytes;
    }

    /**
     * The bytes of a text in UTF-8, or of an array; 0 for any other value.
     *
     * @param written how it is sent: bytes that are sent as two count twice
     */
    static long of(Object value, Written written) {
        boolean escaped = written != Written.PLAIN;
        long bytes = 0;
        if (value instanceof byte[] binary && written == Written.HEXADECIMAL) {
            return 2L * binary.length;
        }
        if (value instanceof byte[] binary) {
            bytes = binary.length;
            for (int i = 0; escaped && i < binary.length; i++) {
                bytes += isEscaped(binary[i]) ? 1 : 0;
            }
        } else if (value instanceof String text) {
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                // of a pair of surrogates, each is half of four bytes
                bytes += c < 0x80 ? escaped && isEscaped(c) ? 2 : 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
            }
        }
        return bytes;
    }

    /** What one of the drivers of MySQL and MariaDB escapes. */
    private static boolean isEscaped(int c) {
        return c == 0 || c == '\'' || c == '"' || c == '\\' || c == '\n' || c == '\r' || c == 26;
    }
}
