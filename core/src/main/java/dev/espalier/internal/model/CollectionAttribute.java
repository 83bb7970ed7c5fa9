package dev.espalier.internal.model;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A field that holds a collection, a map or an array. The order of iteration is kept for all of them. Or a field that holds the one object at the other
 * end of a relation, and is derived from that object's reference.
 *
 * @param declaringClass the persistent class whose Java class declares the field; subclasses share its link table. A field whose
 *     type a generic class leaves open, such as {@code List<T>}, counts as declared if a subclass fixes the type
 * @param containers reads and builds the field's collections
 * @param key the key of a map; null for everything else
 * @param element the members, or the values of a map
 * @param indexed whether the field carries {@code @Index}
 * @param inverseOf the members' field of which it is the inverse, from which it is derived; null for a collection that is stored
 * @param isPart whether the members, or the values of a map, are parts of the object that has the field
 */
public record CollectionAttribute(
        String name,
        Access access,
        PersistentClass declaringClass,
        Container container,
        Containers containers,
        @Nullable Element key,
        Element element,
        boolean indexed,
        @Nullable String inverseOf,
        boolean isPart)
        implements Attribute {
    public CollectionAttribute {
        requireNonNull(name);
        requireNonNull(access);
        requireNonNull(declaringClass);
        requireNonNull(container);
        requireNonNull(containers);
        requireNonNull(element);
    }

    /** Whether it is the inverse of a reference, and not stored. */
    public boolean isInverse() {
        return inverseOf != null;
    }

    /** Whether it is the inverse of a reference and holds the one object that refers to its owner. */
    public boolean isOne() {
        return container == Container.ONE;
    }

    /** The name of the reference of which it is the inverse. */
    public String reference() {
        return requireNonNull(inverseOf, "only an inverse has a reference");
    }

    /** The declared class of the members of an inverse. */
    public PersistentClass members() {
        return ((Element.Reference) element).target();
    }

    /** The reference of which it is the inverse, as that class of its members has it. */
    public ReferenceAttribute reference(PersistentClass member) {
        return (ReferenceAttribute) requireNonNull(member.attribute(reference()));
    }
}
