package dev.espalier.internal.model;

import static java.util.Objects.requireNonNull;

/** A field that holds a record without identity: its components become columns of the owner. The record may be null. */
public record EmbeddedAttribute(String name, Access access, EmbeddedType type) implements Attribute {
    public EmbeddedAttribute {
        requireNonNull(name);
        requireNonNull(access);
        requireNonNull(type);
    }
}
