package dev.espalier.internal.transaction;

import dev.espalier.error.UnknownOutcomeException;
import dev.espalier.internal.catalog.Catalog;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.FirstFailure;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.write.WriteSender;
import java.time.Clock;
import java.util.function.Supplier;

/** Begins transactions of the database, each with a commit marker. Safe for any number of threads. */
final class DatabaseTransactions implements AutoCloseable {

    private final ConnectionSource source;
    private final Clock clock;
    private final TransactionCounters counters;
    private final CommitMarkers markers;
    private final WriteSender sender;
    private final Catalog catalog;

    DatabaseTransactions(
            ConnectionSource source, WriteSender sender, Catalog catalog, Clock clock, TransactionCounters counters) {
        this.source = source;
        this.sender = sender;
        this.catalog = catalog;
        this.clock = clock;
        this.counters = counters;
        this.markers = new CommitMarkers(source, clock, catalog.registration()::requireCurrent);
    }

    /** Removes the commit markers of programs that died. */
    void removeAbandoned() {
        markers.removeAbandoned();
    }

    /** Begins a transaction that reads one snapshot, and sees what is sent in it. It gets the right to write with its first write. */
    DatabaseTransaction beginSnapshot() {
        CommitMarker marker = markers.take();
        return orGiveBack(marker, () -> {
            marker.begin();
            long turnsBefore = source.turnsEnded();
            return new DatabaseTransaction(this, source.begun(Session::beginWork), marker, null, turnsBefore);
        });
    }

    /** Begins a transaction that sees the latest committed state of everything that it touches. */
    DatabaseTransaction beginLatest() {
        CommitMarker marker = markers.take();
        return orGiveBack(marker, () -> {
            marker.prepare();
            ConnectionSource.Turn turn = source.turnToWrite();
            return FirstFailure.orUndo(
                    () -> new DatabaseTransaction(
                            this, source.begun(Session::beginWrite), marker, turn, source.turnsEnded()),
                    turn::close);
        });
    }

    private DatabaseTransaction orGiveBack(CommitMarker marker, Supplier<DatabaseTransaction> begin) {
        return FirstFailure.orUndo(begin, () -> markers.giveBack(marker));
    }

    void giveBack(CommitMarker marker) {
        markers.giveBack(marker);
    }

    WriteSender sender() {
        return sender;
    }

    Catalog catalog() {
        return catalog;
    }

    ConnectionSource source() {
        return source;
    }

    TransactionCounters counters() {
        return counters;
    }

    /**
     * Whether a transaction with an unknown outcome was committed.
     *
     * @throws UnknownOutcomeException if the database cannot be asked now either
     */
    boolean isCommitted(UnknownOutcomeException unknown) {
        if (!source.engine().isServer()) {
            throw unknown;
        }
        return CommitMarker.of(unknown, source, clock).isCommitted(unknown);
    }

    /** Removes the rows of the commit markers. */
    @Override
    public void close() {
        markers.close();
    }
}
