package dev.espalier;

import dev.espalier.internal.catalog.change.Allowed;

/** The changes that an opening makes if the tables do not fit the model. No mode deletes anything. */
public enum SchemaMode {

    /** Changes nothing. A database that needs a change is refused with the error {@code schema-change}, whose message lists what is missing. */
    VALIDATE(Allowed.NONE),

    /**
     * Makes the changes that lose nothing and need no answer: new classes, attributes, components and indexes, types that hold more, fields in another
     * order, and the renames that {@code @Was} declares. Other changes are refused with the error {@code schema-change},
     * {@code renamed} or {@code model-mismatch}. The default.
     */
    ADDITIVE(Allowed.BESIDE_OTHERS),

    /**
     * Makes the changes of {@link #ADDITIVE}, and those too during which no other program may use the database: if the table has rows,
     * a new component of records in a collection, and on PostgreSQL a type that holds more. Use it when the other programs have been stopped.
     */
    APPLY(Allowed.ALONE);

    private final Allowed allowed;

    SchemaMode(Allowed allowed) {
        this.allowed = allowed;
    }

    Allowed allowed() {
        return allowed;
    }
}
