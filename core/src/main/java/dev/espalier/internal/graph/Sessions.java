package dev.espalier.internal.graph;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.jdbc.Session;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * The sessions that one answer is read through, all of which see the same snapshot. With more than one, relations of the same
 * level are read at the same time.
 *
 * @param executor runs the sessions but the first, which the caller's thread serves; it must not queue a task behind others
 */
public record Sessions(List<Session> all, Executor executor) {
    public Sessions {
        all = List.copyOf(all);
        requireNonNull(executor);
        if (all.isEmpty()) {
            throw new IllegalArgumentException("no session");
        }
    }

    /** One session, used by the caller's thread. */
    public static Sessions of(Session session) {
        return new Sessions(List.of(session), Runnable::run);
    }

    int size() {
        return all.size();
    }
}
