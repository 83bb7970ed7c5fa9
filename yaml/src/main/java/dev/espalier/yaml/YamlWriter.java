package dev.espalier.yaml;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes the content of a model file as text. */
final class YamlWriter {

    private static final String INDENT = "  ";
    /** A longer list goes on in further lines. */
    private static final int WIDTH = 140;
    /** Words that YAML readers take for something else than text. */
    private static final Set<String> WORDS = Set.of("true", "false", "yes", "no", "on", "off", "y", "n", "null", "~");

    private YamlWriter() {}

    static String file(Map<String, Object> tree) {
        StringBuilder text = new StringBuilder();
        tree.forEach((key, value) -> {
            if (value instanceof Map) {
                text.append('\n');
            }
            entry(text, "", key, value);
        });
        return text.toString();
    }

    /** One entry of a map, in as many lines as it needs, each with a line end. */
    static void entry(StringBuilder text, String indent, String key, Object value) {
        text.append(indent).append(scalar(key, false)).append(':');
        if (value instanceof Map<?, ?> map) {
            text.append('\n');
            map.forEach((name, content) -> entry(text, indent + INDENT, (String) name, content));
        } else {
            text.append(' ')
                    .append(inline(value, indent.length() + key.length() + 2, indent + INDENT))
                    .append('\n');
        }
    }

    private static String inline(Object value, int column, String indent) {
        if (value instanceof Tree.Flow flow) {
            StringBuilder text = new StringBuilder("{");
            flow.entries()
                    .forEach((key, content) -> text.append(text.length() == 1 ? "" : ", ")
                            .append(scalar(key, true))
                            .append(": ")
                            .append(content instanceof List<?> list ? list(list, 0, indent) : scalar(content, true)));
            return text.append('}').toString();
        }
        return value instanceof List<?> list ? list(list, column, indent) : scalar(value, false);
    }

    private static String list(List<?> names, int column, String indent) {
        StringBuilder text = new StringBuilder("[");
        int at = column;
        for (int i = 0; i < names.size(); i++) {
            String name = scalar((String) names.get(i), true);
            if (i > 0) {
                text.append(',');
                if (at + name.length() > WIDTH) {
                    text.append('\n').append(indent);
                    at = indent.length();
                } else {
                    text.append(' ');
                }
            }
            text.append(name);
            at += name.length() + 2;
        }
        return text.append(']').toString();
    }

    private static String scalar(Object value, boolean isInFlow) {
        if (!(value instanceof String text)) {
            return value.toString();
        }
        boolean isPlain = !text.isEmpty()
                && !WORDS.contains(text.toLowerCase(java.util.Locale.ROOT))
                && (Character.isLetterOrDigit(text.codePointAt(0)) || text.charAt(0) == '_' || text.charAt(0) == '$')
                && text.codePoints()
                        .allMatch(c -> Character.isLetterOrDigit(c)
                                || c == '_'
                                || c == '$'
                                || c == '.'
                                || c == '<'
                                || c == '>'
                                || !isInFlow && (c == '[' || c == ']' || c == ',' || c == ' '));
        return isPlain ? text : quoted(text);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
            } else if (c >= ' ' && c < 0x7f || Character.isLetterOrDigit(c)) {
                quoted.appendCodePoint(c);
            } else {
                quoted.append(c > 0xffff ? String.format("\\U%08x", c) : String.format("\\u%04x", c));
            }
        });
        return quoted.append('"').toString();
    }
}
