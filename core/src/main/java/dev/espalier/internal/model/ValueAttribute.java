package dev.espalier.internal.model;

import static java.util.Objects.requireNonNull;

/**
 * A field that holds one value.
 *
 * @param nullable false for primitives
 * @param indexed whether the field carries {@code @Index}
 * @param unique whether the field carries {@code @Unique}
 */
public record ValueAttribute(
        String name, Access access, ValueType type, boolean nullable, boolean indexed, boolean unique)
        implements Attribute {
    public ValueAttribute {
        requireNonNull(name);
        requireNonNull(access);
        requireNonNull(type);
    }
}
