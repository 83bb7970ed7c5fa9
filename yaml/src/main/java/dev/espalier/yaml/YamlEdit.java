package dev.espalier.yaml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.nodes.CollectionNode;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Changes those lines of a model file that differ, and leaves all others with their comments as they are. A removed entry takes the comment lines
 * directly above it along. For one file, by one thread.
 */
final class YamlEdit {

    /** Lines, counted from 0, that are replaced by others. */
    private record Change(int from, int to, String text) {}

    private final List<String> lines;
    private final List<Change> changes = new ArrayList<>();

    private YamlEdit(List<String> lines) {
        this.lines = lines;
    }

    /**
     * Changes a text.
     *
     * @param root of the text
     * @param before the content of the text
     * @param after the content that it shall have
     * @return null if the text is written so that only all of it can be replaced
     */
    static @Nullable String changed(
            String text, @Nullable Node root, Map<String, Object> before, Map<String, Object> after) {
        YamlEdit edit = new YamlEdit(new ArrayList<>(text.lines().toList()));
        if (!(root instanceof MappingNode mapping) || !edit.map(mapping, "", before, after)) {
            return null;
        }
        return edit.text();
    }

    private String text() {
        changes.sort(Comparator.comparingInt(Change::from).thenComparingInt(Change::to));
        Collections.reverse(changes); // from the end, so that the numbers of the lines above stay right
        for (Change change : changes) {
            List<String> range = lines.subList(change.from(), change.to());
            range.clear();
            range.addAll(change.text().lines().toList());
        }
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    /** Says whether it could change the lines of the map; if not, they are replaced with the entry around them. */
    private boolean map(MappingNode node, String indent, Map<?, ?> before, Map<?, ?> after) {
        if (node.getFlowStyle() == FlowStyle.FLOW || node.getValue().isEmpty()) {
            return false;
        }
        String own =
                " ".repeat(node.getValue().get(0).getKeyNode().getStartMark().getColumn());
        List<Change> wanted = new ArrayList<>();
        int kept = changes.size();
        for (Object key : before.keySet()) {
            NodeTuple entry = find(node, (String) key);
            Object old = before.get(key);
            Object next = after.get(key);
            if (entry == null) {
                // Nothing is written of what the file does not say, for example an empty map.
                if (next != null && !next.equals(old)) {
                    wanted.add(added(node, own, (String) key, next));
                }
            } else if (next == null) {
                wanted.add(new Change(withComments(entry), last(entry) + 1, ""));
            } else if (!next.equals(old)) {
                boolean isInner =
                        old instanceof Map && next instanceof Map && entry.getValueNode() instanceof MappingNode;
                if (!isInner || !map((MappingNode) entry.getValueNode(), own, (Map<?, ?>) old, (Map<?, ?>) next)) {
                    wanted.add(new Change(
                            entry.getKeyNode().getStartMark().getLine(),
                            last(entry) + 1,
                            withComment(entry, text(own, (String) key, next))));
                }
            }
        }
        for (Object key : after.keySet()) {
            if (!before.containsKey(key)) {
                wanted.add(added(node, own, (String) key, after.get(key)));
            }
        }
        boolean isRemoved =
                wanted.stream().filter(change -> change.text().isEmpty()).count()
                        == node.getValue().size();
        if (isRemoved && !indent.equals(own)) {
            changes.subList(kept, changes.size()).clear();
            return false;
        }
        changes.addAll(wanted);
        return true;
    }

    /** In front of the entry that follows in the order of keys would be prettier; behind all others needs no order. */
    private Change added(MappingNode node, String indent, String key, Object value) {
        int end = last(node.getValue().get(node.getValue().size() - 1)) + 1;
        return new Change(end, end, text(indent, key, value));
    }

    private static String text(String indent, String key, Object value) {
        StringBuilder text = new StringBuilder();
        YamlWriter.entry(text, indent, key, value);
        return text.toString();
    }

    /** A comment behind an entry of one line stays there. */
    private String withComment(NodeTuple entry, String text) {
        String line = lines.get(entry.getKeyNode().getStartMark().getLine());
        if (last(entry) != entry.getKeyNode().getStartMark().getLine() || text.indexOf('\n') != text.length() - 1) {
            return text;
        }
        String behind = line.substring(
                line.offsetByCodePoints(0, entry.getValueNode().getEndMark().getColumn()));
        return behind.strip().startsWith("#") ? text.stripTrailing() + behind + "\n" : text;
    }

    private int withComments(NodeTuple entry) {
        int line = entry.getKeyNode().getStartMark().getLine();
        String indent = " ".repeat(entry.getKeyNode().getStartMark().getColumn());
        while (line > 0 && lines.get(line - 1).startsWith(indent + "#")) {
            line--;
        }
        return line;
    }

    /** The last line of an entry. A mark behind a block is that of what follows it. */
    private static int last(NodeTuple entry) {
        return Math.max(entry.getKeyNode().getEndMark().getLine(), last(entry.getValueNode()));
    }

    private static int last(Node node) {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue().isEmpty() && scalar.isPlain()
                    ? 0
                    : scalar.getEndMark().getLine();
        }
        if (((CollectionNode<?>) node).getFlowStyle() == FlowStyle.FLOW) {
            return node.getEndMark().getLine();
        }
        if (node instanceof MappingNode mapping) {
            return mapping.getValue().stream().mapToInt(YamlEdit::last).max().orElse(0);
        }
        List<Node> items = node instanceof SequenceNode sequence ? sequence.getValue() : Collections.<Node>emptyList();
        return items.stream().mapToInt(YamlEdit::last).max().orElse(0);
    }

    private static @Nullable NodeTuple find(MappingNode node, String key) {
        return node.getValue().stream()
                .filter(entry -> entry.getKeyNode() instanceof ScalarNode scalar
                        && scalar.getValue().equals(key))
                .findFirst()
                .orElse(null);
    }
}
