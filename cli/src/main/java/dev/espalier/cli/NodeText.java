package dev.espalier.cli;

import dev.espalier.Database;
import dev.espalier.Node;
import dev.espalier.Row;
import dev.espalier.error.ModelException;
import java.math.BigDecimal;
import java.sql.Time;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Nodes of a database, and rows of values, as JSON, comma-separated values and tables. */
final class NodeText {

    /** A longer cell of a table is cut. */
    private static final int WIDEST = 60;

    /** Controls of ASCII and of ISO 6429, which terminals obey, line ends of Unicode, and marks that change the direction of a line. */
    private static final String UNSHOWN = "[\\p{Cntrl}\u0080-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]";

    /** In place of what bounds have left out; in JSON it is null. */
    static final String NOT_LOADED = "[not loaded]";

    private final Database db;

    NodeText(Database db) {
        this.db = db;
    }

    /** The columns of a class: class and id, then the attributes of it and its subclasses. */
    List<String> columns(String className) {
        Set<String> columns = new LinkedHashSet<>(List.of("class", "id"));
        for (String name : db.nodes().classNames()) {
            try {
                Node node = db.nodes().newNode(name);
                if (node.isA(className)) {
                    columns.addAll(node.attributes());
                }
            } catch (ModelException abstractClass) {
                // it has no objects of its own
            }
        }
        return List.copyOf(columns);
    }

    /** Returns the values of a node in these columns; null if there is no value, or no such attribute. */
    List<@Nullable String> cells(Node node, List<String> columns) {
        List<String> attributes = node.attributes();
        List<@Nullable String> cells = new ArrayList<>();
        for (String column : columns) {
            cells.add(
                    column.equals("class") && !attributes.contains(column)
                            ? node.className()
                            : column.equals("id") || attributes.contains(column) ? cell(node, column) : null);
        }
        return cells;
    }

    /** Returns the values of a row, in the order of its columns; null if there is no value. A list of rows is JSON. */
    List<@Nullable String> cells(Row row) {
        List<@Nullable String> cells = new ArrayList<>();
        row.values().forEach(value -> cells.add(cell(value)));
        return cells;
    }

    private @Nullable String cell(Node node, String attribute) {
        return isLoaded(node, attribute) ? cell(node.get(attribute)) : NOT_LOADED;
    }

    private @Nullable String cell(@Nullable Object value) {
        return value == null ? null : shown(value);
    }

    private String shown(Object value) {
        return value instanceof Node node
                ? node.toString()
                : value instanceof Collection<?> || value instanceof Map<?, ?>
                        ? json(value, 0)
                        : value instanceof Number number ? number(number) : text(value);
    }

    /** Whether more of a node is known than its class and id. */
    boolean hasContent(Node node) {
        return db.versionOf(node).isPresent();
    }

    /** Whether a node has the value that the database has. */
    boolean isLoaded(Node node, String attribute) {
        return db.nodes().isLoaded(node, attribute);
    }

    // ---- comma-separated values

    /** A line, with its end. Null is nothing, an empty text is two quotes: RFC 4180 allows both, and other programs distinguish them so. */
    static String csv(List<? extends @Nullable String> cells) {
        return cells.stream()
                .map(cell -> cell == null
                        ? ""
                        : cell.isEmpty() || cell.matches("(?s).*[\",\r\n].*")
                                ? '"' + cell.replace("\"", "\"\"") + '"'
                                : cell)
                .collect(Collectors.joining(",", "", "\r\n"));
    }

    // ---- tables

    /** The lines of a table of nodes. */
    List<String> table(List<String> columns, List<Node> nodes) {
        return aligned(columns, nodes.stream().map(node -> cells(node, columns)).toList());
    }

    /** The lines of a table of rows. */
    List<String> tableOfRows(List<String> columns, List<Row> rows) {
        return aligned(columns, rows.stream().map(this::cells).toList());
    }

    private static List<String> aligned(List<String> columns, List<List<@Nullable String>> cells) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(columns.stream().map(NodeText::onOneLine).toList());
        cells.forEach(row -> rows.add(
                row.stream().map(cell -> cell == null ? "" : onOneLine(cell)).toList()));
        int[] widths = new int[columns.size()];
        rows.forEach(row -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
        }
        return line.toString().stripTrailing();
    }

    /** A value on one line of limited width. */
    String line(@Nullable Object value) {
        return value == null ? "null" : onOneLine(shown(value));
    }

    private static String onOneLine(String cell) {
        String line = cell.replaceAll(UNSHOWN, " ");
        return line.length() > WIDEST ? line.substring(0, WIDEST - 3) + "..." : line;
    }

    // ---- JSON

    /** A node with its attributes; within that many references other nodes are parts of it, beyond they have class and id. */
    String json(Node node, int depth) {
        StringBuilder json = new StringBuilder("{\"class\":")
                .append(quoted(node.className()))
                .append(",\"id\":")
                .append(node.id());
        if (depth >= 0 && hasContent(node)) {
            for (String attribute : node.attributes()) {
                json.append(',')
                        .append(quoted(attribute))
                        .append(':')
                        .append(isLoaded(node, attribute) ? json(node.get(attribute), depth - 1) : "null");
            }
        }
        return json.append('}').toString();
    }

    /** A row as one object. */
    String json(Row row) {
        return json(row.toMap(), 0);
    }

    private String json(@Nullable Object value, int depth) {
        if (value == null || value instanceof Boolean) {
            return String.valueOf(value);
        }
        if (value instanceof Node node) {
            return json(node, depth);
        }
        if (value instanceof Row row) {
            return json(row);
        }
        if (value instanceof Number number) {
            return number(number);
        }
        if (value instanceof Collection<?> members) {
            return members.stream().map(member -> json(member, depth)).collect(Collectors.joining(",", "[", "]"));
        }
        if (value instanceof Map<?, ?> map) {
            boolean hasTextKeys = map.keySet().stream().allMatch(String.class::isInstance);
            return map.entrySet().stream()
                    .map(entry -> hasTextKeys
                            ? quoted((String) entry.getKey()) + ":" + json(entry.getValue(), depth)
                            : "[" + json(entry.getKey(), depth) + "," + json(entry.getValue(), depth) + "]")
                    .collect(Collectors.joining(",", hasTextKeys ? "{" : "[", hasTextKeys ? "}" : "]"));
        }
        return quoted(text(value));
    }

    private static String number(Number number) {
        return number instanceof BigDecimal decimal ? decimal.toPlainString() : number.toString();
    }

    private static String text(Object value) {
        return value instanceof byte[] bytes
                ? HexFormat.of().formatHex(bytes)
                : value instanceof Time time // its own text, and its LocalTime, are without milliseconds
                        ? time.toLocalTime()
                                .with(ChronoField.MILLI_OF_SECOND, Math.floorMod(time.getTime(), 1000L))
                                .toString()
                        : value instanceof Date date && !(value instanceof java.sql.Date)
                                ? date.toInstant().toString()
                                : value.toString();
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            switch (letter) {
                case '"', '\\' -> quoted.append('\\').append(letter);
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (letter < ' ' || letter >= 0x7f && letter < 0xa0 || isHalf(text, i)) {
                        quoted.append(String.format("\\u%04x", (int) letter));
                    } else {
                        quoted.append(letter);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    /** Whether a letter is half of a surrogate pair without the other half, which has no UTF-8 form. */
    private static boolean isHalf(String text, int at) {
        char letter = text.charAt(at);
        return Character.isHighSurrogate(letter)
                ? at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1))
                : Character.isLowSurrogate(letter) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }
}
