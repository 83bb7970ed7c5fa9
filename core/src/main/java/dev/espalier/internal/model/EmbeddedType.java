package dev.espalier.internal.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record without identity, kept in columns of its owner. Unchanging, safe for any number of threads.
 */
public final class EmbeddedType {

    private final String name;
    /** Null if the records are {@link NodeRecord}s. */
    private final @Nullable Class<?> javaClass;

    private final List<Attribute> components;
    private final Instantiator.@Nullable OfRecord instantiator;

    EmbeddedType(Class<?> javaClass, List<Attribute> components, Instantiator.OfRecord instantiator) {
        this.name = javaClass.getSimpleName();
        this.javaClass = javaClass;
        this.components = List.copyOf(components);
        this.instantiator = instantiator;
    }

    /** A type without Java class. */
    EmbeddedType(String name, List<Attribute> components) {
        this.name = name;
        this.javaClass = null;
        this.components = List.copyOf(components);
        this.instantiator = null;
    }

    /** The simple name of the record. */
    public String name() {
        return name;
    }

    /**
     * The Java record.
     *
     * @throws IllegalStateException if there is none
     */
    public Class<?> javaClass() {
        if (javaClass == null) {
            throw new IllegalStateException(name + " has no Java class");
        }
        return javaClass;
    }

    /** Whether the object is one of these records. A node checks its own. */
    public boolean isInstance(Object value) {
        return javaClass == null || javaClass.isInstance(value);
    }

    /** Whether both are records of one Java class; the components of a generic one may still be of other types. */
    public boolean isOfSameClassAs(EmbeddedType other) {
        return other == this || javaClass != null && javaClass == other.javaClass;
    }

    /** The components in the order of the canonical constructor: values, embedded records, references; no collections. */
    public List<Attribute> components() {
        return components;
    }

    /**
     * Whether a record can hold only nulls, so that its columns alone do not distinguish it from no record at all: then its owner keeps
     * a column that says whether it is there.
     */
    public boolean needsPresence() {
        return components.stream().noneMatch(c -> c instanceof ValueAttribute value && !value.nullable());
    }

    /** A new record from its components' values, in order, without their Optionals. */
    public Object construct(@Nullable Object[] values) {
        return instantiator == null
                ? new NodeRecord(components, values)
                : instantiator.construct(components, values, 0, null);
    }
}
