package dev.espalier.internal.engine.mysql;

import dev.espalier.internal.engine.Sessions;
import dev.espalier.internal.engine.TransactionKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * REPEATABLE READ is said because the server's default may be another level, at which there is no snapshot. Writing, READ COMMITTED: what is
 * read between two writes must be what others have committed by then, and no gap between rows is locked
 * (https://dev.mysql.com/doc/refman/en/innodb-transaction-isolation-levels.html).
 */
class MySqlSessions implements Sessions {

    static final String REPEATABLE_READ = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ";
    static final String READ_COMMITTED = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";

    /** For locks of rows, and for those of tables: https://dev.mysql.com/doc/refman/en/metadata-locking.html. The latter's default is a year, on MariaDB a day. */
    private static final List<String> LOCK_WAITS = List.of("innodb_lock_wait_timeout", "lock_wait_timeout");

    private final SessionSettings settings;
    private final boolean byMariaDb;
    /** The variables that say how long a lock is waited for. */
    private final List<String> lockWaits;

    /** @param byMariaDb whether its driver is, or may be, MariaDB's */
    MySqlSessions(SessionSettings settings, boolean byMariaDb) {
        this(settings, byMariaDb, LOCK_WAITS);
    }

    MySqlSessions(SessionSettings settings, boolean byMariaDb, List<String> lockWaits) {
        this.settings = settings;
        this.byMariaDb = byMariaDb;
        this.lockWaits = lockWaits;
    }

    /** MariaDB's driver sends a batch all at once, and servers of some versions run the rest by itself after a deadlock; MySQL's driver ends it there. */
    @Override
    public boolean takesBatches(boolean isOwn) {
        return isOwn || !byMariaDb;
    }

    @Override
    public void establishSettings(Connection connection, boolean mayChange) throws SQLException {
        settings.establish(connection, mayChange);
    }

    @Override
    public @Nullable String readOnlyReason(Connection connection) throws SQLException {
        return settings.readOnlyReason(connection);
    }

    @Override
    public void requireStrictTables(Connection connection) throws SQLException {
        SessionSettings.requireStrictTables(connection);
    }

    @Override
    public List<String> begin(TransactionKind kind) {
        return switch (kind) {
            case READ, SNAPSHOT -> List.of(REPEATABLE_READ, "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
            case WORK -> List.of(REPEATABLE_READ, "START TRANSACTION WITH CONSISTENT SNAPSHOT");
            case WRITE -> List.of(READ_COMMITTED, "START TRANSACTION");
        };
    }

    @Override
    public boolean beginsByStatement() {
        return true;
    }

    /** While auto-commit is off, the next statement begins a transaction. */
    @Override
    public @Nullable String rollbackBeforeNext() {
        return "ROLLBACK";
    }

    @Override
    public boolean takesManyStatements() {
        return true;
    }

    /** The driver sends each change of auto-commit in a round trip of its own: it is changed after many reads in a row. */
    @Override
    public SingleTrip singleTrip() {
        return SingleTrip.ENDED_TEXT;
    }

    /** In whole seconds, at least one. */
    @Override
    public String prepareOwn(Duration lockWait) {
        return "SET " + lockWaits(variable -> variable + " = " + Math.max(1, lockWait.toSeconds()));
    }

    @Override
    public @Nullable String lendLockWait(Connection connection, Duration lockWait) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET "
                    + lockWaits(variable -> "@espalier_" + variable + " = @@SESSION." + variable + ", " + variable
                            + " = " + Math.max(1, lockWait.toSeconds())));
        }
        return "SET " + lockWaits(variable -> variable + " = @espalier_" + variable);
    }

    private String lockWaits(UnaryOperator<String> assignment) {
        return lockWaits.stream().map(assignment).collect(Collectors.joining(", "));
    }

    @Override
    public @Nullable String end(long session) {
        return "KILL " + session;
    }
}
