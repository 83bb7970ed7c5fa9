package dev.espalier.internal.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes one field of an object, whatever its visibility, and takes {@code Optional}s off and puts them on: an empty
 * Optional (or a null one) is null here, and null is written back as an empty Optional. Safe for any number of threads.
 */
public interface Access {

    /** The field's value, boxed, or null. */
    @Nullable
    Object get(Object owner);

    /**
     * Writes the field.
     *
     * @param value of the field's (boxed) type; null leaves zero in a primitive field
     * @throws UnsupportedOperationException on a record, whose components are given when it is constructed
     */
    void set(Object owner, @Nullable Object value);

    /**
     * The value as the field itself would hold it, for constructing records: wrapped in an Optional if the field is one, zero
     * for null if it is primitive.
     */
    @Nullable
    Object wrap(@Nullable Object value);

    /** The names that the field had before, by its {@link dev.espalier.annotation.Was}; empty for a new field; null if it has no such annotation. */
    default @Nullable List<String> formerNames() {
        return null;
    }
}
