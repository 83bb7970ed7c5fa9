package dev.espalier.internal.graph;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.jdbc.FirstFailure;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.Session;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;

/** Runs the fetches of a level, each on a session that is free. */
final class FetchRunner {

    /** If several sessions share the ids of a relation, a chunk of fewer is not worth a statement of its own. */
    private static final int SMALLEST_SHARE = 500;

    private final Sessions sessions;
    private final int idsPerStatement;
    private final boolean endsCycles;

    FetchRunner(Sessions sessions) {
        this.sessions = sessions;
        this.endsCycles = sessions.all().get(0).dialect().endsCycles();
        this.idsPerStatement = sessions.all().get(0).dialect().limits().idsPerStatement();
    }

    /** Whether a recursive query ends if references lead back to each other. */
    boolean endsCycles() {
        return endsCycles;
    }

    /**
     * Whether members of objects that are not known yet are asked by the condition that finds the objects. All statements must see the same state of the
     * database. It saves a round trip, which an embedded database does not have: there, an object with one collection took twice as long (2026-11-23).
     */
    boolean readsMembersAhead() {
        return sessions.all().get(0).seesOneState()
                && sessions.all().get(0).engine().isServer();
    }

    /** The same for objects of a limited number, whose order decides which they are. */
    boolean readsMembersOfCutAhead() {
        return readsMembersAhead() && sessions.all().get(0).dialect().cutsSubqueries();
    }

    boolean isParallel() {
        return sessions.size() > 1;
    }

    /** Cuts ids into as many as one statement takes, or fewer if that keeps more sessions busy. */
    List<long[]> chunks(long[] ids) {
        int share = Math.max(SMALLEST_SHARE, (ids.length + sessions.size() - 1) / sessions.size());
        int size = Math.min(idsPerStatement, share);
        List<long[]> chunks = new ArrayList<>();
        for (int from = 0; from < ids.length; from += size) {
            chunks.add(
                    from == 0 && size >= ids.length
                            ? ids
                            : Arrays.copyOfRange(ids, from, Math.min(ids.length, from + size)));
        }
        return chunks;
    }

    /** Runs all of them; the first failure ends the work and is thrown when no session is busy any more. */
    void run(List<Fetch> fetches) {
        if (isParallel()) {
            share(fetches);
        } else {
            runTogether(sessions.all().get(0), fetches);
        }
    }

    /** On one session, with as few round trips as can be: what need not wait for another's rows is asked at once. */
    private static void runTogether(Session session, List<Fetch> fetches) {
        if (fetches.size() == 1) {
            ask(session, fetches.get(0));
            return;
        }
        List<Fetch> open = fetches;
        while (!open.isEmpty()) {
            List<Fetch> asking = new ArrayList<>();
            List<Reading> readings = new ArrayList<>();
            for (Fetch fetch : open) {
                List<Reading> next =
                        fetch.next(session.dialect(), session.engine().isServer());
                if (!next.isEmpty()) {
                    asking.add(fetch);
                    readings.addAll(next);
                }
            }
            session.query(readings);
            open = asking;
        }
    }

    private static void ask(Session session, Fetch fetch) {
        boolean together = session.engine().isServer();
        for (List<Reading> next = fetch.next(session.dialect(), together);
                !next.isEmpty();
                next = fetch.next(session.dialect(), together)) {
            session.query(next);
        }
    }

    private void share(List<Fetch> fetches) {
        Queue<Fetch> waiting = new ConcurrentLinkedQueue<>(fetches);
        List<CompletableFuture<Void>> helpers = new ArrayList<>();
        FirstFailure failure = new FirstFailure();
        failure.of(() -> {
            startHelpers(fetches.size(), waiting, helpers);
            work(sessions.all().get(0), waiting);
        });
        waiting.clear(); // something is left after a failure only
        for (CompletableFuture<Void> helper : helpers) {
            try {
                helper.join();
            } catch (CompletionException e) {
                failure.add(requireNonNull(e.getCause()));
            }
        }
        failure.rethrow();
    }

    private void startHelpers(int fetches, Queue<Fetch> waiting, List<CompletableFuture<Void>> helpers) {
        for (Session session : sessions.all().subList(1, Math.min(sessions.size(), Math.max(1, fetches)))) {
            try {
                helpers.add(CompletableFuture.runAsync(() -> work(session, waiting), sessions.executor()));
            } catch (RejectedExecutionException e) {
                // The database is being closed. This thread reads alone, and its connection reports what has happened.
                return;
            }
        }
    }

    private static void work(Session session, Queue<Fetch> waiting) {
        try {
            for (Fetch fetch = waiting.poll(); fetch != null; fetch = waiting.poll()) {
                ask(session, fetch);
            }
        } catch (RuntimeException | Error e) {
            waiting.clear();
            throw e;
        }
    }
}
