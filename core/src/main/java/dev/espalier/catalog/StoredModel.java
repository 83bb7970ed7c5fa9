package dev.espalier.catalog;

import dev.espalier.model.ColumnType;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.Column;
import dev.espalier.schema.LinkTable;
import dev.espalier.schema.Schema;
import dev.espalier.schema.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The tables of a model as text that is kept in the database, one table a line, and the difference of two such texts.
 *
 * <pre>
 * class Order: order(id BIGINT, _version INTEGER, due DATE?, buyer_id BIGINT?)
 * list Order.lines: order_lines(owner BIGINT, pos INTEGER, target BIGINT?)
 * </pre>
 */
final class StoredModel {

    private StoredModel() {}

    static String text(Schema schema) {
        List<String> lines = new ArrayList<>();
        for (ClassTable table : schema.classTables()) {
            lines.add("class " + schema.nameOf(table.type()) + ": " + columns(table.table()));
        }
        for (LinkTable link : schema.linkTables()) {
            lines.add("list " + schema.nameOf(link.attribute()) + ": " + columns(link.table()));
        }
        return String.join("\n", lines);
    }

    private static String columns(Table table) {
        return table.columns().stream()
                .map(StoredModel::column)
                .collect(Collectors.joining(", ", table.name() + "(", ")"));
    }

    private static String column(Column column) {
        return column.name() + " " + column.type() + (column.nullable() ? "?" : "") + (column.unique() ? "!" : "");
    }

    /**
     * The differences that keep the model from fitting the stored tables. A table that is only stored is no difference: a program may know fewer classes.
     */
    static List<String> conflicts(String stored, Schema schema) {
        Map<String, String> before = lines(stored);
        List<String> conflicts = new ArrayList<>();
        lines(text(schema)).forEach((subject, table) -> {
            String known = before.get(subject);
            if (known != null && !known.equals(table)) {
                conflicts.addAll(columnDifferences(subject, known, table));
            }
        });
        return conflicts;
    }

    /** The tables of a text, by subject: {@code class Order}, {@code list Order.lines}. */
    static Map<String, Table> tables(String text) {
        Map<String, Table> tables = new TreeMap<>();
        lines(text).forEach((subject, table) -> {
            List<Column> columns = new ArrayList<>();
            columnsOf(table).forEach((name, type) -> columns.add(new Column(name, ColumnType.valueOf(type.replaceAll("[?!]", "")),
                    type.contains("?"), type.contains("!"))));
            tables.put(subject, new Table(table.substring(0, table.indexOf('(')), columns, subject.startsWith("class ") ? 1 : 2));
        });
        return tables;
    }

    /** Whether two tables have the same columns, in the same order, whatever they are called themselves. */
    static boolean fits(Table one, Table other) {
        return one.columns().equals(other.columns());
    }

    private static List<String> columnDifferences(String subject, String stored, String wanted) {
        Map<String, String> before = columnsOf(stored);
        Map<String, String> now = columnsOf(wanted);
        List<String> differences = new ArrayList<>();
        now.forEach((name, type) -> {
            if (!before.containsKey(name)) {
                differences.add(subject + ": the model has " + name + " " + type + ", the database has not");
            } else if (!before.get(name).equals(type)) {
                differences.add(subject + ": " + name + " is " + type + " in the model and " + before.get(name) + " in the database");
            }
        });
        before.forEach((name, type) -> {
            if (!now.containsKey(name)) {
                differences.add(subject + ": the database has " + name + " " + type + ", the model has not");
            }
        });
        if (differences.isEmpty()) {
            differences.add(subject + ": the fields stand in another order; the database has " + stored);
        }
        return differences;
    }

    /** The text of both: every stored line, and the model's lines that are not stored yet. */
    static String merged(String stored, Schema schema) {
        Map<String, String> lines = lines(stored);
        lines(text(schema)).forEach(lines::putIfAbsent);
        return lines.entrySet().stream().map(e -> e.getKey() + ": " + e.getValue()).collect(Collectors.joining("\n"));
    }

    static Map<String, String> lines(String text) {
        Map<String, String> lines = new TreeMap<>();
        text.lines().forEach(line -> {
            int colon = line.indexOf(": ");
            lines.put(line.substring(0, colon), line.substring(colon + 2));
        });
        return lines;
    }

    static Map<String, String> columnsOf(String table) {
        Map<String, String> columns = new LinkedHashMap<>();
        for (String column : table.substring(table.indexOf('(') + 1, table.length() - 1).split(", ")) {
            int space = column.lastIndexOf(' ');
            columns.put(column.substring(0, space), column.substring(space + 1));
        }
        return columns;
    }
}
