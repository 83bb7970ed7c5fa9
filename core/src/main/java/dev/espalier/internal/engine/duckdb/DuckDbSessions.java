package dev.espalier.internal.engine.duckdb;

import dev.espalier.internal.engine.Sessions;
import dev.espalier.internal.engine.TransactionKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Transactions that SQL begins and ends: https://duckdb.org/docs/stable/sql/statements/transactions. */
final class DuckDbSessions implements Sessions {

    /** BEGIN alone takes no snapshot; the first statement that looks at the database does. */
    @Override
    public List<String> begin(TransactionKind kind) {
        return kind == TransactionKind.WRITE
                ? List.of("BEGIN TRANSACTION")
                : List.of("BEGIN TRANSACTION", "SELECT txid_current()");
    }

    /** Its driver begins a transaction for a batch, within the one that is open. */
    @Override
    public boolean takesBatches(boolean isOwn) {
        return false;
    }

    @Override
    public boolean beginsByStatement() {
        return true;
    }

    /** It is refused an update of a row that another one has updated or deleted since: https://duckdb.org/docs/stable/connect/concurrency. */
    @Override
    public boolean showsSnapshotToWriters() {
        return true;
    }

    @Override
    public boolean hasSavepoints() {
        return false;
    }

    /** "TransactionContext Error: cannot rollback - no transaction is active" (2.0.0): a conflict that COMMIT finds ends the transaction. */
    @Override
    public boolean saysThatNoneIsOpen(SQLException failedRollback) {
        return String.valueOf(failedRollback.getMessage()).contains("no transaction is active");
    }

    @Override
    public void establishSettings(Connection connection, boolean mayChange) throws SQLException {
        DuckDbSettings.establish(connection, mayChange);
        DuckDbOptimizers.turnOffWrong(connection);
    }
}
