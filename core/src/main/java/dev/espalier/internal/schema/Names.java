package dev.espalier.internal.schema;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * Gives tables, columns and indexes names that need no quoting on any engine if the Java name allows it, and never one twice.
 *
 * <p>Names count as the same if any engine takes them for the same: SQLite ignores the case of letters, MySQL and MariaDB their accents too
 * (<a href="https://dev.mysql.com/doc/refman/en/identifier-case-sensitivity.html">MySQL</a>; names are compared by {@code utf8mb3_general_ci}).
 */
final class Names {

    /** PostgreSQL cuts identifiers at 63 bytes, MySQL at 64 characters; index names add a prefix of 3. */
    private static final int MAX_BYTES = 60;

    /** The letters that {@code utf8mb3_general_ci} takes for another one, though Unicode does not say that they are made of it. */
    private static final String LOOK_ALIKE = "ßsøołlđdħhŧtıi";

    /** PostgreSQL, TiDB and InnoDB have columns of these names in every table, or want them of a certain kind. */
    private static final List<String> SYSTEM_COLUMNS = List.of(
            "tableoid",
            "xmin",
            "cmin",
            "xmax",
            "cmax",
            "ctid",
            "_tidb_rowid",
            "db_row_id",
            "db_trx_id",
            "db_roll_ptr",
            "fts_doc_id");

    private static final Pattern START_OF_WORD = Pattern.compile("([a-z0-9])([A-Z])");
    private static final Pattern END_OF_CAPITALS = Pattern.compile("([A-Z]+)([A-Z][a-z])");
    private static final Pattern MARKS = Pattern.compile("\\p{M}");

    private final Set<String> taken = new HashSet<>();

    private Names() {}

    /** For tables, indexes, classes. */
    static Names ofTables() {
        return new Names();
    }

    /** For the columns of one table. */
    static Names ofColumns() {
        Names names = new Names();
        names.taken.addAll(SYSTEM_COLUMNS);
        return names;
    }

    /** {@code OrderLine} and {@code orderLine} become {@code order_line}; {@code M1} becomes {@code m1}. */
    static String snake(String javaName) {
        if (javaName.chars().noneMatch(letter -> letter >= 'A' && letter <= 'Z')) {
            return javaName.toLowerCase(Locale.ROOT);
        }
        return END_OF_CAPITALS
                .matcher(START_OF_WORD.matcher(javaName).replaceAll("$1_$2"))
                .replaceAll("$1_$2")
                .toLowerCase(Locale.ROOT);
    }

    /** That name is in use. */
    void take(String name) {
        taken.add(key(name));
    }

    /** The name itself, or the name and a number if it is taken; long names end in a checksum of the whole. */
    String unique(String wanted) {
        return unique("", wanted);
    }

    /**
     * The same for a name that something stands before.
     *
     * @param ends what the engine makes further names with; these are taken then, too
     */
    String unique(String prefix, String wanted, String... ends) {
        String allowed = withoutSupplementary(wanted);
        String name = prefix + shorten(allowed);
        for (int i = 2; !isFree(name, ends); i++) {
            name = prefix + shorten(allowed + "_" + i);
        }
        take(name);
        for (String end : ends) {
            take(name + end);
        }
        return name;
    }

    /** Whether that name is in use. */
    boolean isTaken(String name) {
        return taken.contains(key(name));
    }

    private boolean isFree(String name, String... ends) {
        for (String end : ends) {
            if (isTaken(name + end)) {
                return false;
            }
        }
        return !isTaken(name);
    }

    private String key(String name) {
        return sameFor(name);
    }

    /** A text that is equal for all names that some engine takes for the same. */
    static String sameFor(String name) {
        if (isAscii(name)) {
            return name.toLowerCase(Locale.ROOT);
        }
        StringBuilder key = new StringBuilder();
        String letters = MARKS.matcher(Normalizer.normalize(name, Normalizer.Form.NFKD))
                .replaceAll("")
                .toLowerCase(Locale.ROOT);
        letters.codePoints().forEach(letter -> {
            int at = LOOK_ALIKE.indexOf(letter);
            key.appendCodePoint(at >= 0 && at % 2 == 0 ? LOOK_ALIKE.charAt(at + 1) : letter);
        });
        return key.toString();
    }

    /** Most names: none of their letters has marks, or looks like another one. */
    private static boolean isAscii(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    /** MySQL takes no character beyond U+FFFF: https://dev.mysql.com/doc/refman/en/identifiers.html. */
    private static String withoutSupplementary(String name) {
        if (isAscii(name)) {
            return name;
        }
        StringBuilder plain = new StringBuilder();
        name.codePoints().forEach(c -> {
            if (Character.isSupplementaryCodePoint(c)) {
                plain.append('u').append(Integer.toHexString(c));
            } else {
                plain.appendCodePoint(c);
            }
        });
        return plain.toString();
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
