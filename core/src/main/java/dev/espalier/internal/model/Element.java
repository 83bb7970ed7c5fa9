package dev.espalier.internal.model;

import static java.util.Objects.requireNonNull;

/** The kind of a collection's members: values, embedded records, or persistent objects. Members may be null. */
public sealed interface Element {

    /** A plain value. */
    record Value(ValueType type) implements Element {
        public Value {
            requireNonNull(type);
        }
    }

    /** A record without identity. */
    record Embedded(EmbeddedType type) implements Element {
        public Embedded {
            requireNonNull(type);
        }
    }

    /** A persistent object. */
    record Reference(PersistentClass target) implements Element {
        public Reference {
            requireNonNull(target);
        }
    }
}
