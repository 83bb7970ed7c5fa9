package dev.espalier.internal.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The objects of classes that have no Java class. A model that a catalog describes makes them and reaches what they hold through this interface, so
 * that loading and storing are the same for them as for Java objects. Safe for any number of threads.
 */
public interface Nodes {

    /**
     * Makes a new object.
     *
     * @param type its class
     * @param slots what it holds at the beginning; from now on the object's own
     */
    Object newInstance(PersistentClass type, @Nullable Object[] slots);

    /** The class of an object of this kind, in whatever model; null for any other object. */
    @Nullable
    PersistentClass classOf(Object object);

    /**
     * The access to one slot of all objects that have it.
     *
     * @param empty what the slot holds if there is no value
     * @param formerNames see {@link Access#formerNames}
     */
    Access access(int slot, @Nullable Object empty, @Nullable List<String> formerNames);

    /** The access to the ids of the objects. */
    IdAccess id();
}
