package dev.espalier;

import dev.espalier.internal.Arguments;
import dev.espalier.internal.model.NodeAttributes;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.query.CollectionName;
import dev.espalier.internal.query.NamedClass;
import dev.espalier.internal.query.ReadScope;
import dev.espalier.internal.store.ObjectStore;
import dev.espalier.internal.write.KnownState;
import dev.espalier.internal.write.LeftOut;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Finds and makes objects by the names of their classes, in a database that was opened without Java classes ({@link Database#openCatalog(String, Settings)}). They
 * are stored, deleted and locked as other objects are. {@link Database#nodes} gives it, and {@link Transaction#nodes} that of a transaction.
 *
 * <pre>{@code
 * Node order = db.nodes().query("Order", "buyer.name = 'Acme'").first().orElseThrow();
 * db.store(order.set("due", LocalDate.of(2026, 12, 1)));
 * }</pre>
 *
 * <p>As safe for concurrent use as the database or the transaction that it is of.
 */
public final class Nodes {

    private final ObjectStore store;
    private final Supplier<ReadScope> scope;

    /** @param scope where a call reads; throws if the transaction is over, or of another thread */
    Nodes(ObjectStore store, Supplier<ReadScope> scope) {
        this.store = store;
        this.scope = scope;
    }

    /**
     * Returns the names of the classes that the database stores: the simple name of a class, if no other class has the same one.
     *
     * @return in alphabetical order; abstract classes and interfaces too
     */
    public List<String> classNames() {
        requireUsable();
        return store.model().classes().stream().map(PersistentClass::name).toList();
    }

    /**
     * Makes a new object of a class. It is stored by {@link Database#store}, as any other object.
     *
     * @param className the name of the class
     * @return the object: its id is 0, its primitive attributes are zero, its collections are empty, everything else is null
     * @throws dev.espalier.error.ModelException if there is no such class, if it is abstract, or if the database was opened with Java classes
     */
    public Node newNode(String className) {
        requireUsable();
        return (Node) store.newObject(className);
    }

    /**
     * Returns a stand-in for an object of which only the id is known; see {@link Database#reference}.
     *
     * @param className the name of its class, or of one above
     * @param id of the object, positive
     * @return a new object that has the id and nothing else
     * @throws dev.espalier.error.NotFoundException if the database was asked, and there is none
     */
    public Node reference(String className, long id) {
        requireUsable();
        return (Node) store.reference(NamedClass.of(className), id);
    }

    /**
     * Returns whether a node holds what the database has in an attribute, for programs that show it. {@link Node#isLoaded} knows collections only.
     *
     * @param node that was loaded
     * @param attribute the name of the attribute; {@code id} for the id
     * @return false for a collection that bounds have left out, for a reference that is null because bounds have left out its object, and for the attributes of a
     *     stand-in
     * @throws IllegalArgumentException if the class has no such attribute
     */
    public boolean isLoaded(Node node, String attribute) {
        if (!node.isLoaded(attribute)) {
            return false;
        }
        KnownState known = scope.get().registry().find(node);
        LeftOut leftOut = known == null ? null : known.notLoaded();
        PersistentClass type = node.type();
        return leftOut == null
                || attribute.equals("id")
                || !leftOut.isMissing(type, node, type.attributes().indexOf(NodeAttributes.find(type, attribute)));
    }

    /**
     * Returns a query for the objects of a class, its subclasses included.
     *
     * @param className the name of the root class
     * @param rql the condition; blank for all objects
     * @return a query that was not asked yet; a mistake in it is found when it is
     */
    public Query<Node> query(String className, String rql) {
        requireUsable();
        return new Query<>(store.runner(), scope, NamedClass.of(className), rql);
    }

    /**
     * Returns a query for the objects whose ids SQL finds; see {@link Database#queryBySql}.
     *
     * @param className the name of their class, or of one above
     * @param sql one query that gives one column of ids
     * @param values one for each question mark; null for NULL
     * @return a query that was not asked yet
     */
    public SqlQuery<Node> queryBySql(String className, String sql, @Nullable Object... values) {
        requireUsable();
        return new SqlQuery<>(store, scope, NamedClass.of(className), sql, values);
    }

    /**
     * Returns the object with an id, with its complete structure, or with what the {@linkplain dev.espalier.annotation.Bounds bounds of the class} leave of it.
     *
     * @param className the name of its class, or of one above
     * @param id of the object
     * @return the object, never null
     * @throws dev.espalier.error.NotFoundException if there is none
     */
    public Node get(String className, long id) {
        return getAll(className, List.of(id)).get(0);
    }

    /**
     * Returns the object with an id, with the part of its structure within bounds.
     *
     * @param className the name of its class, or of one above
     * @param id of the object
     * @param bounds for example {@code bounds -> bounds.depth(1)}
     * @return the object, never null
     * @throws dev.espalier.error.NotFoundException if there is none
     * @throws dev.espalier.error.LimitException if its structure has more objects than the bounds allow
     */
    public Node get(String className, long id, UnaryOperator<LoadBounds> bounds) {
        return getAll(className, List.of(id), bounds).get(0);
    }

    /**
     * Returns the object with an id, as {@code get} does, and remembers nothing of it. That is a little faster, and takes less memory. If an object of it is
     * stored, it counts as one of unknown version: see {@link Query#untracked}.
     *
     * @param className the name of its class, or of one above
     * @param id of the object
     * @return the object, never null
     * @throws dev.espalier.error.NotFoundException if there is none
     */
    public Node getUntracked(String className, long id) {
        requireUsable();
        return (Node) store.getUntracked(NamedClass.of(className), id);
    }

    /**
     * Returns the objects with these ids, with their complete structures, or with what the {@linkplain dev.espalier.annotation.Bounds bounds of the class} leave of them, from one snapshot.
     *
     * @param className the name of their class, or of one above
     * @param ids of the objects
     * @return one object for each id, in the same order
     * @throws dev.espalier.error.NotFoundException if one of them is not there
     */
    public List<Node> getAll(String className, Collection<Long> ids) {
        return getAll(className, ids, UnaryOperator.identity());
    }

    /**
     * Returns the objects with these ids, with the parts of their structures within bounds, from one snapshot.
     *
     * @param className the name of their class, or of one above
     * @param ids of the objects
     * @param bounds for example {@code bounds -> bounds.stopAt("lines.product")}
     * @return one object for each id, in the same order
     * @throws dev.espalier.error.NotFoundException if one of them is not there
     * @throws dev.espalier.error.LimitException if they have more objects than the bounds allow
     */
    public List<Node> getAll(String className, Collection<Long> ids, UnaryOperator<LoadBounds> bounds) {
        requireUsable();
        List<Node> list = new ArrayList<>();
        for (Object object : store.get(
                NamedClass.of(className),
                Database.ids(ids),
                bounds.apply(LoadBounds.UNSAID).bounds())) {
            list.add((Node) object);
        }
        return list;
    }

    /**
     * Returns the members of a collection of an object, which are read in pages; see {@link Database#members}. Objects are nodes.
     *
     * @param className the name of the object's class, or of one above
     * @param id of the object
     * @param name the field: a list, set or array
     * @return members that were not read yet
     */
    public Members<Object> members(String className, long id, String name) {
        requireUsable();
        return Members.of(store, scope, collection(className, id, name, null));
    }

    /**
     * Returns the entries of a map of an object, which are read in pages; see {@link #members}.
     *
     * @param className the name of the object's class, or of one above
     * @param id of the object
     * @param name the field
     * @return entries that were not read yet
     */
    public Members<Map.Entry<Object, Object>> entries(String className, long id, String name) {
        requireUsable();
        return Members.ofMap(store, scope, collection(className, id, name, Object.class));
    }

    private static CollectionName collection(String className, long id, String name, @Nullable Class<?> keys) {
        return new CollectionName(
                NamedClass.of(className),
                id,
                Arguments.required("name", name, "the name of a collection"),
                keys,
                Object.class);
    }

    /** @throws IllegalStateException if the transaction is over, or of another thread */
    private void requireUsable() {
        ReadScope unused = scope.get();
    }
}
