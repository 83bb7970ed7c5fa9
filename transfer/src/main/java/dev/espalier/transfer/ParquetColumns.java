package dev.espalier.transfer;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Slot;
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

    private final Map<String, Read> attributes = new LinkedHashMap<>();

    /** @throws IllegalArgumentException if two classes have different attributes of one name */
    ParquetColumns(List<ClassTable> types) {
        for (ClassTable type : types) {
            for (ClassTable.Field field : type.fields()) {
                add(
                        type,
                        field.attribute().name(),
                        read(
                                field.attribute().name(),
                                field.slot(),
                                VALUES + name(field.attribute().name())));
            }
            for (LinkTable link : type.links()) {
                add(
                        type,
                        link.attribute().name(),
                        list(link, VALUES + name(link.attribute().name())));
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
    }

    private void add(ClassTable type, String attribute, Read read) {
        Read before = attributes.putIfAbsent(attribute, read);
        if (before != null && !before.equals(read)) {
            throw new IllegalArgumentException("found " + type.type().name() + "." + attribute
                    + " of another type than in other classes of the answer; expected one type."
                    + " Export one of the classes");
        }
    }

    /** The argument {@code columns} of {@code read_json}. */
    String read() {
        String values = attributes.isEmpty()
                ? ""
                : ", 'values': "
                        + text("STRUCT("
                                + attributes.entrySet().stream()
                                        .map(one -> name(one.getKey()) + " "
                                                + one.getValue().read())
                                        .collect(Collectors.joining(", "))
                                + ")");
        return "'class': 'VARCHAR', 'id': 'BIGINT', 'version': 'BIGINT'" + values;
    }

    /** Returns the columns of the SELECT that writes the file. */
    String selected() {
        List<String> columns =
                new ArrayList<>(List.of("\"class\" AS \"_class\"", "\"id\"", "\"version\" AS \"_version\""));
        attributes
                .values()
                .forEach(attribute ->
                        attribute.made().forEach((name, expression) -> columns.add(expression + " AS " + name(name))));
        return String.join(", ", columns);
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
            return value(name, value.type(), from);
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

    private static Read value(String name, ValueType type, String from) {
        Class<?> of = type.javaClass();
        String same = AS_THEY_ARE.get(of);
        if (same != null) {
            return new Read(same, Map.of(name, from));
        }
        if (of == byte[].class) {
            return new Read("VARCHAR", Map.of(name, "unhex(" + from + ")"));
        }
        String cast = BY_CAST.get(of);
        if (cast != null) {
            return new Read("VARCHAR", Map.of(name, "CAST(" + from + " AS " + cast + ")"));
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

    static String name(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    static String text(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
