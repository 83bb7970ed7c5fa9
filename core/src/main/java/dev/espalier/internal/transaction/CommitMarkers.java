package dev.espalier.internal.transaction;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.catalog.tables.SystemTables;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.jdbc.Workers;
import dev.espalier.internal.lease.CommitRows;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pool of one program's commit markers: as many as it has had transactions at a time. Safe for any number of threads. */
final class CommitMarkers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CommitMarkers.class);

    /** A row that was not written to for so long belongs to a program that died. A program that lives on would insert another row. */
    static final Duration ABANDONED_AFTER = Duration.ofDays(7);

    private final ConnectionSource source;
    private final Clock clock;
    private final Consumer<Session> proof;
    private final Queue<CommitMarker> free = new ConcurrentLinkedQueue<>();

    /** @param proof proves in a transaction that the program may write */
    CommitMarkers(ConnectionSource source, Clock clock, Consumer<Session> proof) {
        this.source = source;
        this.clock = clock;
        this.proof = proof;
    }

    /** A marker that no other transaction uses, to be given back. */
    CommitMarker take() {
        CommitMarker marker = free.poll();
        return marker == null ? new CommitMarker(source, clock, proof) : marker;
    }

    void giveBack(CommitMarker marker) {
        free.add(marker);
    }

    /** Removes the rows of programs that died, one by one, so that no row in use is locked. */
    void removeAbandoned() {
        if (source.engine().isServer() && source.readOnlyReason().isEmpty()) {
            try (Session session = source.session()) {
                remove(session, CommitRows.slotsBefore(session, clock.millis() - ABANDONED_AFTER.toMillis()));
            }
        }
    }

    private void remove(Session session, List<Long> slots) {
        slots.forEach(slot -> CommitRows.delete(session, slot));
    }

    /** Removes the rows that are not in use. A row that cannot be removed now is removed as abandoned later. */
    @Override
    public void close() {
        List<Long> slots = new ArrayList<>();
        for (CommitMarker marker = free.poll(); marker != null; marker = free.poll()) {
            if (marker.slot() != 0) {
                slots.add(marker.slot());
            }
        }
        if (!slots.isEmpty()) {
            Workers.evenIfInterrupted(() -> remove(slots));
        }
    }

    private void remove(List<Long> slots) {
        try (Session session = source.session()) {
            remove(session, slots);
        } catch (EspalierException e) {
            LOG.debug("{} rows of {} stay for now: {}", slots.size(), SystemTables.COMMITS.name(), e.getMessage());
        }
    }
}
