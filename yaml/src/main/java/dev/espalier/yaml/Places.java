package dev.espalier.yaml;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.Node;

/** The positions of classes, attributes and their parts in a file. */
final class Places {

    private final Map<String, Mark> marks = new HashMap<>();

    void put(String place, String part, Node node) {
        marks.putIfAbsent(place + "#" + part, node.getStartMark());
    }

    /** The position of a part; else of the place, or of the class around it; null if the file has none of them. */
    @Nullable
    Mark find(String place, String part) {
        Mark found = marks.get(place + "#" + part);
        if (found == null) {
            found = marks.get(place + "#");
        }
        int dot = place.lastIndexOf('.');
        return found != null || dot < 0 ? found : find(place.substring(0, dot), "");
    }
}
