package dev.espalier.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.espalier.Database;
import dev.espalier.LoadBounds;
import dev.espalier.Node;
import dev.espalier.Transaction;
import dev.espalier.error.NotFoundException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Stores a change set: new, changed and deleted objects, in one transaction. An object whose version is not the one that the page has read ends all of it. Safe
 * for any number of threads.
 */
final class Changes {

    private static final int MOST = 1_000;

    private final Database database;
    private final ModelView model;
    private final Editable editable;
    private final ShownBounds shown;

    Changes(Database database, ModelView model, Editable editable) {
        this.database = database;
        this.model = model;
        this.editable = editable;
        this.shown = new ShownBounds(model);
    }

    private enum Kind {
        NEW,
        EDIT,
        DELETE
    }

    /**
     * One object of a change set.
     *
     * @param name of a new object, by which others refer to it
     * @param id 0 for a new object
     * @param version the one that the page has read
     * @param values the new values by their attributes
     */
    private record Change(
            Kind kind, String className, String name, long id, int version, Map<String, JsonNode> values) {
        String place() {
            return kind == Kind.NEW ? name : className + " " + id;
        }
    }

    /** Checks the values of one change, without the database. */
    ObjectNode check(Request request) {
        Change change = change(request.json());
        if (change.kind() != Kind.DELETE) {
            Node trial = database.nodes().newNode(change.className());
            set(change, trial, new OfCheck(database, request.texts("names")));
        }
        return Json.object().put("isRight", true);
    }

    ObjectNode store(Request request) {
        JsonNode all = request.json().path("changes");
        if (!all.isArray() || all.isEmpty() || all.size() > MOST) {
            throw new RequestException("changes: expected a list of 1 to " + MOST + " changes");
        }
        List<Change> changes = new ArrayList<>();
        Set<Long> ids = new HashSet<>();
        for (JsonNode one : all) {
            Change change = change(one);
            if (change.kind() != Kind.NEW && !ids.add(change.id())) {
                throw new RequestException(change.place() + ": found two changes; expected one for each object");
            }
            changes.add(change);
        }
        List<Integer> stale = new ArrayList<>();
        Map<String, Node> created = new LinkedHashMap<>();
        try {
            database.useTransaction(tx -> {
                stale.clear();
                created.clear();
                store(tx, changes, created, stale);
            });
        } catch (Stale e) {
            throw conflict(changes, stale);
        }
        ObjectNode json = Json.object().put("stored", changes.size());
        ObjectNode references = json.putObject("created");
        created.forEach((name, node) -> references.set(name, NodeJson.reference(node)));
        return json;
    }

    /** Ends the transaction. */
    private static final class Stale extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private void store(Transaction tx, List<Change> changes, Map<String, Node> created, List<Integer> stale) {
        Map<Change, Node> nodes = new LinkedHashMap<>();
        for (int i = 0; i < changes.size(); i++) {
            Change change = changes.get(i);
            if (change.kind() == Kind.NEW) {
                Node node = database.nodes().newNode(change.className());
                if (created.put(change.name(), node) != null) {
                    throw new RequestException(
                            "name: found '" + change.name() + "' twice; expected another one for each new object");
                }
                nodes.put(change, node);
                continue;
            }
            List<Node> found = find(tx, change);
            if (found.isEmpty() || !database.versionOf(found.get(0)).equals(OptionalInt.of(change.version()))) {
                stale.add(i);
            } else {
                nodes.put(change, found.get(0));
            }
        }
        if (!stale.isEmpty()) {
            throw new Stale();
        }
        WrittenValue.References references = new Known(
                tx,
                nodes.values().stream()
                        .filter(node -> node.id() != 0)
                        .collect(Collectors.toMap(Node::id, node -> node, (a, b) -> a)),
                created);
        nodes.forEach((change, node) -> set(change, node, references));
        tx.storeAll(nodes.entrySet().stream()
                .filter(one -> one.getKey().kind() != Kind.DELETE)
                .map(Map.Entry::getValue)
                .toList());
        tx.deleteAll(nodes.entrySet().stream()
                .filter(one -> one.getKey().kind() == Kind.DELETE)
                .map(Map.Entry::getValue)
                .toList());
    }

    /** Loads the collections that the change writes, and no other ones. */
    private List<Node> find(Transaction tx, Change change) {
        try {
            return tx.nodes().getAll(change.className(), List.of(change.id()), bounds -> within(bounds, change));
        } catch (NotFoundException e) {
            return List.of();
        }
    }

    private LoadBounds within(LoadBounds bounds, Change change) {
        Set<String> others = model.collectionsBelow(change.className()).stream()
                .filter(name -> !change.values().containsKey(name))
                .collect(Collectors.toSet());
        return shown.without(change.className(), others, bounds);
    }

    private void set(Change change, Node node, WrittenValue.References references) {
        WrittenValue written = new WrittenValue(references);
        change.values().forEach((name, json) -> {
            String place = change.place() + "." + name;
            ModelView.Attribute attribute = model.attributes(node.className()).stream()
                    .filter(one -> one.name().equals(name))
                    .findFirst()
                    .orElseThrow(
                            () -> new RequestException(place + ": " + node.className() + " has no such attribute"));
            if (attribute.draft().inverse() != null) {
                throw new RequestException(place + ": the other side of "
                        + attribute.draft().inverse() + "; expected a change of that one");
            }
            node.set(name, written.read(place, model.shape(attribute), json));
        });
    }

    private ConflictException conflict(List<Change> changes, List<Integer> stale) {
        ArrayNode conflicts = Json.object().putArray("conflicts");
        for (int i : stale) {
            ObjectNode one = conflicts.addObject().put("index", i);
            try {
                one.set(
                        "stored",
                        editable.stored(
                                changes.get(i).className(), changes.get(i).id()));
            } catch (NotFoundException e) {
                one.putNull("stored");
            }
        }
        return new ConflictException(conflicts);
    }

    // ---- requests

    private Change change(JsonNode json) {
        Request request = new Request(json);
        Kind kind = switch (request.text("kind")) {
            case "new" -> Kind.NEW;
            case "edit" -> Kind.EDIT;
            case "delete" -> Kind.DELETE;
            default ->
                throw new RequestException("kind: found '" + request.text("kind") + "'; expected new, edit or delete");
        };
        String className = model.checkedName(request.text("class"));
        Map<String, JsonNode> values = new LinkedHashMap<>();
        if (kind != Kind.DELETE) {
            if (!json.path("set").isObject()) {
                throw new RequestException("set: expected an object with the values of attributes");
            }
            json.get("set").properties().forEach(entry -> values.put(entry.getKey(), entry.getValue()));
        }
        if (kind == Kind.NEW) {
            return new Change(kind, className, request.text("name"), 0, 0, values);
        }
        if (!json.path("version").isInt()) {
            throw new RequestException("version: expected the version that was read");
        }
        return new Change(kind, className, "", request.id(), json.get("version").intValue(), values);
    }

    /** References of a transaction. One that is loaded for the change set is that node, so that there is one Java object of each. */
    private record Known(Transaction tx, Map<Long, Node> loaded, Map<String, Node> names)
            implements WrittenValue.References {

        @Override
        public Node stored(String className, long id) {
            Node node = loaded.get(id);
            if (node != null && !node.isA(className)) {
                throw new RequestException("found a reference to " + className + " " + id + "; there is " + node);
            }
            return node != null ? node : reference(() -> tx.nodes().reference(className, id), className, id);
        }

        @Override
        public Node created(String name) {
            Node node = names.get(name);
            if (node == null) {
                throw noSuch(name);
            }
            return node;
        }
    }

    /**
     * References while values are checked.
     *
     * @param classes of the new objects
     */
    private record OfCheck(Database database, Map<String, String> classes) implements WrittenValue.References {

        @Override
        public Node stored(String className, long id) {
            return reference(() -> database.nodes().reference(className, id), className, id);
        }

        @Override
        public Node created(String name) {
            String className = classes.get(name);
            if (className == null) {
                throw noSuch(name);
            }
            return database.nodes().newNode(className);
        }
    }

    private static RequestException noSuch(String name) {
        return new RequestException("found a reference to '" + name + "'; expected a new object of the change set");
    }

    private static Node reference(java.util.function.Supplier<Node> ask, String className, long id) {
        try {
            return ask.get();
        } catch (IllegalArgumentException e) {
            throw new RequestException("found a reference to " + className + " " + id + "; ids are positive");
        }
    }
}
