package dev.espalier.internal.engine.sqlite;

import dev.espalier.internal.engine.Sessions;
import dev.espalier.internal.engine.TransactionKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Transactions that SQL begins and ends, and functions that each connection is given. */
final class SqliteSessions implements Sessions {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteSessions.class);

    /** An error of {@code ON CONFLICT ROLLBACK}, {@code RAISE(ROLLBACK)} or a full disk rolls back: https://www.sqlite.org/lang_transaction.html. */
    @Override
    public String refusedInTransaction() {
        return "BEGIN";
    }

    /**
     * BEGIN alone takes no snapshot; the first read does. This one reads no row. For a row SQLite would map the file into memory, in each transaction
     * that follows the COMMIT of another connection, and unmap it in the next: an eighth of the throughput of 20 threads.
     */
    @Override
    public List<String> begin(TransactionKind kind) {
        return switch (kind) {
            case WRITE -> List.of("BEGIN IMMEDIATE");
            case READ -> List.of("BEGIN");
            case SNAPSHOT, WORK -> List.of("BEGIN", "SELECT 1 FROM sqlite_master LIMIT 0");
        };
    }

    @Override
    public boolean beginsByStatement() {
        return true;
    }

    @Override
    public SingleTrip singleTrip() {
        return SingleTrip.STATEMENT;
    }

    @Override
    public void prepare(Connection connection) throws SQLException {
        SqliteFunctions.register(connection);
    }

    @Override
    public void establishSettings(Connection connection, boolean mayChange) throws SQLException {
        SqliteSettings.establish(connection, mayChange);
    }

    @Override
    public void checkUsable(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT count(*) FROM sqlite_master")) {
            row.next();
        }
    }

    /** It takes the whole file: https://www.sqlite.org/wal.html. If another connection uses it, nobody is waited for, and the next opening retries it. */
    @Override
    public void adopt(Connection connection) throws SQLException {
        String url = String.valueOf(connection.getMetaData().getURL());
        if (url.contains("journal_mode=") || !readsBlockCommits(connection)) {
            return;
        }
        String before = lendLockWait(connection, Duration.ZERO);
        try (var statement = connection.createStatement()) {
            try {
                statement.execute("PRAGMA journal_mode = WAL");
            } catch (SQLException e) {
                LOG.debug("no write-ahead log: {}", e.toString());
            }
            statement.execute(before);
        }
    }

    /** Without a write-ahead log: https://www.sqlite.org/lockingv3.html. */
    @Override
    public boolean readsBlockCommits(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("PRAGMA journal_mode")) {
            return row.next() && !row.getString(1).equalsIgnoreCase("wal");
        }
    }

    @Override
    public String lendLockWait(Connection connection, Duration lockWait) throws SQLException {
        try (var statement = connection.createStatement()) {
            long before;
            try (var row = statement.executeQuery(lockWaitQuery())) {
                row.next();
                before = row.getLong(1);
            }
            try (var row = statement.executeQuery(setLockWait(lockWait.toMillis()))) {
                row.next();
            }
            return setLockWait(before);
        }
    }

    /** https://www.sqlite.org/pragma.html#pragma_busy_timeout: the lock is the file's. */
    @Override
    public String lockWaitQuery() {
        return "PRAGMA busy_timeout";
    }

    @Override
    public String setLockWait(long millis) {
        return "PRAGMA busy_timeout = " + millis;
    }

    /**
     * Sorting for an index takes a second thread; statistics come from a sample of each index, not from all of it
     * (https://www.sqlite.org/pragma.html#pragma_analysis_limit). In memory only, a sort keeps one list of all rows: an index of a large table takes as
     * much memory as it has bytes.
     */
    @Override
    public List<String> prepareBulk() {
        return List.of(
                "PRAGMA cache_size = -262144",
                "PRAGMA threads = 2",
                "PRAGMA analysis_limit = 1000",
                "PRAGMA temp_store = FILE");
    }
}
