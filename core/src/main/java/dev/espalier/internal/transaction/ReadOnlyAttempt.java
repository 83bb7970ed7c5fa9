package dev.espalier.internal.transaction;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Snapshot;
import dev.espalier.internal.schema.ClassTable;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one snapshot and writes nothing. For one thread. */
final class ReadOnlyAttempt extends WorkAttempt {

    private final ConnectionSource source;
    /** Null before the first read and after the end. */
    private @Nullable Snapshot snapshot;

    ReadOnlyAttempt(ConnectionSource source) {
        this.source = source;
    }

    @Override
    Snapshot snapshot(Writes writes) {
        return unsentSnapshot(); // there are none
    }

    @Override
    Snapshot unsentSnapshot() {
        if (snapshot == null) {
            snapshot = source.snapshot();
        }
        return snapshot.lent();
    }

    @Override
    boolean mayWrite() {
        return false;
    }

    @Override
    boolean locks() {
        return false;
    }

    @Override
    void lockIfItLocks(Map<ClassTable, Set<Long>> ids) {}

    @Override
    LockingAttempt locking(LockPlan plan) {
        throw new IllegalStateException("work that only reads locks nothing");
    }

    @Override
    boolean isBegun() {
        return snapshot != null;
    }

    @Override
    @Nullable
    EspalierException firstError() {
        return snapshot == null ? null : snapshot.session().failure();
    }

    @Override
    public Outcome commit(Writes writes) {
        close();
        return new Outcome.Committed(versions());
    }

    @Override
    public void close() {
        try (Snapshot ended = snapshot) {
            snapshot = null;
        }
    }
}
