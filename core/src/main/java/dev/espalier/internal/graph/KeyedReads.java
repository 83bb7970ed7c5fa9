package dev.espalier.internal.graph;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Container;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.EmbeddedType;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds out whether the hash codes, or the order, of a collection's members may depend on what is in a set or a map of objects; for one collection. */
public final class KeyedReads {

    private final Set<PersistentClass> seen = new HashSet<>();

    private KeyedReads() {}

    /** @param keyed a set or a map */
    static boolean of(CollectionAttribute keyed) {
        return areComparedByContent(keyed) && new KeyedReads().lead(found(keyed));
    }

    /**
     * Whether the hash codes, or the order, of its members may depend on their fields.
     *
     * @param keyed a set or a map
     */
    public static boolean areComparedByContent(CollectionAttribute keyed) {
        boolean isSorted = keyed.container() == Container.SORTED_SET || keyed.container() == Container.SORTED_MAP;
        return isSorted
                || !(found(keyed) instanceof Element.Reference reference)
                || reference.target().concreteClasses().stream().anyMatch(KeyedReads::isComparedByContent);
    }

    /** Returns the member of a set, or the key of a map. */
    private static Element found(CollectionAttribute keyed) {
        return keyed.key() == null ? keyed.element() : keyed.key();
    }

    /** Whether objects of the class are equal by what they hold. An object's own hash code never changes. */
    private static boolean isComparedByContent(PersistentClass type) {
        return type.hasJavaClass() && (type.isRecord() || hasHashCode(type.javaClass()));
    }

    private static boolean hasHashCode(Class<?> type) {
        try {
            return type.getMethod("hashCode").getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException | LinkageError e) {
            // Another method names a class that the program does not have.
            return true;
        }
    }

    private boolean lead(Element element) {
        if (element instanceof Element.Reference reference) {
            return leads(reference.target());
        }
        return element instanceof Element.Embedded embedded && leads(embedded.type());
    }

    private boolean leads(EmbeddedType type) {
        return lead(type.components());
    }

    private boolean leads(PersistentClass target) {
        return target.concreteClasses().stream().anyMatch(type -> seen.add(type) && lead(type.attributes()));
    }

    private boolean lead(List<Attribute> attributes) {
        return attributes.stream().anyMatch(this::leads);
    }

    private boolean leads(Attribute attribute) {
        if (attribute instanceof ReferenceAttribute reference) {
            return leads(reference.target());
        }
        if (attribute instanceof EmbeddedAttribute embedded) {
            return leads(embedded.type());
        }
        return attribute instanceof CollectionAttribute collection
                && (isKeyedByObjects(collection) || lead(collection.element()));
    }

    private static boolean isKeyedByObjects(CollectionAttribute collection) {
        return switch (collection.container()) {
            case LIST, ARRAY, ONE -> false;
            case SET, SORTED_SET, MAP, SORTED_MAP ->
                !isComplete(collection.element()) || collection.key() != null && !isComplete(collection.key());
        };
    }

    /** Whether it refers to no object. A set or a map of such members is filled before all others. */
    private static boolean isComplete(Element element) {
        return element instanceof Element.Value
                || element instanceof Element.Embedded embedded && isComplete(embedded.type());
    }

    private static boolean isComplete(EmbeddedType type) {
        return type.components().stream()
                .noneMatch(component -> component instanceof ReferenceAttribute
                        || component instanceof EmbeddedAttribute embedded && !isComplete(embedded.type()));
    }
}
