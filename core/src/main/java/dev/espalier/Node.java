package dev.espalier;

import dev.espalier.internal.Arguments;
import dev.espalier.internal.model.Access;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.IdAccess;
import dev.espalier.internal.model.NodeAttributes;
import dev.espalier.internal.model.NodeValues;
import dev.espalier.internal.model.Nodes;
import dev.espalier.internal.model.NotLoaded;
import dev.espalier.internal.model.PersistentClass;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An object of a database that was opened without Java classes: by its catalog ({@link Database#openCatalog(String, Settings)}), or with the model of a
 * {@link dev.espalier.evolution.ModelDraft}. It has a class, an id, and attributes, which are reached by their names. It is stored, queried and deleted as any other object. Two nodes are equal if they are the same Java
 * object.
 *
 * <p>An attribute holds what its Java field would: a value of the same Java class, a reference to another node, or a collection. These differ:
 *
 * <ul>
 *   <li>the constant of an enum is its name, a {@code String};
 *   <li>an embedded record is an unmodifiable {@code Map} from the names of its components to their values;
 *   <li>a list or an array is an {@code ArrayList}, a set a {@code LinkedHashSet}, a map a {@code LinkedHashMap}, a sorted set of values a
 *       {@code TreeSet}, a sorted map with values as keys a {@code TreeMap}. A sorted collection of records or objects keeps the stored order.
 * </ul>
 *
 * <p>As safe for concurrent use as a Java object with ordinary fields.
 */
public final class Node {

    static final Nodes NODES = new OfNodes();

    private static final VarHandle ID = idHandle();

    private final PersistentClass type;
    private final @Nullable Object[] slots;
    private volatile long id;

    private Node(PersistentClass type, @Nullable Object[] slots) {
        this.type = type;
        this.slots = slots;
    }

    /**
     * Returns the name of the node's class.
     *
     * @return the name
     */
    public String className() {
        return type.name();
    }

    PersistentClass type() {
        return type;
    }

    /**
     * Returns whether the node is an object of a class or of one below it.
     *
     * @param className the name of a class
     * @return true if it is; false for a name that is no class's
     */
    public boolean isA(String className) {
        PersistentClass other = type.model().find(Arguments.required("className", className, "the name of a class"));
        return other != null && type.isSubclassOf(other);
    }

    /**
     * Returns the id of the node.
     *
     * @return the id; 0 for a node that was not stored
     */
    public long id() {
        return id;
    }

    /**
     * Returns the names of the attributes: inherited ones first, without the id.
     *
     * @return the names
     */
    public List<String> attributes() {
        return type.attributes().stream().map(Attribute::name).toList();
    }

    /**
     * Returns the value of an attribute.
     *
     * @param attribute the name of the attribute; {@code id} for the id
     * @return a value, a node or a map of components, possibly null; or a collection that can be changed; for a collection that bounds have left out,
     *     what {@link Settings#leftOutCollections} says
     * @throws IllegalArgumentException if the class has no such attribute
     */
    public @Nullable Object get(String attribute) {
        if (attribute.equals("id")) {
            return id;
        }
        return NodeAttributes.get(type, this, attribute);
    }

    /**
     * Returns the value of an attribute as an object of a Java class.
     *
     * <pre>{@code String name = order.get("buyer", Node.class).get("name", String.class);}</pre>
     *
     * @param <T> the class
     * @param attribute the name of the attribute
     * @param as the class of the value; {@code Integer} for an {@code int}, {@code Node} for a reference, {@code List}, {@code Map} and the like for others
     * @return what it holds, possibly null
     * @throws IllegalArgumentException if the class has no such attribute, or if it holds something else
     */
    public <T> @Nullable T get(String attribute, Class<T> as) {
        Object value = get(attribute);
        if (value != null && !as.isInstance(value)) {
            throw new IllegalArgumentException(this + "." + attribute + ": found a "
                    + value.getClass().getSimpleName() + "; expected a " + as.getSimpleName());
        }
        return as.cast(value);
    }

    /**
     * Returns whether an attribute is loaded.
     *
     * @param attribute the name of the attribute; {@code id} for the id
     * @return false for a collection that bounds have left out, which {@link #get} returns as one that throws, or as null
     * @throws IllegalArgumentException if the class has no such attribute
     * @see Settings#leftOutCollections
     */
    public boolean isLoaded(String attribute) {
        return attribute.equals("id")
                || !(NodeAttributes.find(type, attribute).access().get(this) instanceof NotLoaded);
    }

    /**
     * Sets an attribute. The database is not changed before the node is stored.
     *
     * @param attribute the name of the attribute
     * @param value of the attribute's Java class, or a whole number that it can hold; for a reference, and for an inverse that holds one object, a node of
     *     the same database, or null; for an embedded
     *     record a map from the names of its components, of which those that are missing are null; for a collection any collection, for a map any map,
     *     whose members are copied
     * @return this node
     * @throws IllegalArgumentException if the class has no such attribute
     * @throws dev.espalier.error.StoreException {@code bad-value} if the attribute cannot hold the value; nothing was changed
     */
    public Node set(String attribute, @Nullable Object value) {
        if (attribute.equals("id")) {
            throw new IllegalArgumentException(
                    this + ".id: found a new id; expected none, because the database gives ids");
        }
        Attribute found = NodeAttributes.find(type, attribute);
        Object checked = NodeValues.checked(this + "." + attribute, found, value);
        Object held = found.access().get(this);
        if (found instanceof CollectionAttribute collection
                && collection.isInverse()
                && held instanceof Collection<?> members
                && !(held instanceof NotLoaded)) {
            replace(members, (Collection<?>) checked);
        } else if (checked != null || held != NotLoaded.Null.NULL) {
            found.access().set(this, checked);
        }
        return this;
    }

    /** An inverse knows what it held when it was loaded; so it stays the same collection. */
    @SuppressWarnings("unchecked")
    private static void replace(Collection<?> members, @Nullable Collection<?> others) {
        members.clear();
        if (others != null) {
            ((Collection<Object>) members).addAll(others);
        }
    }

    /** Returns the class and the id. */
    @Override
    public String toString() {
        return id == 0 ? "new " + type : type + " " + id;
    }

    private static VarHandle idHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(Node.class, "id", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Creates and reads nodes for the model. */
    private static final class OfNodes implements Nodes {

        private final IdAccess ids = new Ids();

        @Override
        public Object newInstance(PersistentClass type, @Nullable Object[] slots) {
            return new Node(type, slots);
        }

        @Override
        public @Nullable PersistentClass classOf(Object object) {
            return object instanceof Node node ? node.type : null;
        }

        @Override
        public Access access(int slot, @Nullable Object empty, @Nullable List<String> formerNames) {
            return new Slot(slot, empty, formerNames);
        }

        @Override
        public IdAccess id() {
            return ids;
        }
    }

    private record Slot(
            int at, @Nullable Object empty, @Nullable List<String> formerNames) implements Access {

        @Override
        public @Nullable Object get(Object owner) {
            return ((Node) owner).slots[at];
        }

        @Override
        public void set(Object owner, @Nullable Object value) {
            ((Node) owner).slots[at] = wrap(value);
        }

        @Override
        public @Nullable Object wrap(@Nullable Object value) {
            return value == null ? empty : value;
        }
    }

    private static final class Ids implements IdAccess {

        @Override
        public long get(Object object) {
            return ((Node) object).id;
        }

        @Override
        public void set(Object object, long id) {
            ID.set((Node) object, id);
        }

        @Override
        public boolean claim(Object object, long id) {
            return ID.compareAndSet((Node) object, 0L, id);
        }

        @Override
        public boolean isWritable() {
            return true;
        }
    }
}
