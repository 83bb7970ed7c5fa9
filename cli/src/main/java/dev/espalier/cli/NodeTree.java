package dev.espalier.cli;

import dev.espalier.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Nodes as trees of lines. An object that stands above already has its class and id only, and so has one that bounds have left out. */
final class NodeTree {

    /** Of larger collections the rest is counted. */
    private static final int MEMBERS = 20;

    private final List<String> lines = new ArrayList<>();
    private final Set<Long> shown = new HashSet<>();

    private final NodeText text;

    private NodeTree(NodeText text) {
        this.text = text;
    }

    /** The lines of a node, and of those within that many references. */
    static List<String> lines(NodeText text, Node node, int depth) {
        NodeTree tree = new NodeTree(text);
        tree.add("", "", node, depth);
        return tree.lines;
    }

    private void add(String indent, String name, @Nullable Object value, int depth) {
        String label = name.isEmpty() ? "" : name + ": ";
        if (value instanceof Node node) {
            boolean isWhole = depth >= 0 && text.hasContent(node) && shown.add(node.id());
            lines.add(indent + label + node);
            if (isWhole) {
                for (String attribute : node.attributes()) {
                    if (text.isLoaded(node, attribute)) {
                        add(indent + "  ", attribute, node.get(attribute), depth - 1);
                    } else {
                        lines.add(indent + "  " + attribute + ": " + NodeText.NOT_LOADED);
                    }
                }
            }
        } else if (value instanceof Collection<?> members && members.stream().anyMatch(Node.class::isInstance)) {
            lines.add(indent + label + members.size() + (members.size() == 1 ? " member" : " members"));
            members.stream().limit(MEMBERS).forEach(member -> add(indent + "  ", "", member, depth));
            if (members.size() > MEMBERS) {
                lines.add(indent + "  ... and " + (members.size() - MEMBERS) + " more");
            }
        } else if (value instanceof Map<?, ?> map && map.values().stream().anyMatch(Node.class::isInstance)) {
            lines.add(indent + label + map.size() + " entries");
            map.entrySet().stream()
                    .limit(MEMBERS)
                    .forEach(entry -> add(indent + "  ", text.line(entry.getKey()), entry.getValue(), depth));
        } else {
            lines.add(indent + label + text.line(value));
        }
    }
}
