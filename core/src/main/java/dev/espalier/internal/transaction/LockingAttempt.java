package dev.espalier.internal.transaction;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.dialect.RowLock;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.write.RowLocks;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;

/**
 * Reads the latest committed state, locks objects, and commits the transaction that holds the locks. If the engine has a single writer, the
 * attempt is that writer from its beginning. For one thread.
 */
final class LockingAttempt extends WritingAttempt {

    LockingAttempt(Transactions services, ObjectTurns turns) {
        super(services, turns);
    }

    @Override
    DatabaseTransaction beginTransaction() {
        return services.databaseTransactions().beginLatest();
    }

    @Override
    Outcome failedBeforeCommit(EspalierException reason, long staleId) {
        return Outcome.of(reason, staleId);
    }

    @Override
    boolean locks() {
        return true;
    }

    @Override
    LockingAttempt locking(LockPlan plan) {
        return this;
    }

    /** In the order of tables and ids. */
    @Override
    void lockIfItLocks(Map<ClassTable, Set<Long>> ids) {
        transaction();
        ids.entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getKey().table().name()))
                .forEach(entry -> RowLocks.take(session(), entry.getKey(), entry.getValue(), RowLock.CHANGE));
    }

    /** The versions of those objects that exist, by id. Their rows are locked until the end, for other servers too. */
    Map<Long, Integer> lock(ClassTable table, Set<Long> ids) {
        return RowLocks.hold(session(), table, ids, RowLock.CHANGE);
    }

    /** The session, for SQL of the program, which is committed with the attempt. */
    Session lend() {
        transaction().lend();
        return session();
    }

    /** Increments the versions of those objects that exist, and returns their ids. */
    Set<Long> incrementVersions(ClassTable table, Set<Long> ids) {
        Session session = lend();
        Set<Long> found = RowLocks.take(session, table, ids, RowLock.CHANGE).keySet();
        RowLocks.incrementVersions(session, table, found);
        found.forEach(versions()::changedBySql);
        return found;
    }

    @Override
    public Outcome commit(Writes writes) {
        if (writes.isEmpty() && !hasSent()) {
            close();
            return new Outcome.Committed(versions());
        }
        return commitHere(writes);
    }
}
