package dev.espalier.testing;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;

/**
 * Real connections, in a pool or by a {@link FaultyDriver}, that fail on demand: the n-th call that goes to the database, and as many as are wanted after it.
 * Only calls of the thread that has demanded the failure count.
 */
public final class Faults implements AutoCloseable {

    /** How a call fails. */
    public enum Kind {
        /** The transaction is rolled back. */
        CONFLICT,
        /** The statement is not done; the transaction stays open where the engine leaves it so. */
        LOCK_TIMEOUT,
        /** The statement is not done; it would not help to send it again. */
        DISK_FULL,
        /** The statement is not done: the server is not the one to write to any more, and no connection to it will do. */
        NOT_PRIMARY,
        /** The connection is lost before the call has reached the server. */
        LOST_BEFORE,
        /** The connection is lost after the call was done. */
        LOST_AFTER,
        /** As before, but the server does not notice and keeps the session. */
        LOST_UNNOTICED
    }

    /** Only a hang reaches it. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private static final String AUTO_COMMIT = "SET autocommit";

    private final Engine engine;
    private final HikariDataSource pool;
    private final List<Connection> unnoticed = new ArrayList<>();
    private final List<String> askedOfLost = new ArrayList<>();
    private Thread thread;
    private String others;
    private Kind kind;
    private String text = "";
    private String during;
    private Runnable action;
    private Runnable pause;
    private int untilPause;
    private int calls;
    private int counted;
    private int struck;
    private int left;

    public Faults(TestDatabase database) {
        this(database.engine(), database::connect);
    }

    public Faults(Engine engine, StatementLog.Connections connections) {
        this.engine = engine;
        HikariConfig config = new HikariConfig();
        config.setMaximumPoolSize(4);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(LONGEST.toMillis());
        config.setValidationTimeout(LONGEST.toMillis());
        config.setDataSource(Proxied.of(
                DataSource.class,
                call -> call.name().equals("getConnection")
                        ? connection(connections.connect())
                        : call.method().getReturnType() == int.class ? 5 : null));
        pool = new HikariDataSource(config);
    }

    public DataSource source() {
        return pool;
    }

    /** The n-th call of this thread fails from now on, and the next ones up to that many. */
    public synchronized void strike(Kind kind, int call, int times) {
        this.thread = Thread.currentThread();
        this.kind = kind;
        this.text = "";
        this.others = null;
        this.calls = call;
        this.counted = 0;
        this.left = times;
        this.struck = 0;
    }

    /** The same; the calls of threads whose names begin so count, and fail, too. */
    public synchronized void strike(Kind kind, int call, int times, String otherThreads) {
        strike(kind, call, times);
        others = otherThreads;
    }

    /** The next COMMIT of this thread fails. */
    public void strikeCommit(Kind kind) {
        strike(kind, 1, 1);
        text = "COMMIT";
    }

    /** The next ROLLBACK of this thread fails. */
    public void strikeRollback(Kind kind) {
        strike(kind, 1, 1);
        text = "ROLLBACK";
    }

    /** The next call of this thread that sets auto-commit fails. */
    public void strikeAutoCommit(Kind kind) {
        strike(kind, 1, 1);
        text = AUTO_COMMIT;
    }

    private synchronized boolean strikesAutoCommit() {
        return text.equals(AUTO_COMMIT);
    }

    /** What is done once, by the thread that runs it, while a statement that begins so is run. */
    public synchronized void during(String beginning, Runnable once) {
        during = beginning;
        action = once;
    }

    private synchronized Runnable during(String what) {
        Runnable once = action != null && what.startsWith(during) && !StatementLog.isRenewal() ? action : null;
        action = once == null ? action : null;
        return once;
    }

    /** What is done once, before the n-th call from now on, by the thread that makes it, whichever it is. */
    public synchronized void before(int call, Runnable once) {
        untilPause = call;
        pause = once;
    }

    /** Whether there were so many calls. */
    public synchronized boolean wasPaused() {
        return pause == null;
    }

    private synchronized Runnable pause() {
        Runnable once = pause != null && !StatementLog.isRenewal() && --untilPause == 0 ? pause : null;
        pause = once == null ? pause : null;
        return once;
    }

    /** From that failure on, all calls of this thread fail as if their connections were lost. */
    public void failAfterwards() {
        left = Integer.MAX_VALUE;
    }

    /** Commits what the server has kept; whether it can. */
    public boolean commitUnnoticed() {
        try (Statement statement = unnoticed.get(0).createStatement()) {
            statement.execute("COMMIT");
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** From now on all is well again. How many calls have failed. */
    public synchronized int stop() {
        thread = null;
        return struck;
    }

    /** How many calls have counted between the strike and the stop. */
    public synchronized int counted() {
        return counted;
    }

    /** The number of connections that are out of the pool and do not come back: the renewal of a lease has one for some milliseconds. */
    public int inUse() {
        return TestDatabase.connectionsInUse(() -> pool.getHikariPoolMXBean().getActiveConnections());
    }

    private synchronized Kind next(String what) {
        boolean counts = thread != null
                && (Thread.currentThread() == thread
                        || others != null && Thread.currentThread().getName().startsWith(others));
        counted += counts ? 1 : 0;
        if (!counts || left == 0 || !what.startsWith(text) || --calls > 0) {
            return null;
        }
        left--;
        text = "";
        return struck++ == 0 ? kind : kind == Kind.LOST_UNNOTICED ? Kind.LOST_BEFORE : kind;
    }

    /** The statements, commits and rollbacks that were sent by connections that were lost. */
    public synchronized List<String> askedOfLost() {
        return List.copyOf(askedOfLost);
    }

    /** A connection that fails on demand. */
    public Connection connection(Connection real) {
        boolean[] lost = new boolean[1];
        return Proxied.of(Connection.class, call -> switch (call.name()) {
            case "commit", "rollback" ->
                call(real, lost, call.name().toUpperCase(java.util.Locale.ROOT), () -> call.on(real));
            case "setAutoCommit" -> {
                refuseLost(lost);
                yield strikesAutoCommit() ? call(real, lost, AUTO_COMMIT, () -> call.on(real)) : call.on(real);
            }
            case "createStatement", "prepareStatement" -> {
                refuseLost(lost);
                String prepared = call.arguments().length == 0 ? null : String.valueOf(call.arguments()[0]);
                yield statement(real, lost, prepared, (Statement) call.on(real));
            }
            case "close" -> unnoticed.contains(real) ? null : call.on(real);
            case "isValid" -> !lost[0] && (Boolean) call.on(real);
            case "toString",
                    "hashCode",
                    "isClosed",
                    "abort",
                    "unwrap",
                    "isWrapperFor",
                    "setNetworkTimeout",
                    "getNetworkTimeout" -> call.on(real);
            default -> {
                refuseLost(lost);
                yield call.on(real);
            }
        });
    }

    private void refuseLost(boolean[] lost) throws SQLException {
        if (lost[0]) {
            throw error(Kind.LOST_BEFORE);
        }
    }

    private Statement statement(Connection connection, boolean[] lost, String prepared, Statement real) {
        Class<? extends Statement> type = prepared == null ? Statement.class : PreparedStatement.class;
        return Proxied.of(type, call -> {
            if (!call.name().startsWith("execute")) {
                return call.on(real);
            }
            String sql = prepared == null ? String.valueOf(call.arguments()[0]) : prepared;
            return call(connection, lost, sql, () -> call.on(real));
        });
    }

    private Object call(Connection real, boolean[] lost, String what, Action action) throws Throwable {
        if (lost[0]) {
            synchronized (this) {
                askedOfLost.add(what);
            }
        }
        refuseLost(lost);
        for (Runnable meanwhile : Arrays.asList(during(what), pause())) {
            if (meanwhile != null) {
                meanwhile.run();
            }
        }
        Kind fault = next(what);
        if (fault == null) {
            return action.run();
        }
        switch (fault) {
            case CONFLICT, LOCK_TIMEOUT, DISK_FULL, NOT_PRIMARY -> {
                if (fault == Kind.CONFLICT && engine.isServer() || engine == Engine.POSTGRES && !real.getAutoCommit()) {
                    rollback(real);
                }
            }
            case LOST_BEFORE -> real.close();
            case LOST_AFTER -> {
                action.run();
                lose(real);
            }
            case LOST_UNNOTICED -> unnoticed.add(real);
        }
        lost[0] = fault.name().startsWith("LOST");
        throw error(fault);
    }

    private static void lose(Connection real) throws SQLException {
        try {
            real.close();
        } catch (SQLException e) { // Connector/J rolls back first, which it cannot while rows are streamed
            real.abort(Runnable::run);
        }
    }

    private static void rollback(Connection real) throws SQLException {
        try (Statement statement = real.createStatement()) {
            statement.execute("ROLLBACK");
        } catch (SQLException e) { // DuckDB fails where no transaction is open
            if (!String.valueOf(e.getMessage()).contains("no transaction is active")) {
                throw e;
            }
        }
    }

    private SQLException error(Kind of) {
        return switch (engine) {
            case SQLITE ->
                switch (of) {
                    case CONFLICT -> new SQLException("[SQLITE_BUSY_SNAPSHOT] made up", null, 5);
                    case LOCK_TIMEOUT -> new SQLException("[SQLITE_BUSY] made up", null, 5);
                    case DISK_FULL -> new SQLException("[SQLITE_FULL] made up", null, 13);
                    case NOT_PRIMARY -> throw new IllegalStateException("there is one server only");
                    case LOST_BEFORE, LOST_AFTER, LOST_UNNOTICED ->
                        new SQLException("[SQLITE_CANTOPEN] made up", null, 14);
                };
            case H2 ->
                new SQLException(
                        "made up",
                        null,
                        switch (of) {
                            case CONFLICT -> 40001;
                            case LOCK_TIMEOUT -> 50200;
                            case DISK_FULL -> 90100;
                            case NOT_PRIMARY -> throw new IllegalStateException("there is one server only");
                            case LOST_BEFORE, LOST_AFTER, LOST_UNNOTICED -> 90098;
                        });
            case DUCKDB ->
                new SQLException(
                        switch (of) {
                            case CONFLICT -> "TransactionContext Error: Conflict on update, made up";
                            case LOCK_TIMEOUT -> "IO Error: Could not set lock on file, made up";
                            case DISK_FULL -> "IO Error: No space left on device, made up";
                            case NOT_PRIMARY -> throw new IllegalStateException("there is one server only");
                            case LOST_BEFORE, LOST_AFTER, LOST_UNNOTICED -> "IO Error: Cannot open file, made up";
                        });
            case POSTGRES ->
                new SQLException(
                        "made up",
                        switch (of) {
                            case CONFLICT -> "40P01";
                            case LOCK_TIMEOUT -> "55P03";
                            case DISK_FULL -> "53100";
                            case NOT_PRIMARY -> "25006";
                            case LOST_BEFORE, LOST_AFTER, LOST_UNNOTICED -> "08006";
                        });
            case MYSQL, MARIADB, TIDB ->
                switch (of) {
                    case CONFLICT -> new SQLException("made up", "40001", 1213);
                    case LOCK_TIMEOUT -> new SQLException("made up", "HY000", 1205);
                    case DISK_FULL -> new SQLException("made up", "HY000", 1021);
                    case NOT_PRIMARY -> new SQLException("made up", "HY000", 1836);
                    case LOST_BEFORE, LOST_AFTER, LOST_UNNOTICED -> new SQLException("made up", "08S01", 0);
                };
        };
    }

    @Override
    public void close() throws SQLException {
        pool.close();
        for (Connection connection : unnoticed) {
            connection.close();
        }
    }

    private interface Action {
        Object run() throws Throwable;
    }
}
