package dev.espalier.model;

import java.util.List;

/**
 * A record without identity, kept in columns of its owner. Unchanging, safe for any number of threads.
 */
public final class EmbeddedType {

    private final Class<?> javaClass;
    private final List<Attribute> components;
    private final Instantiator.OfRecord instantiator;

    EmbeddedType(Class<?> javaClass, List<Attribute> components, Instantiator.OfRecord instantiator) {
        this.javaClass = javaClass;
        this.components = List.copyOf(components);
        this.instantiator = instantiator;
    }

    public Class<?> javaClass() {
        return javaClass;
    }

    /** The components in the order of the canonical constructor: values, embedded records, references; no collections. */
    public List<Attribute> components() {
        return components;
    }

    /**
     * Whether a record can hold only nulls, so that its columns alone do not tell it from no record at all: then its owner keeps
     * a column that says whether it is there.
     */
    public boolean needsPresence() {
        return components.stream().noneMatch(c -> c instanceof ValueAttribute value && !value.nullable());
    }

    /** A new record from its components' values, in order, without their Optionals. */
    public Object construct(Object[] values) {
        return instantiator.construct(components, values, 0, null);
    }
}
