package dev.espalier.internal.jdbc;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.engine.TransactionKind;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Statement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
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

    /** The maximum number of definitions in one round trip: what it costs is little then beside the definitions, and a watch sees to each portion. */
    private static final int DEFINED_TOGETHER = 32;

    private final Connection connection;
    private final boolean isOwn;
    private final boolean sendsTogether;
    private final @Nullable Lent lent;
    private final Address address;
    private final Engine engine;
    private final StatementRunner runner;
    private final Pipeline pipeline = new Pipeline();
    private final Consumer<Connection> discard;
    private final Runnable afterClose;
    private final SessionTransaction transaction;
    /** How it reads without a transaction, in one round trip; null if it does not. */
    private @Nullable SingleTripRead singleTrip;

    private int queries;
    private int trips;
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

    /** One call of a driver. */
    @FunctionalInterface
    public interface Call<T extends @Nullable Object> {

        /** Makes the call. */
        T run() throws SQLException;
    }

    /**
     * @param watchdog ends its statements when it is time; null if they may take any time and nobody interrupts them
     * @param discard is given the connection before it is closed, if it was lost
     * @param afterClose is run once when the connection has been given back
     */
    Session(
            Leased leased,
            Address address,
            DriverErrors errors,
            @Nullable Watchdog watchdog,
            Consumer<Connection> discard,
            Runnable afterClose) {
        this.connection = leased.connection();
        this.isOwn = leased.isOwn();
        this.sendsTogether = leased.sendsTogether();
        this.lent = leased.lent();
        this.address = address;
        this.engine = address.engine();
        this.runner = new StatementRunner(
                connection,
                isOwn,
                leased.statements(),
                engine,
                errors,
                address.driver().streamFetchSize(),
                watchdog);
        this.transaction = new SessionTransaction(leased, address, runner, pipeline);
        this.discard = discard;
        this.afterClose = afterClose;
    }

    /** Returns the engine that answers. */
    public Engine engine() {
        return engine;
    }

    /** Returns the engine's SQL. */
    public Dialect dialect() {
        return engine.dialect();
    }

    /** The connection, for what only its driver can do. It is closed with this session. */
    public Connection connection() {
        flush();
        transaction.prepareStatement();
        return connection;
    }

    /** The number by which the server knows the session; 0 if it is not known. */
    public long serverId() {
        try {
            return address.driver().sessionId(connection);
        } catch (SQLException e) {
            return 0;
        }
    }

    /** Whether the connection was lost. */
    public boolean isLost() {
        return runner.isLost();
    }

    /** All reads see the database as it is at the first of them. Nothing may be written. */
    void beginRead() {
        transaction.begin(TransactionKind.READ);
    }

    /** From now on all reads see the database as it is now. Nothing may be written. */
    public void beginSnapshot() {
        transaction.begin(TransactionKind.SNAPSHOT);
    }

    /** Later writes become visible to others, all at once, by {@link #commit()}. */
    public void beginWrite() {
        transaction.begin(TransactionKind.WRITE);
    }

    /** From now on all reads see the database as it is at the first of them, and what is written here too. */
    public void beginWork() {
        transaction.begin(TransactionKind.WORK);
    }

    /** Whether all reads of the transaction see one state of the database, beside what it writes itself. */
    public boolean seesOneState() {
        return singleTrip != null || transaction.seesOneState();
    }

    /** Whether one round trip can read one state of the database without a transaction. */
    boolean canReadInOneTrip() {
        return SingleTripRead.isPossible(engine, isOwn && sendsTogether);
    }

    /** Everything is read in one round trip, from one state of the database, without a transaction; a second one throws {@link SingleTripReads.SecondTrip}. */
    void beginSingleTrip() {
        singleTrip = SingleTripRead.begin(runner, transaction, engine);
    }

    /** Whether {@link #beginWriteAfterReads} may be called. */
    public boolean canBeginWriteAfterReads() {
        return transaction.canBeginWriteAfterReads();
    }

    /** Ends a transaction that has only read, and begins one as {@link #beginWrite} does. Both are said in the text of the next statements: no round trip ends the reads. */
    public void beginWriteAfterReads() {
        transaction.beginWriteAfterReads();
    }

    /** From now on statements outside of transactions, too, wait for locks as long as {@code lockWait} says. A connection of our own pool does so anyway. */
    public void limitWaits() {
        if (lent != null) {
            try {
                lent.limitWaits();
            } catch (SQLException e) {
                throw translate(e, "setting how long locks are waited for");
            }
        }
    }

    /** Returns another connection to the same database, which no pool counts; null if the driver makes none from a connection. */
    @Nullable
    Connection beside() throws SQLException {
        return address.driver().beside(connection);
    }

    /** Prepares a connection of a user's pool for many rows. */
    public void lendForBulk() {
        if (lent != null) {
            try {
                lent.lendForBulk();
            } catch (SQLException e) {
                throw translate(e, "preparing a connection for many rows");
            }
        }
    }

    /** Whether a transaction is open. */
    public boolean inTransaction() {
        return transaction.isOpen();
    }

    /** Makes what was written since the transaction began durable and visible. */
    public void commit() {
        transaction.dropBeginningAlone();
        flush();
        transaction.commit();
    }

    /** Undoes what was written since the transaction began. Does nothing if none is open. */
    public void rollback() {
        transaction.rollback();
    }

    /** Sets a savepoint of that name, within those that are set. */
    public void savepoint(String name) {
        command("SAVEPOINT " + name);
    }

    /** Undoes the writes since the savepoint, which stays. */
    public void rollbackToSavepoint(String name) {
        pipeline.takeAll();
        command("ROLLBACK TO SAVEPOINT " + name);
    }

    /** Takes the savepoint away, and those that were set after it; what was written stays. */
    public void releaseSavepoint(String name) {
        command("RELEASE SAVEPOINT " + name);
    }

    private void command(String text) {
        flush();
        try {
            runner.command(text);
        } catch (SQLException e) {
            throw translate(e, text);
        }
    }

    /** Runs text without values and without rows. */
    public void execute(String text) {
        flush();
        transaction.prepareStatement();
        runner.execute(text);
    }

    /**
     * Runs texts that define tables and indexes: in few round trips if definitions are part of the transaction, so that one which fails ends all of them. The
     * others take their time on the server, each under a watch of its own.
     */
    public void define(List<String> texts) {
        flush();
        transaction.prepareStatement();
        if (!sendsTogether || !transaction.isOpen() || !engine.definesInTransactions()) {
            texts.forEach(runner::execute);
            return;
        }
        for (int from = 0; from < texts.size(); from += DEFINED_TOGETHER) {
            runner.execute(texts.subList(from, Math.min(texts.size(), from + DEFINED_TOGETHER)));
        }
    }

    /** Runs a statement and hands out its rows; all of them may be held in memory meanwhile. */
    public void query(Statement statement, RowReader reader) {
        query(List.of(new Reading(statement, reader)));
    }

    /**
     * Returns whether a statement gives a row, for the choice between two ways of a read. It is no part of the read: one that is done in one trip, from one state of
     * the database, stays so. For engines that answer without a round trip.
     */
    public boolean givesRow(Statement statement) {
        boolean[] gives = {false};
        Reading reading = new Reading(statement, row -> gives[0] = true);
        if (singleTrip == null) {
            query(List.of(reading));
        } else {
            singleTrip.lookAhead(reading);
            queries++;
        }
        return gives[0];
    }

    /** Runs statements of which none depends on another's rows, and hands out the rows of each in turn, with as few round trips as can be. */
    public void query(List<Reading> readings) {
        if (singleTrip != null) {
            if (!readings.isEmpty()) {
                singleTrip.read(readings);
                queries += readings.size();
                trips++;
            }
            return;
        }
        transaction.prepareStatement();
        queries += readings.size();
        List<Reading> together = new ArrayList<>();
        int values = 0;
        for (Reading reading : readings) {
            values += reading.statement().binds().size();
            if (!together.isEmpty() && (!sendsTogether || values > Pipeline.MOST_VALUES)) {
                send(together);
                together.clear();
                values = reading.statement().binds().size();
            }
            together.add(reading);
        }
        if (!together.isEmpty()) {
            send(together);
        }
    }

    private void send(List<Reading> readings) {
        trips++;
        if (sendsTogether && (!pipeline.isEmpty() || readings.size() > 1)) {
            runner.together(pipeline.takeAll(), readings, null);
        } else {
            flush();
            runner.query(readings.get(0));
        }
    }

    /** Runs a statement and hands out its rows as they arrive, in constant memory; no other statement may run meanwhile. */
    public void stream(Statement statement, RowReader reader) {
        requireTransaction();
        flush();
        transaction.prepareStatement();
        queries++;
        runner.stream(statement, reader);
    }

    /** Whether {@link #cursor} holds a part of the rows only, and lets other statements run. */
    public boolean hasCursors() {
        try {
            return address.driver().hasCursors(connection, isOwn);
        } catch (SQLException e) {
            throw translate(e, "beginning to read");
        }
    }

    /** Whether the engine holds all rows of a query in this program's memory, to sort them. */
    public boolean sortsInMemory(Statement statement) {
        return dialect().sortsInMemory(() -> enginePlan(statement));
    }

    /**
     * Runs a statement whose rows are read later, some at a time.
     *
     * @param fetchSize how many rows the driver holds
     */
    public RowCursor cursor(Statement statement, int fetchSize) {
        requireTransaction();
        flush();
        transaction.prepareStatement();
        queries++;
        return runner.cursor(statement, fetchSize);
    }

    private void requireTransaction() {
        if (singleTrip != null) {
            throw new SingleTripReads.SecondTrip();
        }
    }

    /** How many round trips have asked for rows so far; a stream is none. */
    int trips() {
        return trips;
    }

    /** How many statements with rows were run so far. */
    public int queries() {
        return queries;
    }

    /** Runs a statement once more and gives the engine's own account of how it did so: lines of text. */
    public String enginePlan(Statement statement) {
        requireTransaction();
        flush();
        transaction.prepareStatement();
        return runner.enginePlan(statement);
    }

    /** The number in the only column of the first row; 0 if it is null or there is no row. */
    public long queryLong(Statement statement) {
        long[] value = new long[1];
        query(statement, row -> value[0] = row.getLong(1));
        return value[0];
    }

    /** Runs a statement that changes rows, and says how many. */
    public int update(Statement statement) {
        return update(statement.text(), statement.text(), runner.binder(statement));
    }

    /**
     * Runs a statement that changes rows, and says how many.
     *
     * @param doing what is said of it in an error
     */
    public int update(String text, String doing, Binder binder) {
        flush();
        transaction.prepareStatement();
        return runner.update(text, doing, binder);
    }

    /**
     * Runs a statement that changes rows: now, or together with others and with what is asked next, or at {@link #flush()} or {@link #commit()}.
     *
     * @param counted receives the number of changed rows, after it and those sent with it were run, and before anything else is handed out
     */
    public void updateLater(Statement statement, RowCount counted) {
        Object[] values = statement.binds().stream().map(Expression.Bind::value).toArray();
        updateLater(statement.text(), statement.text(), List.<Object[]>of(values), runner.binder(statement), counted);
    }

    /**
     * The same.
     *
     * @param doing what is said of it in an error
     * @param values its values, in rows; some of them may be null
     */
    public void updateLater(String text, String doing, List<Object[]> values, Binder binder, RowCount counted) {
        if (!Pipeline.takes(values)) {
            counted.changed(update(text, doing, binder));
        } else if (pipeline.add(new Pipeline.Waiting(
                text, doing, Pipeline.count(values), Pipeline.characters(values), binder, counted))) {
            flush();
        }
    }

    /**
     * Runs what {@link #updateLater} has put off.
     *
     * @throws RuntimeException what the receivers of the numbers of rows have thrown
     */
    public void flush() {
        if (pipeline.isEmpty()) {
            return;
        }
        transaction.prepareStatement();
        List<Pipeline.Waiting> sent = pipeline.takeAll();
        if (sendsTogether && sent.size() > 1) {
            runner.together(sent, List.of(), null);
        } else {
            runner.apart(sent);
        }
    }

    /** Runs a statement that the caller has prepared on the session's connection. */
    public void executeUpdate(PreparedStatement prepared, String doing) throws SQLException {
        run(prepared, doing, prepared::executeUpdate);
    }

    /**
     * Makes the call that runs a statement which the caller has made on the session's connection.
     *
     * @param doing what is said of it in an error
     */
    public <T extends @Nullable Object> T run(java.sql.Statement statement, String doing, Call<T> call)
            throws SQLException {
        flush();
        transaction.prepareStatement();
        return runner.run(statement, doing, call);
    }

    /**
     * Returns whether the engine has silently ended the transaction after an error. If so, another one is open, which must not be committed.
     */
    public boolean hasEnded() {
        String refused = engine.sessions().refusedInTransaction();
        if (refused == null) {
            return false;
        }
        try {
            runner.command(refused);
            return true;
        } catch (SQLException e) { // as it should be
            return false;
        }
    }

    /** Whether several statements may be sent as a batch in a transaction. */
    public boolean takesBatches() {
        return engine.sessions().takesBatches(isOwn);
    }

    /** Translates a driver's error in this session. */
    public EspalierException translate(SQLException error, String doing) {
        return runner.translate(error, doing);
    }

    /** The first error that the database has answered with in this session; null for none. */
    public @Nullable EspalierException failure() {
        return runner.failure();
    }

    /**
     * Once. No exception is thrown: a connection that cannot roll back is thrown away, and its server rolls back. An error is thrown when the connection has been
     * given back.
     */
    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            FirstFailure.ofAll(this::end, this::restore, this::giveBack, afterClose);
        }
    }

    /** Whether the file was closed below a connection of our own: nothing is left to be rolled back, and H2's driver would try without end. */
    private boolean hasLostFile() {
        EspalierException failure = runner.failure();
        return lent == null && !engine.isServer() && failure != null && Retries.isLost(failure);
    }

    private void end() {
        if (hasLostFile()) {
            return;
        }
        try {
            rollback();
        } catch (RuntimeException e) {
            LOG.debug("rolling back: {}", e.getMessage());
        }
    }

    private void giveBack() {
        try {
            if (isLost()) {
                discard.accept(connection);
            }
            if (hasLostFile()) { // the pool closes it, in a thread of its own
                return;
            }
            if (lent != null) {
                lent.givenBack();
            }
            connection.close();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("closing a connection: {}", e.toString());
        }
    }

    /** A lost connection to a server is aborted. SQLite's driver aborts none: the user's pool keeps it. */
    private void restore() {
        if (lent == null || isLost() && engine.isServer()) {
            return;
        }
        try {
            lent.restore(transaction.mayBeOpen());
        } catch (SQLException | RuntimeException e) {
            runner.giveUp();
            LOG.debug("giving a connection back: {}", e.toString());
        } catch (Error e) {
            runner.giveUp();
            throw e;
        }
    }
}
