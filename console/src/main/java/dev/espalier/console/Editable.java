package dev.espalier.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.espalier.Database;
import dev.espalier.Node;
import java.util.Set;
import java.util.stream.Collectors;

/** Objects as the page edits them: with their version, with whole values, and with what each attribute can hold. Safe for any number of threads. */
final class Editable {

    private static final int LONGEST_TEXT = 100_000;
    private static final int LONGEST_BYTES = 50_000;

    private final Database database;
    private final ModelView model;
    private final Neighbours neighbours;
    private final NodeJson nodes;
    private final ShownBounds bounds;
    private final int members;

    /** @param members the maximum number of members of a collection that is edited */
    Editable(Database database, ModelView model, Neighbours neighbours, int members) {
        this.database = database;
        this.model = model;
        this.neighbours = neighbours;
        this.members = members;
        this.bounds = new ShownBounds(model);
        this.nodes = new NodeJson(members, LONGEST_TEXT, LONGEST_BYTES);
    }

    /** An object of the database; or, without an id, a new one. */
    ObjectNode edit(Request request) {
        String className = model.checkedName(request.text("class"));
        return request.textOrNull("id") == null
                ? json(database.nodes().newNode(className), Set.of())
                : stored(className, request.id());
    }

    /** @throws dev.espalier.error.NotFoundException if there is no such object */
    ObjectNode stored(String className, long id) {
        Node bare = database.nodes().get(className, id, read -> bounds.alone(className, read));
        Set<String> tooLarge = model.attributes(bare.className()).stream()
                .filter(attribute -> attribute.kind() == ModelView.Kind.OBJECTS)
                .filter(attribute ->
                        attribute.draft().inverse() != null || neighbours.countMembers(bare, attribute) > members)
                .map(ModelView.Attribute::name)
                .collect(Collectors.toSet());
        Node node =
                database.nodes().get(bare.className(), id, read -> bounds.without(bare.className(), tooLarge, read));
        return json(node, tooLarge);
    }

    private ObjectNode json(Node node, Set<String> leftOut) {
        ObjectNode json = Json.object()
                .put("ref", node.className())
                .put("id", node.id() == 0 ? null : Long.toString(node.id()))
                .put("label", NodeJson.label(node));
        database.versionOf(node).ifPresent(version -> json.put("version", version));
        ArrayNode attributes = json.putArray("attributes");
        for (ModelView.Attribute attribute : model.attributes(node.className())) {
            ObjectNode one = attributes
                    .addObject()
                    .put("name", attribute.name())
                    .put("type", attribute.draft().type());
            one.set("shape", model.shape(attribute).json());
            if (attribute.draft().inverse() != null) {
                one.put(
                        "why",
                        "the other side of " + attribute.target() + "."
                                + attribute.draft().inverse() + ", which is edited there");
            } else if (leftOut.contains(attribute.name())) {
                one.put("why", "more than " + members + " members");
            } else {
                JsonNode value = nodes.value(node, attribute.name(), attribute.kind() == ModelView.Kind.MAP);
                one.set("value", value);
                if (!isWhole(value)) {
                    one.put("why", "too long to be edited here");
                }
            }
        }
        return json;
    }

    private static boolean isWhole(JsonNode value) {
        if (value.has("text") || value.path("more").isInt() && value.get("more").intValue() > 0) {
            return false;
        }
        if (value.has("hex")) {
            return value.get("hex").textValue().length()
                    == 2 * value.get("bytes").intValue();
        }
        // The names of components are the model's; what is beside them is not.
        for (JsonNode part :
                value.has("record") ? value.get("record") : value.has("list") ? value.get("list") : value.path("map")) {
            if (part.isArray() ? !isWhole(part.get(0)) || !isWhole(part.get(1)) : !isWhole(part)) {
                return false;
            }
        }
        return true;
    }
}
