package dev.espalier.transaction;

import dev.espalier.write.Deletion;
import dev.espalier.write.Write;
import dev.espalier.write.WriteSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/** What a transaction writes, in the order of its calls; sets that follow each other are made one. Pure data; for one thread. */
public final class Writes {

    private final List<Write> closed = new ArrayList<>();
    private WriteSet.Union open = new WriteSet.Union();

    /** One write and nothing else. */
    public static Writes of(Write only) {
        Writes writes = new Writes();
        writes.closed.add(only);
        return writes;
    }

    /** Adds what comes next. */
    public void add(Write write) {
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

    /** Whether something is deleted. */
    public boolean deletes() {
        return closed.stream().anyMatch(Deletion.class::isInstance);
    }

    /** Whether the transaction that has read those objects can send them; see {@link WriteSet#fits}. */
    boolean fit(LongPredicate isInSnapshot) {
        return all().stream().allMatch(write -> write instanceof WriteSet set && set.fits(isInSnapshot));
    }

    /** Whether there is nothing to send. */
    public boolean isEmpty() {
        return closed.isEmpty() && open.isEmpty();
    }

    /** All of it. What is added later changes nothing of it, so that who has sent some of it can go on where it stopped. */
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
