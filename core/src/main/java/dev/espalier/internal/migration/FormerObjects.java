package dev.espalier.internal.migration;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.graph.Bounds;
import dev.espalier.internal.model.Nodes;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.query.NamedClass;
import dev.espalier.internal.query.Question;
import dev.espalier.internal.store.ObjectStore;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The stored objects as nodes, with all attributes that the database has, former ones too. */
final class FormerObjects {

    /** More objects hold locks for longer; fewer need more round trips for each. */
    private static final int BATCH = 500;

    /** The objects with those that they refer to. */
    private static final Bounds NEAR = Bounds.NONE.withDepth(1).withMaxObjects(Bounds.ANY_NUMBER);

    private final ObjectStore store;
    private final Nodes nodes;

    /** @param store of the database, without Java classes */
    FormerObjects(ObjectStore store, Nodes nodes) {
        this.store = store;
        this.nodes = nodes;
    }

    ObjectStore store() {
        return store;
    }

    Nodes nodes() {
        return nodes;
    }

    /** How many objects of a class there are. */
    long count(String className) {
        return store.count(Question.of(NamedClass.of(className), ""));
    }

    /**
     * The next objects of a class, by their ids, with those that they refer to.
     *
     * @param last the id of the last object of the batch before
     */
    List<Object> batch(String className, long last) {
        return Arrays.asList(store.list(Question.of(NamedClass.of(className), "id > :last ORDER BY id LIMIT " + BATCH)
                .withParameter("last", last)
                .withBounds(NEAR)));
    }

    /** The objects of a class with ids from the first to the last one, with those that they refer to. */
    List<Object> window(String className, long first, long last) {
        return Arrays.asList(
                store.list(window(NamedClass.of(className), first, last).withBounds(NEAR)));
    }

    /** Asks for the objects of a class with ids from the first to the last one. */
    static Question window(NamedClass type, long first, long last) {
        return Question.of(type, "id >= :first, id <= :last")
                .withParameter("first", first)
                .withParameter("last", last);
    }

    Map<Long, Object> byId(Collection<Object> batch) {
        Map<Long, Object> byId = new LinkedHashMap<>();
        batch.forEach(node -> byId.put(id(node), node));
        return byId;
    }

    long id(Object node) {
        return nodes.id().get(node);
    }

    PersistentClass type(Object node) {
        return requireNonNull(nodes.classOf(node));
    }

    String className(Object node) {
        return type(node).name();
    }
}
