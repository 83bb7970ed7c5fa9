package dev.espalier.dialect;

import dev.espalier.model.ColumnType;
import dev.espalier.sql.Expression;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** TiDB from 8.5, which speaks MySQL's protocol and nearly its language. */
final class TiDbDialect extends MySqlDialect {

    private static final int ENTRY_OVERHEAD = 16_384;

    TiDbDialect() {
        super(false);
    }

    @Override
    public String name() {
        return "TiDB";
    }

    /**
     * READ ONLY would ask for a setting that is off by default. Pessimistic whatever {@code tidb_txn_mode} says: an optimistic transaction would
     * learn of others at COMMIT only.
     */
    @Override
    public List<String> begin(TransactionKind kind) {
        return switch (kind) {
            case SNAPSHOT -> List.of(REPEATABLE_READ, "START TRANSACTION WITH CONSISTENT SNAPSHOT");
            case WORK -> List.of(REPEATABLE_READ, "BEGIN PESSIMISTIC");
            case WRITE -> List.of(READ_COMMITTED, "BEGIN PESSIMISTIC");
        };
    }

    @Override
    public String prepareOwn(Duration lockWait) {
        return super.prepareOwn(lockWait) + ", tidb_txn_mode = 'pessimistic'";
    }

    /**
     * A row has a limit of its own: https://docs.pingcap.com/tidb/stable/tidb-configuration-file#txn-entry-size-limit-new-in-v4010-and-v500. The
     * variable is the session's, and 0 where the server's configuration says it. A row has its key, and a few bytes for each column, beside its values.
     */
    @Override
    public SizeLimit askSizeLimit(Connection connection) throws SQLException {
        SizeLimit packet = super.askSizeLimit(connection);
        long entry;
        try {
            entry = askLong(connection, "SELECT IF(@@tidb_txn_entry_size_limit > 0, @@tidb_txn_entry_size_limit,"
                    + " CAST(JSON_EXTRACT(@@tidb_config, '$.performance.\"txn-entry-size-limit\"') AS SIGNED))");
        } catch (SQLException e) {
            return packet; // this user may not see the configuration: the server answers with 8025
        }
        // A row that fits twice into a packet does so however many of its bytes are sent as two.
        return entry <= 0 || entry > packet.row() / 2 ? packet : new SizeLimit(entry - ENTRY_OVERHEAD, SizeLimit.Written.PLAIN, "performance.txn-entry-size-limit");
    }

    /** FOR SHARE is no lock here: https://docs.pingcap.com/tidb/stable/sql-statement-select. */
    @Override
    protected String lockClause(RowLock lock) {
        return " FOR UPDATE";
    }

    /**
     * Codes: https://docs.pingcap.com/tidb/stable/error-codes. Conflicts: writes of others, and tables that were defined anew meanwhile.
     * Connections: the placement driver or the store behind this server does not answer or is busy; 8501, which has left that page, says that
     * it is not known whether a transaction was committed.
     */
    @Override
    public Failure failure(SQLException error) {
        return switch (error.getErrorCode()) {
            case 8002, 8005, 8022, 8027, 8028, 9007 -> Failure.CONFLICT;
            case 8025 -> Failure.TOO_LARGE;
            case 9004 -> Failure.LOCK_TIMEOUT;
            // A code for all that has none of its own; seen on 8.5 where twenty transactions want one row.
            case 1105 -> String.valueOf(error.getMessage()).contains("pessimistic lock retry limit reached") ? Failure.CONFLICT : super.failure(error);
            case 8120, 8501, 9001, 9002, 9003, 9005 -> Failure.CONNECTION;
            default -> super.failure(error);
        };
    }

    /** max_sort_length has no effect here; texts of 1,000,000 characters are sorted to their ends. */
    @Override
    public boolean sortsWholeTexts() {
        return true;
    }

    /**
     * Where rows are read by their ids, 8.5 takes {@code _} for one byte in the collation of the tables, and elsewhere for one character.
     * In the other binary collation it always is a character; how that one compares trailing spaces does not matter to LIKE.
     */
    @Override
    protected void like(SqlWriter out, Expression expression, String pattern) {
        out.expression(expression).text(pattern.contains("_") ? " COLLATE utf8mb4_bin LIKE " : " LIKE ").bind(ColumnType.TEXT, pattern)
                .text(" ESCAPE '\\\\'");
    }

    /** Nine columns, of which most are empty or of many words: the operator, rows, time and what it works on say what happened. */
    @Override
    public String enginePlan(ResultSet answer) throws SQLException {
        StringBuilder plan = new StringBuilder();
        while (answer.next()) {
            plan.append(answer.getString("id")).append(": ").append(answer.getString("actRows")).append(" rows (").append(answer.getString("estRows"))
                    .append(" estimated), ").append(answer.getString("access object")).append(' ').append(answer.getString("operator info")).append("; ")
                    .append(answer.getString("execution info")).append('\n');
        }
        return plan.toString().stripTrailing();
    }

    @Override
    public boolean hashesSemiJoins() {
        return true;
    }
}
