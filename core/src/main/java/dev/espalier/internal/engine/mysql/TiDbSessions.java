package dev.espalier.internal.engine.mysql;

import dev.espalier.internal.engine.TransactionKind;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;

/**
 * READ ONLY would ask for a setting that is off by default. Pessimistic whatever {@code tidb_txn_mode} says: an optimistic transaction would
 * learn of others at COMMIT only. A change of a table waits for transactions without a limit, within a queue: {@code lock_wait_timeout} can be set, and has no effect
 * (https://docs.pingcap.com/tidb/stable/metadata-lock).
 */
final class TiDbSessions extends MySqlSessions {

    TiDbSessions(boolean byMariaDb) {
        super(SessionSettings.MYSQL, byMariaDb, List.of("innodb_lock_wait_timeout"));
    }

    /** Its rows lie in no pages. */
    @Override
    public void requireStrictTables(Connection connection) {}

    @Override
    public List<String> begin(TransactionKind kind) {
        return switch (kind) {
            case READ, SNAPSHOT -> List.of(REPEATABLE_READ, "START TRANSACTION WITH CONSISTENT SNAPSHOT");
            case WORK -> List.of(REPEATABLE_READ, "BEGIN PESSIMISTIC");
            case WRITE -> List.of(READ_COMMITTED, "BEGIN PESSIMISTIC");
        };
    }

    /** A prepared statement that has met a change of the schema answers with errors of its own. */
    @Override
    public boolean preparesReads() {
        return false;
    }

    @Override
    public String prepareOwn(Duration lockWait) {
        return super.prepareOwn(lockWait) + ", tidb_txn_mode = 'pessimistic'";
    }
}
