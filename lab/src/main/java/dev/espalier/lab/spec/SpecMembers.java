package dev.espalier.lab.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The members of a specification as text, by their names in a result. */
public final class SpecMembers {

    /** The place of data, and whether they stay, changes no figure. */
    private static final Set<String> OF_NO_FIGURE = Set.of("database", "keep");

    /** One for all: it looks at each class once, and a sweep asks for the members of each combination after each run. */
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private SpecMembers() {}

    /**
     * Returns the members that can change a figure.
     *
     * @param spec what is run
     * @return for example {@code rows} and {@code 10000}; an empty value is {@code nothing}
     */
    public static Map<String, String> of(PackSpec spec) {
        Map<String, String> members = new TreeMap<>();
        JsonNode tree = MAPPER.valueToTree(spec);
        flatten("", tree, members);
        members.keySet().removeAll(OF_NO_FIGURE);
        return members;
    }

    private static void flatten(String before, JsonNode node, Map<String, String> members) {
        node.properties().forEach(member -> {
            JsonNode value = member.getValue();
            // "loading" and "server" only group members: their own names say enough
            String name = value.isObject() || before.isEmpty() || before.equals("loading") || before.equals("server")
                    ? member.getKey()
                    : before + "." + member.getKey();
            if (value.isObject()) {
                flatten(name, value, members);
            } else {
                members.put(
                        name,
                        value.isValueNode() ? value.asText().isEmpty() ? "nothing" : value.asText() : value.toString());
            }
        });
    }
}
