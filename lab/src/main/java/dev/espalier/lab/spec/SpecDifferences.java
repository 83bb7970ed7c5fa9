package dev.espalier.lab.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** The differences between two runs of one pack. */
public final class SpecDifferences {

    /** Where data lie, and whether they stay, changes no figure. */
    private static final Set<String> OF_NO_FIGURE = Set.of("database", "keep");

    private SpecDifferences() {
    }

    /**
     * Compares two specifications member by member.
     *
     * @param a of the run that is compared with
     * @param b of the run about which verdicts are given
     * @return for example {@code load READ_ONLY against POINT_SELECT}; empty where both ask for the same
     */
    public static List<String> of(PackSpec a, PackSpec b) {
        Map<String, String> membersA = members(a);
        Map<String, String> membersB = members(b);
        Set<String> names = new TreeSet<>(membersA.keySet());
        names.addAll(membersB.keySet());
        List<String> differences = new ArrayList<>();
        for (String name : names) {
            String valueA = membersA.getOrDefault(name, "nothing");
            String valueB = membersB.getOrDefault(name, "nothing");
            if (!Objects.equals(valueA, valueB)) {
                differences.add(name + " " + valueA + " against " + valueB);
            }
        }
        return differences;
    }

    private static Map<String, String> members(PackSpec spec) {
        Map<String, String> members = new TreeMap<>();
        JsonNode tree = JsonMapper.builder().build().valueToTree(spec);
        flatten("", tree, members);
        members.keySet().removeAll(OF_NO_FIGURE);
        return members;
    }

    private static void flatten(String before, JsonNode node, Map<String, String> members) {
        node.properties().forEach(member -> {
            JsonNode value = member.getValue();
            // "loading" and "server" only group members: their own names say enough
            String name = value.isObject() || before.isEmpty() || before.equals("loading") || before.equals("server") ? member.getKey() : before + "." + member.getKey();
            if (value.isObject()) {
                flatten(name, value, members);
            } else {
                members.put(name, value.isValueNode() ? value.asText().isEmpty() ? "nothing" : value.asText() : value.toString());
            }
        });
    }
}
