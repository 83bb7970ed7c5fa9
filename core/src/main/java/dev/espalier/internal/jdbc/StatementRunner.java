package dev.espalier.internal.jdbc;

import static dev.espalier.error.ErrorCode.CONFLICT;
import static dev.espalier.error.ErrorCode.DATABASE_ERROR;
import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;
import static dev.espalier.error.ErrorCode.NOT_PRIMARY;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Statement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs statements on one connection: under a watch, logged without their values, their errors translated. It knows of no transaction. For one
 * thread at a time.
 */
final class StatementRunner {

    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    /** A connection keeps up to 128 statements. */
    private static final int KEPT_CHARACTERS = 4_000;

    private final Connection connection;
    private final boolean isOwn;
    private final @Nullable StatementCache statements;
    private final Engine engine;
    private final Dialect dialect;
    private final DriverErrors errors;
    private final int streamFetchSize;
    private final @Nullable Watchdog watchdog;
    private @Nullable EspalierException failure;
    private @Nullable EspalierException ending;
    private boolean isLost;
    private int run;

    /**
     * @param statements those that stay prepared; null for none
     * @param streamFetchSize the fetch size that makes the driver hand out rows as they arrive
     * @param watchdog ends statements when it is time; null if they may take any time and nobody interrupts them
     */
    StatementRunner(
            Connection connection,
            boolean isOwn,
            @Nullable StatementCache statements,
            Engine engine,
            DriverErrors errors,
            int streamFetchSize,
            @Nullable Watchdog watchdog) {
        this.connection = connection;
        this.isOwn = isOwn;
        this.statements = statements;
        this.engine = engine;
        this.dialect = engine.dialect();
        this.errors = errors;
        this.streamFetchSize = streamFetchSize;
        this.watchdog = watchdog;
    }

    /** The first error that the database has answered with, or the first that passes; null for none. */
    @Nullable
    EspalierException failure() {
        return failure;
    }

    /** A transaction begins. */
    void begun() {
        ending = null;
    }

    /** The error with which the engine may have ended the transaction; null for none. */
    @Nullable
    EspalierException ending() {
        return ending;
    }

    /** Whether the connection was lost, or somebody may still be about to end what runs on it. */
    boolean isLost() {
        return isLost;
    }

    /** Nobody shall get the connection again. */
    void giveUp() {
        isLost = true;
    }

    /** How many statements were begun so far; {@link #command} is none. */
    int run() {
        return run;
    }

    private boolean mayEndTransaction(EspalierException translated, SQLException error) {
        return translated.errorCode() == CONFLICT
                || translated.errorCode() == LOCK_TIMEOUT
                || Retries.isLost(translated)
                || engine.failures().endsTransaction(error);
    }

    /** Translates a driver's error on this connection. */
    EspalierException translate(SQLException error, String doing) {
        EspalierException translated = errors.translate(error, doing);
        if (failure == null || Retries.isCurable(translated) && !Retries.isCurable(failure)) {
            failure = translated;
        }
        if (ending == null && mayEndTransaction(translated, error)) {
            ending = translated;
        }
        // The next connection may lead to another server.
        if (Retries.isLost(translated) || translated.errorCode() == NOT_PRIMARY) {
            if (!isLost) {
                LOG.warn("{}: a connection was lost: {}", translated.place(), DriverErrors.said(error));
                LOG.debug("a connection was lost", translated);
            }
            isLost = true;
        }
        return translated;
    }

    /** Runs one of the few texts that begin and end something, which take no time by themselves and are not watched. */
    void command(String text) throws SQLException {
        if (statements == null) {
            try (java.sql.Statement statement = connection.createStatement()) {
                statement.execute(text);
            }
        } else {
            prepared(text, PreparedStatement::execute);
        }
        LOG.debug(text);
    }

    /** Watches a COMMIT, which is never cancelled; null if nobody watches. */
    Watchdog.@Nullable Watch watchCommit() {
        return watchdog == null ? null : watchdog.watchCommit(connection);
    }

    /** Runs one of the few texts that begin a transaction. It stays prepared. */
    void begin(String text) {
        if (statements == null) {
            execute(text);
            return;
        }
        long start = System.nanoTime();
        try {
            prepared(
                    text,
                    prepared -> watched(prepared, text, () -> {
                        boolean hasRows = prepared.execute();
                        if (hasRows) {
                            prepared.getResultSet().close();
                        }
                        return hasRows;
                    }));
        } catch (SQLException e) {
            throw translate(e, text);
        }
        log(text, 0, "values", start);
    }

    /** Runs text without values and without rows. */
    void execute(String text) {
        long start = System.nanoTime();
        try (java.sql.Statement statement = connection.createStatement()) {
            watched(statement, text, () -> statement.execute(text));
        } catch (SQLException e) {
            throw translate(e, text);
        }
        log(text, 0, "values", start);
    }

    /** Runs texts without values and without rows in one round trip. */
    void execute(List<String> texts) {
        String text = String.join("; ", texts);
        String doing = texts.get(0) + (texts.size() > 1 ? " and " + (texts.size() - 1) + " statements behind it" : "");
        long start = System.nanoTime();
        try (java.sql.Statement statement = connection.createStatement()) {
            watched(statement, doing, () -> statement.execute(text));
        } catch (SQLException e) {
            throw translate(e, doing);
        }
        log(text, texts.size(), "statements", start);
    }

    /** Makes the call that runs a statement which its caller has made on the connection. */
    <T extends @Nullable Object> T run(java.sql.Statement statement, String doing, Session.Call<T> call)
            throws SQLException {
        long start = System.nanoTime();
        T result = watched(statement, doing, call);
        log(doing, 1, "statements", start);
        return result;
    }

    /** Hands out a statement's rows; all of them may be held in memory meanwhile. */
    void query(Reading reading) {
        query(reading, false);
    }

    /** The same for a statement that is likely to be run again: the server may prepare it. */
    void queryAgain(Reading reading) {
        query(reading, true);
    }

    private void query(Reading reading, boolean isOnServer) {
        Statement statement = reading.statement();
        long start = System.nanoTime();
        try {
            prepared(statement.text(), isOnServer, hasShortValues(statement), prepared -> {
                bind(prepared, 1, statement);
                return watched(prepared, statement.text(), () -> {
                    try (ResultSet result = prepared.executeQuery()) {
                        return read(result, reading.reader());
                    }
                });
            });
        } catch (SQLException e) {
            throw translate(e, statement.text());
        }
        log(statement.text(), statement.binds().size(), "values", start);
    }

    /** Hands out a statement's rows as they arrive, in constant memory; no other statement may run meanwhile. */
    void stream(Statement statement, RowReader reader) {
        long start = System.nanoTime();
        try (PreparedStatement prepared = connection.prepareStatement(statement.text())) {
            bind(prepared, 1, statement);
            prepared.setFetchSize(streamFetchSize);
            try (ResultSet result = watched(prepared, statement.text(), prepared::executeQuery)) {
                read(result, reader);
            }
        } catch (SQLException e) {
            throw translate(e, statement.text());
        }
        log(statement.text(), statement.binds().size(), "values", start);
    }

    /**
     * Runs a statement whose rows are read later, some at a time. Other statements may run meanwhile.
     *
     * @param fetchSize how many rows the driver holds
     */
    RowCursor cursor(Statement statement, int fetchSize) {
        String text = statement.text();
        long start = System.nanoTime();
        try {
            PreparedStatement prepared = connection.prepareStatement(text);
            try {
                bind(prepared, 1, statement);
                prepared.setFetchSize(fetchSize);
                ResultSet rows = watched(prepared, text, prepared::executeQuery);
                log(text, statement.binds().size(), "values", start);
                return new RowCursor(
                        prepared, rows, (result, most, reader) -> next(prepared, result, text, most, reader));
            } catch (SQLException | RuntimeException | Error e) {
                FirstFailure.closeAfter(e, prepared);
                throw e;
            }
        } catch (SQLException e) {
            throw translate(e, text);
        }
    }

    private int next(PreparedStatement prepared, ResultSet result, String text, int most, RowReader reader) {
        try {
            return watched(prepared, text, () -> {
                Row row = new Row(dialect, result);
                int rows = 0;
                while (rows < most && result.next()) {
                    reader.read(row);
                    rows++;
                }
                return rows;
            });
        } catch (SQLException e) {
            throw translate(e, text);
        }
    }

    private int read(ResultSet result, RowReader reader) throws SQLException {
        Row row = new Row(dialect, result);
        int rows = 0;
        for (; result.next(); rows++) {
            reader.read(row);
        }
        return rows;
    }

    /** The engine's own account of how it runs a statement: lines of text. */
    String enginePlan(Statement statement) {
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

    /** Runs a statement that changes rows, and says how many. */
    int update(String text, String doing, Session.Binder binder) {
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
     * Runs what has waited, and statements with rows behind it, in one round trip.
     *
     * @param sent receive the numbers of changed rows before any row is handed out
     * @param end the last statement of the text; null for none
     */
    void together(List<Pipeline.Waiting> sent, List<Reading> readings, @Nullable String end) {
        List<String> texts = new ArrayList<>(sent.size() + readings.size() + 1);
        sent.forEach(one -> texts.add(one.text()));
        readings.forEach(reading -> texts.add(reading.statement().text()));
        if (end != null) {
            texts.add(end);
        }
        String text = statements != null && sent.isEmpty() ? statements.joined(texts) : String.join("; ", texts);
        long start = System.nanoTime();
        try {
            prepared(text, prepared -> {
                int at = 1;
                for (Pipeline.Waiting one : sent) {
                    at = one.binder().bind(prepared, at);
                }
                for (Reading reading : readings) {
                    at = bind(prepared, at, reading.statement());
                }
                int[] rows = watched(prepared, text, () -> {
                    int[] counts = new int[sent.size()];
                    prepared.execute();
                    for (int i = 0; i < counts.length; i++) {
                        counts[i] = prepared.getUpdateCount();
                        prepared.getMoreResults();
                    }
                    return counts;
                });
                reportCounts(sent, rows, text);
                return watched(prepared, text, () -> readAll(prepared, readings));
            });
        } catch (SQLException e) {
            throw translate(e, text);
        }
        log(text, sent.size() + readings.size(), "statements", start);
    }

    private int readAll(PreparedStatement prepared, List<Reading> readings) throws SQLException {
        int rows = 0;
        for (Reading reading : readings) {
            try (ResultSet result = prepared.getResultSet()) {
                rows += read(result, reading.reader());
            }
            prepared.getMoreResults();
        }
        return rows;
    }

    /** One after the other; those that follow each other and have one text as a batch, with as few round trips as the driver can. */
    void apart(List<Pipeline.Waiting> sent) {
        int[] rows = new int[sent.size()];
        for (int from = 0, to; from < rows.length; from = to) {
            String text = sent.get(from).text();
            to = from + 1;
            while (to < rows.length && sent.get(to).text().equals(text)) {
                to++;
            }
            int[] some = batch(sent.subList(from, to));
            System.arraycopy(some, 0, rows, from, some.length);
        }
        reportCounts(sent, rows, sent.get(0).doing());
    }

    /** Statements of one text. */
    private int[] batch(List<Pipeline.Waiting> same) {
        if (same.size() == 1) {
            return new int[] {
                update(same.get(0).text(), same.get(0).doing(), same.get(0).binder())
            };
        }
        if (!engine.sessions().takesBatches(isOwn)) {
            return same.stream()
                    .mapToInt(one -> update(one.text(), one.doing(), one.binder()))
                    .toArray();
        }
        String text = same.get(0).text();
        long start = System.nanoTime();
        try {
            int[] rows = prepared(text, prepared -> {
                for (Pipeline.Waiting statement : same) {
                    statement.binder().bind(prepared, 1);
                    prepared.addBatch();
                }
                return watched(prepared, text, prepared::executeBatch);
            });
            log(text, rows.length, "statements", start);
            return rows;
        } catch (SQLException e) {
            throw translate(e, text);
        }
    }

    private static void reportCounts(List<Pipeline.Waiting> sent, int[] rows, String doing) {
        for (int count : rows) {
            if (count < 0) {
                throw new DatabaseException(
                        DATABASE_ERROR,
                        "the driver does not say how many rows each of several statements has changed;"
                                + " take options like useBulkStmts out of the URL (while: " + doing + ")");
            }
        }
        for (int i = 0; i < rows.length; i++) {
            sent.get(i).counted().changed(rows[i]);
        }
    }

    /** Sets the values of a statement. */
    Session.Binder binder(Statement statement) {
        return (prepared, at) -> bind(prepared, at, statement);
    }

    private int bind(PreparedStatement prepared, int from, Statement statement) throws SQLException {
        int at = from;
        for (Expression.Bind bind : statement.binds()) {
            dialect.bind(prepared, at++, bind.type(), bind.value());
        }
        return at;
    }

    private interface Use<T> {
        T of(PreparedStatement prepared) throws SQLException;
    }

    /** Prepares a statement of that text, or takes one that is; one that has failed is not kept. */
    private <T> T prepared(String text, Use<T> use) throws SQLException {
        return prepared(text, false, false, use);
    }

    /** @param keepsValues whether it keeps its values until it is run again */
    private <T> T prepared(String text, boolean isOnServer, boolean keepsValues, Use<T> use) throws SQLException {
        if (statements == null) {
            try (PreparedStatement prepared = StatementCache.prepare(connection, text)) {
                return use.of(prepared);
            }
        }
        PreparedStatement prepared = isOnServer ? statements.takeOnServer(text) : statements.take(text);
        T result;
        try {
            result = use.of(prepared);
        } catch (SQLException | RuntimeException | Error e) {
            statements.dropped(prepared);
            FirstFailure.closeAfter(e, prepared);
            throw e;
        }
        if (keepsValues) {
            statements.giveBackWithValues(text, prepared);
        } else {
            statements.giveBack(text, prepared);
        }
        return result;
    }

    /** Whether a statement that stays prepared may keep them. */
    private static boolean hasShortValues(Statement statement) {
        int characters = 0;
        for (Expression.Bind bind : statement.binds()) {
            characters += Pipeline.characters(bind.value());
        }
        return characters <= KEPT_CHARACTERS;
    }

    private <T extends @Nullable Object> T watched(java.sql.Statement statement, String text, Session.Call<T> execution)
            throws SQLException {
        if (watchdog == null) {
            run++;
            return execution.run();
        }
        Watchdog.Watch watch = watchdog.watch(statement, connection);
        run++;
        try {
            return execution.run();
        } catch (SQLException e) {
            EspalierException reason = watch.reason(e, text);
            if (reason == null) {
                throw e;
            }
            failure = failure == null ? reason : failure;
            // What was cancelled may have ended by a deadlock at the same moment.
            if (ending == null && mayEndTransaction(errors.translate(e, text), e)) {
                ending = reason;
            }
            throw reason;
        } finally {
            watch.close();
            isLost |= watch.wasEnded();
        }
    }

    private static void log(String text, int count, String of, long start) {
        if (LOG.isDebugEnabled()) {
            String shown =
                    text.length() > 2_000 ? text.substring(0, 2_000) + "... (" + text.length() + " characters)" : text;
            LOG.debug("{} us, {} {}: {}", (System.nanoTime() - start) / 1_000, count, of, shown);
        }
    }
}
