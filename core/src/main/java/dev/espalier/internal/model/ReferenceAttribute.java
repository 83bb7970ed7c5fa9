package dev.espalier.internal.model;

import static java.util.Objects.requireNonNull;

/**
 * A field that refers to another persistent object, or to none.
 *
 * @param target the declared class; the object may be of a subclass
 * @param indexed whether the field carries {@code @Index}
 * @param unique whether no two objects may refer to one: the field carries {@code @Unique}, or has an inverse that holds one object
 * @param isPart whether the object is a part of the one that has the field
 */
public record ReferenceAttribute(
        String name, Access access, PersistentClass target, boolean indexed, boolean unique, boolean isPart)
        implements Attribute {
    public ReferenceAttribute {
        requireNonNull(name);
        requireNonNull(access);
        requireNonNull(target);
    }

    ReferenceAttribute asUnique() {
        return new ReferenceAttribute(name, access, target, indexed, true, isPart);
    }
}
