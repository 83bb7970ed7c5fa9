package dev.espalier.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.espalier.Node;
import dev.espalier.Row;
import java.math.BigDecimal;
import java.time.temporal.ChronoField;
import java.util.Collection;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Values as the page gets them. A plain value is a text, numbers too, because JavaScript's are exact to 2^53 only. Others are objects with one member that shows the kind:
 * {@code ref} for an object, {@code record}, {@code list}, {@code map}, {@code rows} for a list of rows with its {@code columns}, {@code bytes}, {@code text} for one that was cut,
 * {@code notLoaded} for a collection that was not loaded.
 */
final class NodeJson {

    /** A longer text is cut; its length is given. */
    private static final int LONGEST_TEXT = 4_000;

    private static final int LONGEST_BYTES = 64;

    private static final int LONGEST_LABEL = 60;

    private final int members;
    private final int longestText;
    private final int longestBytes;

    /** @param members the maximum number of members of a collection; the number of others is given */
    NodeJson(int members) {
        this(members, LONGEST_TEXT, LONGEST_BYTES);
    }

    /**
     * @param longestText the maximum length of a text
     * @param longestBytes the maximum number of bytes of a value of bytes
     */
    NodeJson(int members, int longestText, int longestBytes) {
        this.members = members;
        this.longestText = longestText;
        this.longestBytes = longestBytes;
    }

    /** The same, but nothing is cut. */
    NodeJson whole() {
        return new NodeJson(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    JsonNode value(Node node, String attribute, boolean isMap) {
        return node.isLoaded(attribute)
                ? value(node.get(attribute), isMap)
                : Json.object().put("notLoaded", true);
    }

    /** A value that is no map. */
    JsonNode value(@Nullable Object value) {
        return value(value, false);
    }

    private JsonNode value(@Nullable Object value, boolean isMap) {
        if (value == null) {
            return NullNode.getInstance();
        }
        if (value instanceof Node node) {
            return reference(node);
        }
        if (isRows(value)) {
            return rows(value, new AtomicInteger(members));
        }
        if (value instanceof Collection<?> list) {
            ObjectNode json = Json.object();
            ArrayNode shown = json.putArray("list");
            list.stream().limit(members).forEach(member -> shown.add(value(member, false)));
            return json.put("more", list.size() - shown.size());
        }
        if (value instanceof Map<?, ?> map) {
            return isMap ? map(map) : embedded(map);
        }
        return plain(value);
    }

    /** An empty list has no columns. */
    private static boolean isRows(@Nullable Object value) {
        return value instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof Row;
    }

    /**
     * A list of rows. Lists within lists multiply, so the maximum is of all of them together.
     *
     * @param left how many rows may still be shown
     */
    private ObjectNode rows(Object list, AtomicInteger left) {
        List<Row> rows = ((List<?>) list).stream().map(Row.class::cast).toList();
        ObjectNode json = Json.object();
        json.set("columns", columns(rows.get(0).columns(), rows));
        ArrayNode shown = json.putArray("rows");
        for (Row row : rows) {
            if (left.getAndUpdate(rest -> Math.max(0, rest - 1)) == 0) {
                break;
            }
            ArrayNode cells = shown.addArray();
            for (Object value : row.values()) {
                cells.add(isRows(value) ? rows(value, left) : value(value));
            }
        }
        return json.put("more", rows.size() - shown.size());
    }

    /** Columns of rows. Each has the class of its values in them, or null if there are none. */
    static ArrayNode columns(List<String> names, List<Row> rows) {
        ArrayNode columns = Json.object().putArray("columns");
        for (int i = 0; i < names.size(); i++) {
            columns.addObject().put("name", names.get(i)).put("type", type(rows, i));
        }
        return columns;
    }

    private static @Nullable String type(List<Row> rows, int column) {
        return rows.stream()
                .map(row -> row.values().get(column))
                .filter(Objects::nonNull)
                .findFirst()
                .map(value -> value instanceof List ? "List" : value.getClass().getSimpleName())
                .orElse(null);
    }

    private ObjectNode map(Map<?, ?> map) {
        ObjectNode json = Json.object();
        ArrayNode shown = json.putArray("map");
        map.entrySet().stream()
                .limit(members)
                .forEach(entry ->
                        shown.addArray().add(value(entry.getKey(), false)).add(value(entry.getValue(), false)));
        return json.put("more", map.size() - shown.size());
    }

    private ObjectNode embedded(Map<?, ?> embedded) {
        ObjectNode json = Json.object();
        ObjectNode components = json.putObject("record");
        embedded.forEach((name, component) -> components.set(String.valueOf(name), value(component, false)));
        return json;
    }

    /** An object that is referred to: its class, its id, and its first text, which often is its name. */
    static ObjectNode reference(Node node) {
        return Json.object()
                .put("ref", node.className())
                .put("id", Long.toString(node.id()))
                .put("label", label(node));
    }

    /** The attribute called name or title, else the first text; null if there is none. */
    static @Nullable String label(Node node) {
        String first = null;
        for (String attribute : node.attributes()) {
            if (node.get(attribute) instanceof String text && !text.isBlank()) {
                boolean isName = attribute.equals("name") || attribute.equals("title");
                if (isName || first == null) {
                    first = text;
                }
                if (isName) {
                    break;
                }
            }
        }
        return first == null
                ? null
                : first.length() > LONGEST_LABEL ? first.substring(0, LONGEST_LABEL) + "..." : first;
    }

    private JsonNode plain(Object value) {
        if (value instanceof byte[] bytes) {
            return Json.object()
                    .put("bytes", bytes.length)
                    .put("hex", HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, longestBytes)));
        }
        String text = value instanceof BigDecimal decimal
                ? decimal.toPlainString()
                : value instanceof java.sql.Time time
                        ? time.toLocalTime()
                                .with(ChronoField.MILLI_OF_SECOND, Math.floorMod(time.getTime(), 1000L))
                                .toString()
                        : value instanceof Date date && !(value instanceof java.sql.Date)
                                ? date.toInstant().toString()
                                : value.toString();
        return text.length() <= longestText
                ? TextNode.valueOf(text)
                : Json.object().put("text", text.substring(0, longestText)).put("length", text.length());
    }
}
