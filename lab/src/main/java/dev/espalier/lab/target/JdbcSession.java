package dev.espalier.lab.target;

import dev.espalier.lab.workload.Failure;
import dev.espalier.lab.workload.Failure.Meaning;
import dev.espalier.lab.workload.SqlSession;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * A JDBC connection in autocommit mode: statements begin and end transactions, as in sysbench, so that the server sees no others. It
 * reconnects after its connection broke. For one thread.
 */
final class JdbcSession implements SqlSession {

    private static final long LONGEST_OUTAGE_NANOS = 60_000_000_000L;
    private static final long BETWEEN_CONNECTS_NANOS = 100_000_000;

    private final JdbcSessions source;
    private final Engine engine;
    private final Map<String, PreparedStatement> statements = new HashMap<>();
    private Connection connection;
    private Statement plain;
    private boolean transaction;
    /** Whether what is under way may have become durable when its answer is lost. */
    private boolean decisive;

    private boolean broken;

    JdbcSession(JdbcSessions source) throws SQLException {
        this.source = source;
        this.engine = source.database().target().engine();
        connect();
    }

    private void connect() throws SQLException {
        connection = source.open();
        plain = connection.createStatement();
        statements.clear();
        transaction = false;
        broken = false;
    }

    /** A server that starts anew does not answer for a while: that is time of the operation that waits. */
    private void connectAgain() throws SQLException {
        long deadline = System.nanoTime() + LONGEST_OUTAGE_NANOS;
        while (true) {
            try {
                connect();
                return;
            } catch (TargetException e) {
                if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                LockSupport.parkNanos(BETWEEN_CONNECTS_NANOS);
            }
        }
    }

    @Override
    public void begin(boolean writes) throws SQLException {
        if (engine == Engine.CUBRID) { // it has no statement that begins a transaction
            connection.setAutoCommit(false);
            transaction = true;
            return;
        }
        // MySQL does not prepare BEGIN (error 1295). A transaction of SQLite that reads first cannot wait for the lock
        // it needs to write.
        plain.execute(engine == Engine.SQLITE && writes ? "BEGIN IMMEDIATE" : "BEGIN");
        transaction = true;
    }

    @Override
    public void commit() throws SQLException {
        decisive = true;
        if (engine == Engine.CUBRID) {
            connection.commit();
            connection.setAutoCommit(true);
        } else if (source.prepared()) {
            prepared("COMMIT").execute();
        } else {
            plain.execute("COMMIT");
        }
        decisive = false;
        transaction = false;
    }

    @Override
    public int query(String sql, Object... parameters) throws SQLException {
        int count = 0;
        try (ResultSet rows = bound(sql, parameters).executeQuery()) {
            while (rows.next()) {
                count++;
            }
        }
        return count;
    }

    @Override
    public int rows(String sql, RowTaker taker, Object... parameters) throws SQLException {
        int count = 0;
        PreparedStatement statement = bound(sql, parameters);
        statement.execute(); // not executeQuery: Connector/J does not know that HANDLER answers with rows
        try (ResultSet rows = statement.getResultSet()) {
            Object[] row = new Object[rows.getMetaData().getColumnCount()];
            while (rows.next()) {
                for (int column = 0; column < row.length; column++) {
                    row[column] = rows.getObject(column + 1);
                }
                taker.take(row);
                count++;
            }
        }
        return count;
    }

    @Override
    public int update(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = bound(sql, parameters);
        decisive = !transaction;
        int changed = statement.executeUpdate();
        decisive = false;
        return changed;
    }

    @Override
    public int updateText(String sql) throws SQLException {
        decisive = !transaction;
        int changed = plain.executeUpdate(sql);
        decisive = false;
        return changed;
    }

    private PreparedStatement bound(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = prepared(sql);
        for (int index = 0; index < parameters.length; index++) {
            if (parameters[index] instanceof Integer number) {
                statement.setInt(index + 1, number);
            } else if (parameters[index] instanceof Long number) {
                statement.setLong(index + 1, number);
            } else if (parameters[index] instanceof String text) {
                statement.setString(index + 1, text);
            } else if (engine == Engine.SQLITE && parameters[index] instanceof LocalDateTime time) {
                statement.setString(index + 1, TargetDatabase.timestamp(time));
            } else if (engine == Engine.CUBRID && parameters[index] instanceof LocalDateTime time) {
                statement.setTimestamp(index + 1, Timestamp.valueOf(time)); // its driver is older than java.time
            } else {
                statement.setObject(index + 1, parameters[index]);
            }
        }
        return statement;
    }

    private PreparedStatement prepared(String sql) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        return statement;
    }

    @Override
    public void reset() throws SQLException {
        decisive = false;
        if (broken) {
            close();
            connectAgain();
        } else if (transaction) {
            transaction = false;
            if (engine == Engine.CUBRID) {
                connection.rollback();
                connection.setAutoCommit(true);
                return;
            }
            try {
                plain.execute("ROLLBACK");
            } catch (SQLException e) {
                // SQLite has undone some failed transactions already, and says so
                if (engine != Engine.SQLITE) {
                    throw e;
                }
            }
        }
    }

    @Override
    public Failure failure(Exception thrown) {
        if (!(thrown instanceof SQLException failure)) {
            return new Failure(thrown.getClass().getSimpleName(), Meaning.FATAL);
        }
        String code = FailureCodes.code(engine, failure);
        if (FailureCodes.conflict(engine, failure)) {
            return new Failure(code, Meaning.CONFLICT);
        }
        if (FailureCodes.disconnected(failure)) {
            broken = true;
            return new Failure(code, decisive ? Meaning.COMMIT_UNKNOWN : Meaning.DISCONNECTED);
        }
        return new Failure(code, Meaning.FATAL);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            broken = true; // nothing is lost: what counts was committed
        }
    }
}
