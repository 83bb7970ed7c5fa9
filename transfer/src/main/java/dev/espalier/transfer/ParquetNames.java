package dev.espalier.transfer;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Names of columns in a Parquet file. DuckDB numbers those that differ by case alone, so it writes other names of the same length, and these are replaced in the
 * footer (https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift), a struct in Thrift's compact protocol. For one thread.
 */
final class ParquetNames {

    private static final int BYTES_BEHIND_THE_FOOTER = 8; // its length and PAR1

    /** The fields that have names: {@code FileMetaData.schema.name}, {@code FileMetaData.row_groups.columns.meta_data.path_in_schema}. */
    private static final Set<List<Integer>> NAMED = Set.of(List.of(2, 4), List.of(4, 1, 3, 3));

    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int BYTE = 3;
    private static final int DOUBLE = 7;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int SET = 10;
    private static final int STRUCT = 12;

    private final byte[] footer;
    private final Map<String, String> names;
    private int at;

    private ParquetNames(byte[] footer, Map<String, String> names) {
        this.footer = footer;
        this.names = names;
    }

    /**
     * Replaces names.
     *
     * @param names the new name by that of the file, both of the same number of bytes in UTF-8
     */
    static void replace(Path file, Map<String, String> names) throws IOException {
        if (names.isEmpty()) {
            return;
        }
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(bytes.length() - BYTES_BEHIND_THE_FOOTER);
            byte[] footer = new byte[Integer.reverseBytes(bytes.readInt())];
            long from = bytes.length() - BYTES_BEHIND_THE_FOOTER - footer.length;
            bytes.seek(from);
            bytes.readFully(footer);
            new ParquetNames(footer, names).struct(List.of());
            bytes.seek(from);
            bytes.write(footer);
        }
    }

    /**
     * Returns a name of the same length that is not taken but for case.
     *
     * @param taken names in small letters; gets the new one
     * @throws IllegalArgumentException if there is none
     */
    static String other(String name, Set<String> taken) {
        int length = name.getBytes(StandardCharsets.UTF_8).length;
        String digits = "";
        for (int i = 0; digits.length() <= length; i++) {
            digits = Integer.toString(i, Character.MAX_RADIX);
            String other = "_".repeat(Math.max(0, length - digits.length())) + digits;
            if (other.length() == length && taken.add(other)) {
                return other;
            }
        }
        throw new IllegalArgumentException("found too many columns whose names are like " + name + " but for case");
    }

    /** DuckDB's names do not differ by the case of ASCII letters; others are in small letters here, too, which does no harm. */
    static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private void struct(List<Integer> path) throws IOException {
        int field = 0;
        for (int head = footer[at++] & 0xff; head != 0; head = footer[at++] & 0xff) {
            int delta = head >> 4;
            field = delta == 0 ? (int) zigzag() : field + delta;
            int type = head & 0xf;
            if (type != TRUE && type != FALSE) { // in a struct, they are their values
                value(type, append(path, field));
            }
        }
    }

    private void value(int type, List<Integer> path) throws IOException {
        switch (type) {
            case TRUE, FALSE, BYTE -> at++;
            case 4, 5, 6 -> varint();
            case DOUBLE -> at += 8;
            case BINARY -> binary(path);
            case LIST, SET -> {
                int head = footer[at++] & 0xff;
                long size = head >> 4 == 15 ? varint() : head >> 4;
                for (long i = 0; i < size; i++) {
                    value(head & 0xf, path);
                }
            }
            case STRUCT -> struct(path);
            default -> throw new IOException("found the type " + type + " in the footer of a Parquet file");
        }
    }

    private void binary(List<Integer> path) {
        int length = (int) varint();
        if (NAMED.contains(path)) {
            String name = names.get(new String(footer, at, length, StandardCharsets.UTF_8));
            if (name != null) {
                System.arraycopy(name.getBytes(StandardCharsets.UTF_8), 0, footer, at, length);
            }
        }
        at += length;
    }

    private static List<Integer> append(List<Integer> path, int field) {
        Integer[] longer = Arrays.copyOf(path.toArray(Integer[]::new), path.size() + 1);
        longer[path.size()] = field;
        return List.of(longer);
    }

    private long zigzag() {
        long value = varint();
        return value >>> 1 ^ -(value & 1);
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte part = footer[at++];
            value |= (long) (part & 0x7f) << shift;
            if (part >= 0) {
                return value;
            }
        }
    }
}
