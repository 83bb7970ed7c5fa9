package dev.espalier.internal.transaction;

import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.write.Deletion;
import dev.espalier.internal.write.Write;
import dev.espalier.internal.write.WriteSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** The writes of a unit of work, in the order of its calls. Consecutive write sets are merged into one. Pure data; for one thread. */
final class Writes {

    private final List<Write> closed = new ArrayList<>();
    /** The first of the last write sets, as it is: most units of work store once. Null if the last write is no write set, or for none. */
    private @Nullable WriteSet first;
    /** The last write sets, if they are several. */
    private WriteSet.@Nullable Union union;

    /** A single write. */
    static Writes of(Write only) {
        Writes writes = new Writes();
        writes.closed.add(only);
        return writes;
    }

    /** Adds a write behind the others. */
    void add(Write write) {
        if (write instanceof WriteSet set) {
            add(set);
        } else {
            close();
            closed.add(write);
        }
    }

    private void add(WriteSet set) {
        if (first == null) {
            first = set;
            return;
        }
        WriteSet.Union all = union;
        if (all == null) {
            all = new WriteSet.Union();
            all.add(first);
        }
        if (all.takes(set)) {
            all.add(set);
            union = all;
        } else {
            close();
            first = set;
        }
    }

    /** Whether a write deletes objects. */
    boolean deletes() {
        for (Write write : closed) {
            if (write instanceof Deletion) {
                return true;
            }
        }
        return false;
    }

    /** Whether the transaction that has read those objects can commit the writes; see {@link WriteSet#fits}. */
    boolean fit(LongPredicate isInSnapshot) {
        for (Write write : all()) {
            if (!(write instanceof WriteSet set) || !set.fits(isInSnapshot)) {
                return false;
            }
        }
        return true;
    }

    /** Whether one of them may give parts to owners, or take them away. */
    boolean changeParts(Schema schema) {
        for (Write write : all()) {
            if (write instanceof WriteSet set && set.changesParts(schema)) {
                return true;
            }
        }
        return false;
    }

    /** Whether there is nothing to send. */
    boolean isEmpty() {
        return closed.isEmpty() && first == null;
    }

    /** All writes so far. Later writes only come behind them, so a transaction that has sent some can go on with the next one. */
    List<Write> all() {
        close();
        return closed;
    }

    private void close() {
        if (first != null) {
            closed.add(union == null ? first : union.toSet());
            first = null;
            union = null;
        }
    }
}
