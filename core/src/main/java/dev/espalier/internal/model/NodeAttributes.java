package dev.espalier.internal.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads what objects without Java class hold, by the names of their attributes. */
public final class NodeAttributes {

    private NodeAttributes() {}

    /** @throws IllegalArgumentException if the class has no such attribute */
    public static Attribute find(PersistentClass type, String name) {
        Attribute found = type.attribute(Objects.requireNonNull(name));
        if (found == null) {
            throw new IllegalArgumentException(type + " has no attribute " + name + "; expected one of "
                    + NameList.of(
                            type.attributes().stream().map(Attribute::name).toList()));
        }
        return found;
    }

    /**
     * Returns the value of an attribute; for a collection one that can be changed, or what stands for one that was not loaded.
     *
     * @param type the class of the node
     * @throws IllegalArgumentException if the class has no such attribute
     */
    public static @Nullable Object get(PersistentClass type, Object node, String name) {
        Attribute found = find(type, name);
        Object value = found.access().get(node);
        if (value == NotLoaded.Null.NULL) {
            return null;
        }
        if (value == null && found instanceof CollectionAttribute collection) {
            value = collection.containers().empty();
            found.access().set(node, value);
        }
        return value;
    }
}
