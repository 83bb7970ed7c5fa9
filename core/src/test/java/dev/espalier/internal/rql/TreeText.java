package dev.espalier.internal.rql;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Draws any tree of records, one node a line, so that golden files show all of it, new members included. */
public final class TreeText {

    private final StringBuilder text = new StringBuilder();

    private TreeText() {}

    /** The record and all below it; positions as {@code @7}, absent members left out. */
    public static String of(Record root) {
        TreeText tree = new TreeText();
        tree.node("", root, 0);
        return tree.text.toString();
    }

    private void node(String label, Record node, int depth) {
        line(depth, label + node.getClass().getSimpleName() + leaves(node));
        for (RecordComponent component : node.getClass().getRecordComponents()) {
            if (node instanceof RqlQuery
                    && (component.getName().equals("limit")
                            || component.getName().equals("offset"))) {
                continue; // beside the text
            }
            children(component.getName() + ": ", value(node, component), depth + 1);
        }
    }

    private void children(String label, Object value, int depth) {
        if (value instanceof Optional<?> optional) {
            optional.ifPresent(present -> children(label, present, depth));
        } else if (value instanceof List<?> list) {
            list.forEach(member -> children("", member, depth));
        } else if (value instanceof Record node) {
            node(label, node, depth);
        }
    }

    private static String leaves(Record node) {
        StringBuilder leaves = new StringBuilder();
        for (RecordComponent component : node.getClass().getRecordComponents()) {
            Object value = value(node, component);
            if (value instanceof OptionalInt optional) {
                value = optional.isPresent() ? optional.getAsInt() : null;
            }
            if (node instanceof RqlQuery query
                    && value instanceof Optional<?>
                    && !component.getName().equals("condition")) {
                value = component.getName().equals("limit")
                        ? query.limit().map(TreeText::amount).orElse(null)
                        : query.offset().map(TreeText::amount).orElse("0");
                leaves.append(value == null ? "" : " " + value);
            } else if (component.getName().equals("position")) {
                leaves.append(" @").append(value);
            } else if (value instanceof Boolean flag) {
                leaves.append(flag ? " " + component.getName() : "");
            } else if (value instanceof String string && !component.getName().equals("name")) {
                leaves.append(' ')
                        .append(component.getName())
                        .append(" \"")
                        .append(string.replace("\n", "\\n"))
                        .append('"');
            } else if (value != null
                    && !(value instanceof Record || value instanceof Optional || value instanceof List)) {
                leaves.append(' ').append(value);
            }
        }
        return leaves.toString();
    }

    private static String amount(Value value) {
        return value instanceof Value.Parameter parameter
                ? ":" + parameter.name()
                : ((Value.NumberLiteral) value).text();
    }

    private static Object value(Record node, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(node);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private void line(int depth, String content) {
        text.append("  ".repeat(depth)).append(content).append('\n');
    }
}
