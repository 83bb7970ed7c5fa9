package dev.espalier.internal.catalog.tables;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a model as text that is kept in the database, one table a line, and the difference of two such texts.
 *
 * <pre>
 * class Order: order(id BIGINT, _version INTEGER, due DATE?, buyer_id BIGINT?)
 * list Order.lines: order_lines(owner BIGINT, pos INTEGER, target BIGINT?)
 * </pre>
 */
public final class StoredModel {

    private StoredModel() {}

    public static String text(Schema schema) {
        List<String> lines = new ArrayList<>();
        for (ClassTable table : schema.classTables()) {
            lines.add("class " + schema.nameOf(table.type()) + ": " + columns(table.table()));
        }
        for (LinkTable link : schema.linkTables()) {
            lines.add("list " + schema.nameOf(link.attribute()) + ": " + columns(link.table()));
        }
        return String.join("\n", lines);
    }

    /** The text of tables by their subjects. */
    public static String text(Map<String, Table> tables) {
        return tables.entrySet().stream()
                .map(table -> table.getKey() + ": " + columns(table.getValue()))
                .collect(Collectors.joining("\n"));
    }

    private static String columns(Table table) {
        return table.columns().stream()
                .map(StoredModel::column)
                .collect(Collectors.joining(", ", table.name() + "(", ")"));
    }

    private static String column(Column column) {
        return column.name() + " " + column.type() + (column.nullable() ? "?" : "") + (column.unique() ? "!" : "");
    }

    /** The tables of a text, by subject: {@code class Order}, {@code list Order.lines}. */
    public static Map<String, Table> tables(String text) {
        Map<String, Table> tables = new TreeMap<>();
        lines(text).forEach((subject, table) -> {
            List<Column> columns = new ArrayList<>();
            columnsOf(table)
                    .forEach((name, type) -> columns.add(new Column(
                            name,
                            ColumnType.valueOf(type.replaceAll("[?!]", "")),
                            type.contains("?"),
                            type.contains("!"))));
            tables.put(
                    subject,
                    new Table(table.substring(0, table.indexOf('(')), columns, subject.startsWith("class ") ? 1 : 2));
        });
        return tables;
    }

    /** Whether two tables have the same columns, in the same order, whatever they are called themselves. */
    public static boolean fits(Table one, @Nullable Table other) {
        return other != null && one.columns().equals(other.columns());
    }

    /** The text of both: every stored table with every stored column, changed to hold what the model wants, and the model's tables and columns that are new. */
    public static String merged(String stored, Schema schema) {
        Map<String, Table> tables = tables(stored);
        Map<String, String> lines = lines(stored);
        tables(text(schema))
                .forEach((subject, table) -> lines.put(subject, columns(merged(tables.get(subject), table))));
        return lines.entrySet().stream()
                .map(e -> e.getKey() + ": " + e.getValue())
                .collect(Collectors.joining("\n"));
    }

    private static Table merged(@Nullable Table stored, Table wanted) {
        if (stored == null) {
            return wanted;
        }
        Map<String, Column> columns = new LinkedHashMap<>();
        stored.columns().forEach(column -> columns.put(column.name(), column));
        wanted.columns().forEach(column -> columns.merge(column.name(), column, Column::widened));
        return new Table(stored.name(), List.copyOf(columns.values()), stored.primaryKey());
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
        for (String column :
                table.substring(table.indexOf('(') + 1, table.length() - 1).split(", ")) {
            int space = column.lastIndexOf(' ');
            columns.put(column.substring(0, space), column.substring(space + 1));
        }
        return columns;
    }
}
