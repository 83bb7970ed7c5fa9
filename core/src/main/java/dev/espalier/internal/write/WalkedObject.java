package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.CHANGED_DURING_STORE;

import dev.espalier.error.StoreException;
import dev.espalier.internal.schema.ClassTable;
import org.jspecify.annotations.Nullable;

/** An object that a store has met. */
final class WalkedObject {

    final Object object;
    final ClassTable table;
    final @Nullable KnownState known;
    final boolean isNew;
    /** In the order in which objects were met. */
    final int place;

    long id;

    /** The state that the registry gets after the store; null if the object is not written. */
    @Nullable
    KnownState after;

    /** @param id 0 for a new one */
    WalkedObject(Object object, ClassTable table, @Nullable KnownState known, long id, int place) {
        this.object = object;
        this.table = table;
        this.known = known;
        this.id = id;
        this.isNew = id == 0;
        this.place = place;
    }

    StoreException changedMeanwhile(String found, @Nullable Throwable cause) {
        return new StoreException(
                CHANGED_DURING_STORE,
                this + ": found " + found
                        + "; expected no change while the object is stored. Nothing was"
                        + " stored; let one thread at a time change and store objects that threads share, and store again",
                cause);
    }

    @Override
    public String toString() {
        return table.type() + (isNew ? "" : " " + id);
    }
}
