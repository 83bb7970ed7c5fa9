package dev.espalier.internal.write;

import dev.espalier.internal.lease.IdBlock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.BitSet;

/** A block of ids from which a bulk load gives: one thread at a time, and any number of threads look. */
final class BulkBlock {

    private static final VarHandle END;

    static {
        try {
            END = MethodHandles.lookup().findVarHandle(BulkBlock.class, "end", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final IdBlock ids;
    /** All ids before this one were given. */
    private long end;

    private volatile boolean isUndone;
    /** Those of its objects that are parts of an owner of the same load, by their distance from the first. */
    private final BitSet owned = new BitSet();

    BulkBlock(IdBlock ids) {
        this.ids = ids;
        this.end = ids.first();
    }

    boolean isEmpty() {
        return end > ids.last();
    }

    long size() {
        return ids.count();
    }

    /** The id that {@link #take} gives next. */
    long next() {
        return end;
    }

    /** Counts the next id as given. To be called before an object gets it: a thread that sees the id in the object must find it here. */
    void take() {
        END.setRelease(this, end + 1);
    }

    /** Counts an object as a part of an owner; returns whether it was one already. For the thread of the encoder. */
    boolean own(long id) {
        int place = Math.toIntExact(id - ids.first());
        boolean wasOwned = owned.get(place);
        owned.set(place);
        return wasOwned;
    }

    /** The load was undone. */
    void undo() {
        isUndone = true;
    }

    boolean isUndone() {
        return isUndone;
    }

    /** The ids that were given. */
    IdBlock given() {
        return new IdBlock(ids.first(), (long) END.getAcquire(this) - ids.first());
    }

    /** Whether the id was given. */
    boolean hasGiven(long id) {
        return id >= ids.first() && id < (long) END.getAcquire(this);
    }
}
