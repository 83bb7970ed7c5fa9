package dev.espalier.schema;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.zip.CRC32;

/** Gives tables and columns names that need no quoting on any engine where the Java name allows it, and never one twice. */
final class Names {

    /** PostgreSQL cuts identifiers at 63 bytes, MySQL at 64 characters; index names add a prefix of 3. */
    private static final int MAX_BYTES = 60;

    private final Set<String> taken = new HashSet<>();

    /** {@code OrderLine} and {@code orderLine} become {@code order_line}; {@code M1} becomes {@code m1}. */
    static String snake(String javaName) {
        return javaName.replaceAll("([a-z0-9])([A-Z])", "$1_$2").replaceAll("([A-Z]+)([A-Z][a-z])", "$1_$2").toLowerCase(Locale.ROOT);
    }

    /** The name itself, or the name and a number where it is taken; long names end in a checksum of the whole. */
    String unique(String wanted) {
        String name = shorten(wanted);
        for (int i = 2; !taken.add(name); i++) {
            name = shorten(wanted + "_" + i);
        }
        return name;
    }

    private static String shorten(String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        if (utf8.length <= MAX_BYTES) {
            return name;
        }
        CRC32 checksum = new CRC32();
        checksum.update(utf8);
        int end = name.length();
        while (name.substring(0, end).getBytes(StandardCharsets.UTF_8).length > MAX_BYTES - 9
                || Character.isHighSurrogate(name.charAt(end - 1))) {
            end--;
        }
        return name.substring(0, end) + "_" + String.format(Locale.ROOT, "%08x", checksum.getValue());
    }
}
