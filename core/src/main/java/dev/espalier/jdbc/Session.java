package dev.espalier.jdbc;

import dev.espalier.dialect.Dialect;
import dev.espalier.dialect.TransactionKind;
import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.sql.Expression;
import dev.espalier.sql.Statement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection and at most one transaction on it; for one thread at a time. Closing it ends a transaction that was not
 * committed as if it had never been, and gives the connection back.
 *
 * <p>Every statement is logged at debug under this class's name, without its values.
 */
public final class Session implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    private final Connection connection;
    private final boolean isOwn;
    private final boolean sendsTogether;
    private final StatementCache statements;
    private final Pipeline pipeline = new Pipeline();
    private final Dialect dialect;
    private final DriverErrors errors;
    private final int streamFetchSize;
    private final ServerSession server;
    private final Watchdog watchdog;
    private final Consumer<Connection> discard;
    private final Runnable afterClose;
    private boolean inTransaction;
    /** Whether a level was said for the next transaction, and nothing was asked in it yet. */
    private boolean isLevelOpen;
    private int queries;
    private EspalierException failure;
    private boolean isLost;
    private boolean isClosed;

    /** Sets the values of a statement. */
    @FunctionalInterface
    public interface Binder {

        /**
         * @param at the place of its first value, counted from 1
         * @return the place behind its last one
         */
        int bind(PreparedStatement prepared, int at) throws SQLException;
    }

    /**
     * A connection as its source gives it.
     *
     * @param isOwn whether its transactions begin by themselves, see {@link Dialect#beginOnOwn}
     * @param sendsTogether whether it takes several statements in one text, with semicolons between them
     * @param statements those it keeps prepared; null where its driver does so
     */
    record Leased(Connection connection, boolean isOwn, boolean sendsTogether, StatementCache statements) {

        /** One of which nothing is known. */
        static Leased plain(Connection connection) {
            return new Leased(connection, false, false, null);
        }
    }

    /**
     * @param streamFetchSize the fetch size that makes the driver hand out rows as they arrive
     * @param watchdog ends its statements when it is time; null where they may take any time and nobody interrupts them
     * @param discard is given the connection before it is closed, if it was lost
     * @param afterClose is run once when the connection has been given back
     */
    Session(Leased leased, Dialect dialect, DriverErrors errors, int streamFetchSize, ServerSession server, Watchdog watchdog,
            Consumer<Connection> discard, Runnable afterClose) {
        this.connection = leased.connection();
        this.isOwn = leased.isOwn();
        this.sendsTogether = leased.sendsTogether();
        this.statements = leased.statements();
        this.dialect = dialect;
        this.errors = errors;
        this.streamFetchSize = streamFetchSize;
        this.server = server;
        this.watchdog = watchdog;
        this.discard = discard;
        this.afterClose = afterClose;
    }

    public Dialect dialect() {
        return dialect;
    }

    /** The connection, for what only its driver can do. It is closed with this session. */
    public Connection connection() {
        flush();
        try {
            prepareAlone();
        } catch (SQLException e) {
            throw translate(e, "preparing a connection");
        }
        return connection;
    }

    /** The number by which the server knows the session; 0 where it is not known. */
    public long serverId() {
        return server.idIfKnown(connection);
    }

    /** Whether the connection was lost. */
    public boolean isLost() {
        return isLost;
    }

    /** From now on all reads see the database as it is at the first of them. Nothing may be written. */
    public void beginSnapshot() {
        begin(TransactionKind.SNAPSHOT);
    }

    /** What is written from now on becomes visible to others, all at once, by {@link #commit()}. */
    public void beginWrite() {
        begin(TransactionKind.WRITE);
    }

    /** From now on all reads see the database as it is at the first of them, and what is written here too. */
    public void beginWork() {
        begin(TransactionKind.WORK);
    }

    private void begin(TransactionKind kind) {
        if (inTransaction) {
            throw new IllegalStateException("a transaction is already open on this session");
        }
        try {
            autoCommit(beginsByStatement());
            inTransaction = true;
            for (String statement : isOwn ? dialect.beginOnOwn(kind) : dialect.begin(kind)) {
                execute(statement);
                isLevelOpen = isOwn;
            }
        } catch (SQLException e) {
            throw translate(e, "beginning a transaction");
        }
    }

    private boolean beginsByStatement() {
        return !isOwn && dialect.beginsByStatement();
    }

    /** Nothing is sent where it is so already. */
    private void autoCommit(boolean on) throws SQLException {
        if (connection.getAutoCommit() != on) {
            connection.setAutoCommit(on);
        }
    }

    /** A statement outside of a transaction is one by itself. */
    private void prepareAlone() throws SQLException {
        if (!inTransaction) {
            autoCommit(true);
        }
    }

    /** Makes what was written since the transaction began durable and visible. */
    public void commit() {
        flush();
        try (Watchdog.Watch watch = watchdog == null ? null : watchdog.watchCommit(connection)) {
            if (beginsByStatement()) {
                run("COMMIT");
            } else {
                connection.commit();
                LOG.debug("COMMIT");
            }
        } catch (SQLException e) {
            throw translate(e, "COMMIT");
        }
        inTransaction = false;
        endTransactions();
    }

    /**
     * A connection that fails now is none that a transaction fails with: what was done is done. One of our own stays ready for the next, unless it
     * would have the level of a transaction in which nothing was asked: MariaDB's driver ends none that the server has not begun.
     */
    private void endTransactions() {
        isLost |= isLevelOpen;
        try {
            if (!isOwn) {
                autoCommit(true);
            }
        } catch (SQLException e) {
            isLost = true;
            LOG.debug("after a transaction: {}", e.toString());
        }
    }

    /** Undoes what was written since the transaction began. Does nothing where none is open. */
    public void rollback() {
        if (!inTransaction) {
            return;
        }
        inTransaction = false;
        pipeline.takeAll();
        try {
            if (beginsByStatement()) {
                run("ROLLBACK");
            } else {
                connection.rollback();
                LOG.debug("ROLLBACK");
            }
        } catch (SQLException e) {
            throw translate(e, "ROLLBACK");
        }
        endTransactions();
    }

    /** From now on {@link #rollbackToSavepoint()} undoes what is written. They may be nested. */
    public void savepoint() {
        command("SAVEPOINT espalier");
    }

    /** Undoes what was written since the last savepoint, which stays. */
    public void rollbackToSavepoint() {
        pipeline.takeAll();
        command("ROLLBACK TO SAVEPOINT espalier");
    }

    /** Takes the last savepoint away; what was written since stays. */
    public void releaseSavepoint() {
        command("RELEASE SAVEPOINT espalier");
    }

    private void command(String text) {
        flush();
        try {
            run(text);
        } catch (SQLException e) {
            throw translate(e, text);
        }
    }

    /** Runs text without values and without rows. */
    public void execute(String text) {
        flush();
        long start = System.nanoTime();
        try (java.sql.Statement statement = createStatement()) {
            watched(statement, text, () -> statement.execute(text));
        } catch (SQLException e) {
            throw translate(e, text);
        }
        log(text, 0, "values", start);
    }

    private java.sql.Statement createStatement() throws SQLException {
        prepareAlone();
        return connection.createStatement();
    }

    /** Runs one of the few texts that begin and end something, which take no time by themselves. */
    private void run(String text) throws SQLException {
        if (statements == null) {
            try (java.sql.Statement statement = connection.createStatement()) {
                statement.execute(text);
            }
        } else {
            prepared(text, PreparedStatement::execute);
        }
        LOG.debug(text);
    }

    private interface Execution<T> {
        T run() throws SQLException;
    }

    private <T> T watched(java.sql.Statement statement, String text, Execution<T> execution) throws SQLException {
        if (watchdog == null) {
            isLevelOpen = false;
            return execution.run();
        }
        Watchdog.Watch watch = watchdog.watch(statement, connection);
        isLevelOpen = false;
        try {
            return execution.run();
        } catch (SQLException e) {
            EspalierException reason = watch.reason(e, text);
            if (reason == null) {
                throw e;
            }
            failure = failure == null ? reason : failure;
            throw reason;
        } finally {
            watch.close();
            isLost |= watch.wasEnded();
        }
    }

    /** Runs a statement and hands out its rows; all of them may be held in memory meanwhile. */
    public void query(Statement statement, RowReader reader) {
        query(statement, false, reader);
    }

    /** Runs a statement and hands out its rows as they arrive, in constant memory; no other statement may run meanwhile. */
    public void stream(Statement statement, RowReader reader) {
        query(statement, true, reader);
    }

    private void query(Statement statement, boolean streamed, RowReader reader) {
        flush();
        queries++;
        long start = System.nanoTime();
        try {
            prepared(statement.text(), prepared -> {
                bind(prepared, 1, statement);
                if (streamed) {
                    prepared.setFetchSize(streamFetchSize);
                    try (ResultSet result = watched(prepared, statement.text(), prepared::executeQuery)) {
                        return read(result, reader);
                    }
                }
                return watched(prepared, statement.text(), () -> {
                    try (ResultSet result = prepared.executeQuery()) {
                        return read(result, reader);
                    }
                });
            });
        } catch (SQLException e) {
            throw translate(e, statement.text());
        }
        log(statement.text(), statement.binds().size(), "values", start);
    }

    private int read(ResultSet result, RowReader reader) throws SQLException {
        Row row = new Row(dialect, result);
        int rows = 0;
        for (; result.next(); rows++) {
            reader.read(row);
        }
        return rows;
    }

    /** How many statements with rows were run so far. */
    public int queries() {
        return queries;
    }

    /** Runs a statement once more and gives the engine's own account of how it did so: lines of text. */
    public String enginePlan(Statement statement) {
        flush();
        Statement asked = dialect.explained(statement);
        try {
            return prepared(asked.text(), prepared -> {
                bind(prepared, 1, asked);
                try (ResultSet result = watched(prepared, asked.text(), prepared::executeQuery)) {
                    return dialect.enginePlan(result);
                }
            });
        } catch (SQLException e) {
            throw translate(e, asked.text());
        }
    }

    /** The number in the only column of the first row; 0 where it is null or there is no row. */
    public long queryLong(Statement statement) {
        long[] value = new long[1];
        query(statement, row -> value[0] = row.getLong(1));
        return value[0];
    }

    /** Runs a statement that changes rows, and says how many. */
    public int update(Statement statement) {
        return update(statement.text(), statement.text(), binder(statement));
    }

    private Binder binder(Statement statement) {
        return (prepared, at) -> bind(prepared, at, statement);
    }

    /**
     * Runs a statement that changes rows, and says how many.
     *
     * @param doing what is said of it in an error
     */
    public int update(String text, String doing, Binder binder) {
        flush();
        return updateNow(text, doing, binder);
    }

    private int updateNow(String text, String doing, Binder binder) {
        long start = System.nanoTime();
        try {
            int rows = prepared(text, prepared -> {
                binder.bind(prepared, 1);
                return watched(prepared, doing, prepared::executeUpdate);
            });
            log(doing, rows, "rows", start);
            return rows;
        } catch (SQLException e) {
            throw translate(e, doing);
        }
    }

    /**
     * Runs a statement that changes rows: now, or together with others before anything else is asked, or at {@link #flush()} or {@link #commit()}.
     *
     * @param told is told how many rows it has changed, after it and those sent with it were run
     */
    public void updateLater(Statement statement, RowCount told) {
        updateLater(statement.text(), statement.text(), statement.binds().size(), statement.binds().stream().map(Expression.Bind::value),
                binder(statement), told);
    }

    /**
     * The same.
     *
     * @param doing what is said of it in an error
     * @param count how many values it has
     * @param values these; null where there is none
     */
    public void updateLater(String text, String doing, int count, Stream<?> values, Binder binder, RowCount told) {
        if (!Pipeline.takes(count, values)) {
            told.changed(update(text, doing, binder));
        } else if (pipeline.add(new Pipeline.Waiting(text, doing, count, binder, told))) {
            flush();
        }
    }

    /**
     * Runs what {@link #updateLater} has put off.
     *
     * @throws RuntimeException what those have thrown who were told of the rows
     */
    public void flush() {
        if (pipeline.isEmpty()) {
            return;
        }
        List<Pipeline.Waiting> sent = pipeline.takeAll();
        int[] rows = sendsTogether && sent.size() > 1 ? updateTogether(sent) : updateApart(sent);
        for (int i = 0; i < rows.length; i++) {
            sent.get(i).told().changed(rows[i]);
        }
    }

    /** One round trip for all. */
    private int[] updateTogether(List<Pipeline.Waiting> sent) {
        String text = Pipeline.joined(sent);
        long start = System.nanoTime();
        try {
            int[] rows = prepared(text, prepared -> {
                int at = 1;
                for (Pipeline.Waiting one : sent) {
                    at = one.binder().bind(prepared, at);
                }
                return watched(prepared, text, () -> {
                    int[] counts = new int[sent.size()];
                    prepared.execute();
                    for (int i = 0; i < counts.length; i++) {
                        counts[i] = prepared.getUpdateCount();
                        prepared.getMoreResults();
                    }
                    return counts;
                });
            });
            requireCounts(rows, text);
            log(text, rows.length, "statements", start);
            return rows;
        } catch (SQLException e) {
            throw translate(e, text);
        }
    }

    /** One after the other; those that follow each other and have one text as a batch, with as few round trips as the driver can. */
    private int[] updateApart(List<Pipeline.Waiting> sent) {
        int[] rows = new int[sent.size()];
        for (int from = 0, to; from < rows.length; from = to) {
            String text = sent.get(from).text();
            to = from + 1;
            while (to < rows.length && sent.get(to).text().equals(text)) {
                to++;
            }
            int[] some = updateBatch(sent.subList(from, to));
            System.arraycopy(some, 0, rows, from, some.length);
        }
        return rows;
    }

    /** Statements of one text. */
    private int[] updateBatch(List<Pipeline.Waiting> statements) {
        // MariaDB's driver sends all of a batch at once. Galera ends a transaction that another server's has overtaken, and what was sent behind
        // that would be committed by itself (2026-11-21, MariaDB 10.11); after a deadlock InnoDB leaves the rest in a transaction.
        if (statements.size() == 1 || dialect.certifiesWrites()) {
            return statements.stream().mapToInt(one -> updateNow(one.text(), one.doing(), one.binder())).toArray();
        }
        String text = statements.get(0).text();
        long start = System.nanoTime();
        try {
            int[] rows = prepared(text, prepared -> {
                for (Pipeline.Waiting statement : statements) {
                    statement.binder().bind(prepared, 1);
                    prepared.addBatch();
                }
                return watched(prepared, text, prepared::executeBatch);
            });
            requireCounts(rows, text);
            log(text, rows.length, "statements", start);
            return rows;
        } catch (SQLException e) {
            throw translate(e, text);
        }
    }

    private static void requireCounts(int[] rows, String doing) {
        if (Arrays.stream(rows).anyMatch(count -> count < 0)) {
            throw new DatabaseException("database-error", "the driver does not say how many rows each of several statements has changed;"
                    + " take options like useBulkStmts out of the URL (while: " + doing + ")", false, null);
        }
    }

    /** Runs a statement that the caller has prepared on the session's connection. */
    public void executeUpdate(PreparedStatement prepared, String doing) throws SQLException {
        flush();
        watched(prepared, doing, prepared::executeUpdate);
    }

    /** What a driver's error in this session means. */
    public EspalierException translate(SQLException error, String doing) {
        EspalierException translated = errors.translate(error, doing);
        if (failure == null) {
            failure = translated;
        }
        isLost |= Retries.isLost(translated) || translated.code().equals("not-primary"); // the next connection may lead to another server
        return translated;
    }

    /** The first error that the database has answered with in this session; null for none. */
    public EspalierException failure() {
        return failure;
    }

    private interface Use<T> {
        T of(PreparedStatement prepared) throws SQLException;
    }

    /** Runs a statement of that text; one that has failed is not kept. */
    private <T> T prepared(String text, Use<T> use) throws SQLException {
        prepareAlone();
        if (statements == null) {
            try (PreparedStatement prepared = connection.prepareStatement(text)) {
                return use.of(prepared);
            }
        }
        PreparedStatement prepared = statements.take(text);
        T result;
        try {
            result = use.of(prepared);
        } catch (SQLException | RuntimeException | Error e) {
            try {
                prepared.close();
            } catch (SQLException closing) {
                e.addSuppressed(closing);
            }
            throw e;
        }
        statements.giveBack(text, prepared);
        return result;
    }

    private int bind(PreparedStatement prepared, int from, Statement statement) throws SQLException {
        int at = from;
        for (Expression.Bind bind : statement.binds()) {
            dialect.bind(prepared, at++, bind.type(), bind.value());
        }
        return at;
    }

    private static void log(String text, int count, String of, long start) {
        if (LOG.isDebugEnabled()) {
            String shown = text.length() > 2_000 ? text.substring(0, 2_000) + "... (" + text.length() + " characters)" : text;
            LOG.debug("{} us, {} {}: {}", (System.nanoTime() - start) / 1_000, count, of, shown);
        }
    }

    /** Once. Nothing fails here: a connection that cannot roll back is thrown away, and its server rolls back. */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try {
            rollback();
        } catch (EspalierException e) {
            isLost = true;
            LOG.debug("rolling back: {}", e.getMessage());
        }
        try {
            if (isLost) {
                discard.accept(connection);
            }
            connection.close();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("closing a connection: {}", e.toString());
        } finally {
            afterClose.run();
        }
    }
}
