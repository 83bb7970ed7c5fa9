package dev.espalier.transfer;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.store.SelectedRows;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The columns of a Parquet file, as DuckDB's SQL: how each is read from JSON, and what it becomes. A record is a struct, a collection a list, a map a list of structs of
 * {@code key} and {@code value}. Times are exact to the microsecond; a second column has the nanoseconds beyond it, a third the offset of an {@code OffsetDateTime}. Members of
 * collections have one column, so there these times are texts.
 */
final class ParquetColumns {

    private static final String DECIMAL = "DECIMAL(" + ParquetValues.DIGITS + "," + ParquetValues.SCALE + ")";
    private static final Map<Class<?>, String> AS_THEY_ARE = Map.of(
            Boolean.class,
            "BOOLEAN",
            Byte.class,
            "TINYINT",
            Short.class,
            "SMALLINT",
            Integer.class,
            "INTEGER",
            Long.class,
            "BIGINT",
            Float.class,
            "FLOAT",
            Double.class,
            "DOUBLE");
    private static final Map<Class<?>, String> BY_CAST = Map.of(
            BigDecimal.class,
            DECIMAL,
            BigInteger.class,
            "DECIMAL(" + ParquetValues.DIGITS + ",0)",
            UUID.class,
            "UUID",
            LocalDate.class,
            "DATE",
            java.sql.Date.class,
            "DATE",
            java.sql.Time.class,
            "TIME",
            java.util.Date.class,
            "TIMESTAMPTZ");
    private static final Map<Class<?>, String> WITH_NANOS = Map.of(
            LocalTime.class,
            "TIME",
            LocalDateTime.class,
            "TIMESTAMP",
            Instant.class,
            "TIMESTAMPTZ",
            java.sql.Timestamp.class,
            "TIMESTAMPTZ",
            OffsetDateTime.class,
            "TIMESTAMPTZ");

    /**
     * An attribute or a component.
     *
     * @param read the type by which it is read
     * @param made its columns, the expression of each by its name
     */
    private record Read(String read, Map<String, String> made) {}

    private static final String VALUES = "\"values\".";

    private final String read;
    private final String selected;

    private ParquetColumns(String read, String selected) {
        this.read = read;
        this.selected = selected;
    }

    /**
     * Returns the columns of a file of objects.
     *
     * @throws IllegalArgumentException if two classes have different attributes of one name
     */
    static ParquetColumns ofClasses(List<ClassTable> types) {
        Map<String, Read> attributes = new LinkedHashMap<>();
        for (ClassTable type : types) {
            for (ClassTable.Field field : type.fields()) {
                String name = field.attribute().name();
                add(attributes, type, name, read(name, field.slot(), VALUES + name(name)));
            }
            for (LinkTable link : type.links()) {
                String name = link.attribute().name();
                add(attributes, type, name, list(link, VALUES + name(name)));
            }
        }
        Set<String> taken = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        taken.addAll(List.of("_class", "id", "_version"));
        attributes
                .values()
                .forEach(attribute -> attribute.made().keySet().forEach(column -> {
                    if (!taken.add(column)) {
                        throw new IllegalArgumentException("found two columns with the name " + column
                                + "; DuckDB's names do not differ by case alone. Export to JSON lines");
                    }
                }));
        String values = attributes.isEmpty()
                ? ""
                : ", 'values': "
                        + text("STRUCT("
                                + attributes.entrySet().stream()
                                        .map(one -> name(one.getKey()) + " "
                                                + one.getValue().read())
                                        .collect(Collectors.joining(", "))
                                + ")");
        return new ParquetColumns(
                "'class': 'VARCHAR', 'id': 'BIGINT', 'version': 'BIGINT'" + values,
                "\"class\" AS \"_class\", \"id\", \"version\" AS \"_version\""
                        + attributes.values().stream()
                                .map(attribute -> ", " + selected(attribute))
                                .collect(Collectors.joining()));
    }

    /**
     * Returns the columns of a file of rows, each of which is read by {@link #placed its place}.
     *
     * @param scales the digits behind the point of each column of decimals
     * @throws IllegalArgumentException if the names of two columns are equal but for case: DuckDB would number them
     */
    static ParquetColumns ofRows(List<SelectedRows.Column> columns, int[] scales) {
        List<Read> reads = new ArrayList<>();
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 0; i < columns.size(); i++) {
            String name = columns.get(i).name();
            Class<?> type = columns.get(i).type();
            Read read = type == BigDecimal.class
                    ? cast(name, placed(i), "DECIMAL(" + ParquetValues.DIGITS + "," + scales[i] + ")")
                    : value(name, type, placed(i));
            read.made().keySet().forEach(column -> {
                if (!names.add(column)) {
                    throw new IllegalArgumentException("found two columns with the name " + column
                            + ", in capitals or small letters; the digits of a time beyond microseconds and its offset"
                            + " have columns, too. Call one of them otherwise: AS name");
                }
            });
            reads.add(read);
        }
        return new ParquetColumns(
                IntStream.range(0, reads.size())
                        .mapToObj(
                                i -> text(placed(i)) + ": " + text(reads.get(i).read()))
                        .collect(Collectors.joining(", ")),
                reads.stream().map(ParquetColumns::selected).collect(Collectors.joining(", ")));
    }

    /** The name of a column of rows in the lines of JSON. */
    static String placed(int place) {
        return "c" + place;
    }

    private static void add(Map<String, Read> attributes, ClassTable type, String attribute, Read read) {
        Read before = attributes.putIfAbsent(attribute, read);
        if (before != null && !before.equals(read)) {
            throw new IllegalArgumentException("found " + type.type().name() + "." + attribute
                    + " of another type than in other classes of the answer; expected one type."
                    + " Export one of the classes");
        }
    }

    private static String selected(Read read) {
        return read.made().entrySet().stream()
                .map(one -> one.getValue() + " AS " + name(one.getKey()))
                .collect(Collectors.joining(", "));
    }

    /** The argument {@code columns} of {@code read_json}. */
    String read() {
        return read;
    }

    /** Returns the columns of the SELECT that writes the file. */
    String selected() {
        return selected;
    }

    private static Read list(LinkTable link, String from) {
        if (link.key() == null) {
            return new Read(
                    read("x", link.element(), "x").read() + "[]",
                    Map.of(
                            link.attribute().name(),
                            "list_transform(" + from + ", lambda x: " + one(link.element(), "x") + ")"));
        }
        return new Read(
                "JSON[][]",
                Map.of(
                        link.attribute().name(),
                        "list_transform(" + from + ", lambda x: struct_pack(\"key\" := "
                                + one(link.key(), json(link.key(), "x[1]")) + ", \"value\" := "
                                + one(link.element(), json(link.element(), "x[2]")) + "))"));
    }

    /** A part of a pair, which has two types, as one of the type by which others are read. */
    private static String json(Slot slot, String from) {
        return slot instanceof Slot.EmbeddedSlot embedded
                ? "from_json(" + from + ", " + text(structure(embedded)) + ")"
                : "CAST(" + from + "->>'$' AS " + read("x", slot, "x").read() + ")";
    }

    private static String structure(Slot slot) {
        if (slot instanceof Slot.EmbeddedSlot embedded) {
            List<Attribute> components = embedded.type().components();
            List<String> all = new ArrayList<>();
            for (int i = 0; i < components.size(); i++) {
                all.add("\"" + components.get(i).name() + "\":"
                        + structure(embedded.components().get(i)));
            }
            return "{" + String.join(",", all) + "}";
        }
        return "\"" + read("x", slot, "x").read() + "\"";
    }

    /** A member of a collection: in one column. */
    private static String one(Slot slot, String from) {
        Read read = read("x", slot, from);
        return read.made().size() == 1 ? read.made().values().iterator().next() : from;
    }

    private static Read read(String name, Slot slot, String from) {
        if (slot instanceof Slot.ReferenceSlot) {
            return new Read("BIGINT", Map.of(name, from));
        }
        if (slot instanceof Slot.ValueSlot value) {
            return value(name, value.type().javaClass(), from);
        }
        Slot.EmbeddedSlot embedded = (Slot.EmbeddedSlot) slot;
        List<Attribute> components = embedded.type().components();
        List<String> types = new ArrayList<>();
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < components.size(); i++) {
            String component = components.get(i).name();
            Read read = read(component, embedded.components().get(i), from + "." + name(component));
            types.add(name(component) + " " + read.read());
            read.made().forEach((column, expression) -> parts.add(name(column) + " := " + expression));
        }
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("found the record "
                    + embedded.type().name() + " without components; Parquet has no such type. Export to JSON lines");
        }
        return new Read(
                "STRUCT(" + String.join(", ", types) + ")",
                Map.of(
                        name,
                        "CASE WHEN " + from + " IS NOT NULL THEN struct_pack(" + String.join(", ", parts) + ") END"));
    }

    private static Read value(String name, Class<?> of, String from) {
        String same = AS_THEY_ARE.get(of);
        if (same != null) {
            return new Read(same, Map.of(name, from));
        }
        if (of == byte[].class) {
            return new Read("VARCHAR", Map.of(name, "unhex(" + from + ")"));
        }
        String cast = BY_CAST.get(of);
        if (cast != null) {
            return cast(name, from, cast);
        }
        String time = WITH_NANOS.get(of);
        if (time == null) {
            return new Read("VARCHAR", Map.of(name, from)); // a text, an enum, a duration
        }
        Map<String, String> made = new LinkedHashMap<>();
        made.put(name, "CAST(regexp_replace(" + from + ", '(\\.\\d{6})\\d+', '\\1') AS " + time + ")");
        made.put(
                name + "_nanos",
                "CAST(rpad(substr(regexp_extract(" + from + ", '\\.(\\d+)', 1), 7, 3), 3, '0') AS SMALLINT)");
        if (of == OffsetDateTime.class) {
            made.put(name + "_offset", "regexp_extract(" + from + ", '(Z|[+-][0-9:]+)$', 1)");
        }
        return new Read("VARCHAR", made);
    }

    private static Read cast(String name, String from, String type) {
        return new Read("VARCHAR", Map.of(name, "CAST(" + from + " AS " + type + ")"));
    }

    static String name(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    static String text(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
