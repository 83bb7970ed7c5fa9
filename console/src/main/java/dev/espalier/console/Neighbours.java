package dev.espalier.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.espalier.Database;
import dev.espalier.Node;
import dev.espalier.Page;
import dev.espalier.Query;
import java.util.ArrayList;
import java.util.List;

/** The objects that an object refers to, and those that refer to it. Each question is a query, so that a collection of any size is counted and read in pages. */
final class Neighbours {

    private final Database database;
    private final ModelView model;
    private final ShownBounds bounds;

    Neighbours(Database database, ModelView model) {
        this.database = database;
        this.model = model;
        this.bounds = new ShownBounds(model);
    }

    /** The members of a collection, each once, without other objects. */
    Query<Node> members(String owner, long id, ModelView.Attribute collection) {
        String inverse = collection.draft().inverse();
        String target = target(collection);
        String path = inverse != null ? inverse : "<" + owner + "." + collection.name();
        return bounds.alone(
                target, database.nodes().query(target, path + ".id = :id").with("id", id));
    }

    long countMembers(Node node, ModelView.Attribute collection) {
        return members(node.className(), node.id(), collection).count();
    }

    /** The objects that refer to an object, without other ones. There is no query for a relation by the keys of maps. */
    Query<Node> referrers(ModelView.Relation relation, long id) {
        return bounds.alone(
                relation.owner(),
                database.nodes()
                        .query(relation.owner(), relation.path() + ".id = :id")
                        .with("id", id));
    }

    private static String target(ModelView.Attribute collection) {
        String target = collection.target();
        if (target == null) {
            throw new IllegalArgumentException(collection.name() + " holds no objects");
        }
        return target;
    }

    /**
     * The neighbours of an object, as nodes and edges.
     *
     * @param most the maximum number of neighbours for each relation; {@code more} says for which there are others, {@code unknown} which
     *     cannot be asked for
     */
    ObjectNode graph(String className, long id, int most) {
        Node centre = database.nodes().get(className, id, read -> bounds.withReferences(className, read));
        ObjectNode json = Json.object();
        json.set("centre", NodeJson.reference(centre));
        ArrayNode edges = json.putArray("edges");
        ArrayNode more = json.putArray("more");
        for (ModelView.Attribute attribute : model.attributes(centre.className())) {
            if (attribute.kind() == ModelView.Kind.OBJECTS) {
                add(edges, more, attribute.name(), false, members(centre.className(), id, attribute), most);
            } else if (centre.isLoaded(attribute.name())) {
                nodesIn(centre.get(attribute.name())).stream()
                        .limit(most)
                        .forEach(node -> edges.addObject()
                                .put("name", attribute.name())
                                .put("isIncoming", false)
                                .set("node", NodeJson.reference(node)));
            }
        }
        ArrayNode unknown = json.putArray("unknown");
        for (ModelView.Relation relation : model.relationsTo(centre.className())) {
            if (relation.isKey()) {
                unknown.add(relation.name());
            } else {
                add(edges, more, relation.attribute(), true, referrers(relation, id), most);
            }
        }
        return json;
    }

    private static void add(
            ArrayNode edges, ArrayNode more, String name, boolean isIncoming, Query<Node> query, int most) {
        Page<Node> page = query.page(most, null);
        page.objects()
                .forEach(node -> edges.addObject()
                        .put("name", name)
                        .put("isIncoming", isIncoming)
                        .set("node", NodeJson.reference(node)));
        if (page.next() != null) {
            more.addObject().put("name", name).put("isIncoming", isIncoming).put("count", query.count());
        }
    }

    private static List<Node> nodesIn(@org.jspecify.annotations.Nullable Object value) {
        List<Node> nodes = new ArrayList<>();
        if (value instanceof Node node) {
            nodes.add(node);
        } else if (value instanceof java.util.Map<?, ?> map) {
            map.forEach((key, member) -> {
                nodes.addAll(nodesIn(key));
                nodes.addAll(nodesIn(member));
            });
        } else if (value instanceof java.util.Collection<?> members) {
            members.forEach(member -> nodes.addAll(nodesIn(member)));
        }
        return nodes;
    }
}
