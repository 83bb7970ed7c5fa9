package dev.espalier.internal.transaction;

import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.write.Deletion;
import dev.espalier.internal.write.Write;
import dev.espalier.internal.write.WriteSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/** The writes of a unit of work, in the order of its calls. Consecutive write sets are merged into one. Pure data; for one thread. */
final class Writes {

    private final List<Write> closed = new ArrayList<>();
    private WriteSet.Union open = new WriteSet.Union();

    /** A single write. */
    static Writes of(Write only) {
        Writes writes = new Writes();
        writes.closed.add(only);
        return writes;
    }

    /** Adds a write behind the others. */
    void add(Write write) {
        if (write instanceof WriteSet set) {
            if (!open.takes(set)) {
                close();
            }
            open.add(set);
        } else {
            close();
            closed.add(write);
        }
    }

    /** Whether a write deletes objects. */
    boolean deletes() {
        return closed.stream().anyMatch(Deletion.class::isInstance);
    }

    /** Whether the transaction that has read those objects can commit the writes; see {@link WriteSet#fits}. */
    boolean fit(LongPredicate isInSnapshot) {
        return all().stream().allMatch(write -> write instanceof WriteSet set && set.fits(isInSnapshot));
    }

    /** Whether one of them may give parts to owners, or take them away. */
    boolean changeParts(Schema schema) {
        return all().stream().anyMatch(write -> write instanceof WriteSet set && set.changesParts(schema));
    }

    /** Whether there is nothing to send. */
    boolean isEmpty() {
        return closed.isEmpty() && open.isEmpty();
    }

    /** All writes so far. Later writes only come behind them, so a transaction that has sent some can go on with the next one. */
    List<Write> all() {
        close();
        return closed;
    }

    private void close() {
        if (!open.isEmpty()) {
            closed.add(open.toSet());
            open = new WriteSet.Union();
        }
    }
}
