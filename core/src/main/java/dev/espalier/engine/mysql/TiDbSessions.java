package dev.espalier.engine.mysql;

import dev.espalier.engine.TransactionKind;
import java.time.Duration;
import java.util.List;

/**
 * READ ONLY would ask for a setting that is off by default. Pessimistic whatever {@code tidb_txn_mode} says: an optimistic transaction would
 * learn of others at COMMIT only.
 */
final class TiDbSessions extends MySqlSessions {

    @Override
    public List<String> begin(TransactionKind kind) {
        return switch (kind) {
            case READ, SNAPSHOT -> List.of(REPEATABLE_READ, "START TRANSACTION WITH CONSISTENT SNAPSHOT");
            case WORK -> List.of(REPEATABLE_READ, "BEGIN PESSIMISTIC");
            case WRITE -> List.of(READ_COMMITTED, "BEGIN PESSIMISTIC");
        };
    }

    @Override
    public String prepareOwn(Duration lockWait) {
        return super.prepareOwn(lockWait) + ", tidb_txn_mode = 'pessimistic'";
    }
}
