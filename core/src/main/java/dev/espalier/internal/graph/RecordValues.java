package dev.espalier.internal.graph;

import org.jspecify.annotations.Nullable;

/** A record that is not constructed yet: its attributes as far as they are known, those that refer to objects still null. */
final class RecordValues {

    private final Object[] values;
    /** Whether the record is among those that are being constructed. */
    boolean isOpen;

    RecordValues(int attributes) {
        values = new Object[attributes];
    }

    void set(int attribute, @Nullable Object value) {
        values[attribute] = value;
    }

    Object[] all() {
        return values;
    }
}
