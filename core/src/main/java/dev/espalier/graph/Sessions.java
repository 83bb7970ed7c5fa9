package dev.espalier.graph;

import static java.util.Objects.requireNonNull;

import dev.espalier.dialect.RowLock;
import dev.espalier.jdbc.Session;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * The sessions that one answer is read through, all of which see the same snapshot. With more than one, relations of the same
 * level are read at the same time.
 *
 * @param executor runs the sessions but the first, which the caller's thread serves; it must not queue a task behind others
 * @param rootLock how the objects that are asked for are locked while they are read; null for not at all
 */
public record Sessions(List<Session> all, Executor executor, RowLock rootLock) {
    public Sessions {
        all = List.copyOf(all);
        requireNonNull(executor);
        if (all.isEmpty()) {
            throw new IllegalArgumentException("no session");
        }
    }

    /** Several, which lock nothing. */
    public Sessions(List<Session> all, Executor executor) {
        this(all, executor, null);
    }

    /** One session, used by the caller's thread. */
    public static Sessions of(Session session) {
        return locking(session, null);
    }

    /** One session, used by the caller's thread, which locks the objects that are asked for; not if the lock is null. */
    public static Sessions locking(Session session, RowLock rootLock) {
        return new Sessions(List.of(session), Runnable::run, rootLock);
    }

    int size() {
        return all.size();
    }
}
