package dev.espalier.internal.handwritten;

import static dev.espalier.error.ErrorCode.SQL_REFUSED;
import static dev.espalier.error.ErrorCode.WRITE_IN_READ;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.EspalierException;
import dev.espalier.error.StoreException;
import dev.espalier.internal.jdbc.FirstFailure;
import dev.espalier.internal.jdbc.Session;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Array;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Wrapper;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a session's transaction, lent to a program. Its statements, results and metadata are wrapped like the connection, so that none of them leads
 * past it. Closing it closes what the program has left open, and ends the loan. For one thread.
 */
public final class LentConnection implements AutoCloseable {

    /** The calls that would end the transaction, or change settings of the connection. */
    private static final Set<String> REFUSED = Set.of(
            "close",
            "commit",
            "abort",
            "setTransactionIsolation",
            "setReadOnly",
            "setCatalog",
            "setSchema",
            "setTypeMap",
            "setHoldability",
            "setNetworkTimeout",
            "setClientInfo",
            "setShardingKey",
            "setShardingKeyIfValid",
            "beginRequest",
            "endRequest");

    /** The transaction that lends its connection. */
    public interface Lender {

        /** Sends the writes that were gathered before, because SQL of the program runs next. */
        void beforeSql();

        /** Returns the number of reads and writes of objects so far. */
        int uses();
    }

    private final Session session;
    private final Lender lender;
    private final SqlCheck check;
    private final TransactionProof proof;
    private final Thread thread = Thread.currentThread();
    private final Connection real;
    private final Connection connection;
    /** The statements that the program has not closed. */
    private final List<Statement> open = new ArrayList<>();

    private final Map<Savepoint, Place> savepoints = new IdentityHashMap<>();

    /**
     * The state in which the program has set a savepoint.
     *
     * @param uses the number of reads and writes of objects before it
     * @param isBehindProof whether the savepoint of the proof was set before it
     */
    private record Place(int uses, boolean isBehindProof) {}

    private boolean isOver;
    /** Set when the engine has ended the transaction. */
    private @Nullable StoreException ended;

    /** The time-out of statements, in seconds, before the program has set another; negative if it has set none. */
    private int timeout = -1;
    /** The text of the last statement. */
    private String last = "SQL of the program";

    /**
     * @param readsOnly whether the program may not write
     * @param depth the number of loans of the session that are open, this one included
     */
    public LentConnection(Session session, Lender lender, boolean readsOnly, int depth) {
        this.session = session;
        this.lender = lender;
        this.check = new SqlCheck(session.engine().sqlRules(), readsOnly);
        this.proof = new TransactionProof(session, session.engine().sqlRules(), depth);
        this.real = session.connection();
        this.connection = wrapped(Connection.class, new OfConnection(real));
    }

    /** Translates an error that the program has not caught. */
    public EspalierException translate(SQLException error) {
        return session.translate(error, last);
    }

    /** The connection as the program has it. */
    public Connection connection() {
        return connection;
    }

    /** @throws StoreException {@code sql-ended-transaction} */
    @Override
    public void close() {
        if (!isOver) {
            FirstFailure failure = new FirstFailure();
            for (Statement statement : List.copyOf(open)) {
                failure.of(() -> close(statement));
            }
            isOver = true;
            failure.of(this::restoreTimeout);
            failure.of(proof::end);
            failure.of(this::requireGoingOn);
            failure.rethrow();
        }
    }

    private void close(Statement statement) {
        try {
            statement.close();
        } catch (SQLException e) {
            throw session.translate(e, "closing a statement of the program");
        }
    }

    private void requireGoingOn() {
        if (ended != null) {
            throw ended;
        }
    }

    private void requireUsable() {
        requireGoingOn();
        if (isOver) {
            throw new IllegalStateException("the work that was lent this connection is over");
        }
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException("the connection of a transaction belongs to the thread that runs its work");
        }
    }

    private void noteEnd(SQLException error) {
        if (ended == null && session.hasEnded()) {
            ended = TransactionProof.ended("an error for which the engine rolls back", error);
        }
    }

    private static StoreException refused(String call) {
        return new StoreException(
                SQL_REFUSED,
                call
                        + " is refused: the connection belongs to the transaction, which ends with its work, and keeps its settings");
    }

    private static <T> T wrapped(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader() == null ? LentConnection.class.getClassLoader() : type.getClassLoader(),
                new Class<?>[] {type},
                handler));
    }

    /** @param statement as the program has it; null for none */
    private @Nullable Object handedOut(@Nullable Statement statement, @Nullable Object result) {
        if (result instanceof ResultSet rows) {
            return wrapped(ResultSet.class, new OfRows(rows, statement));
        }
        if (result instanceof Array array) {
            return wrapped(Array.class, new OfArray(array, statement));
        }
        return result;
    }

    /** H2's connection has one time-out for all statements. */
    private void keepTimeout(Statement statement) throws SQLException {
        if (timeout < 0) {
            timeout = statement.getQueryTimeout();
        }
    }

    private void restoreTimeout() {
        if (timeout >= 0) {
            try (Statement statement = real.createStatement()) {
                if (statement.getQueryTimeout() != timeout) {
                    statement.setQueryTimeout(timeout);
                }
            } catch (SQLException e) {
                throw session.translate(e, "setting the time-out of statements");
            }
        }
    }

    /** One object of JDBC. */
    private abstract class Wrapping<T extends Wrapper> implements InvocationHandler {

        final T target;

        Wrapping(T target) {
            this.target = target;
        }

        /** Makes a call of the program, and returns its result. */
        abstract @Nullable Object call(Object proxy, Method method, @Nullable Object[] arguments) throws SQLException;

        @Override
        public final @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given)
                throws Throwable {
            Object[] arguments = given == null ? new Object[0] : given;
            switch (method.getName()) {
                case "equals":
                    return arguments.length == 1 && proxy == arguments[0];
                case "hashCode":
                    return System.identityHashCode(proxy);
                case "toString":
                    return "lent " + target;
                case "isWrapperFor":
                    return ((Class<?>) arguments[0]).isInstance(proxy) || target.isWrapperFor((Class<?>) arguments[0]);
                case "unwrap":
                    return unwrap(proxy, (Class<?>) arguments[0]);
                default:
                    return call(proxy, method, arguments);
            }
        }

        /** Nobody sees the calls on the driver's own object, so the transaction is checked afterwards. */
        private Object unwrap(Object proxy, Class<?> type) throws SQLException {
            requireUsable();
            if (type.isInstance(proxy)) {
                return proxy;
            }
            if (check.readsOnly()) {
                throw refused("unwrap in work that only reads");
            }
            lender.beforeSql();
            proof.begin("unwrap");
            return target.unwrap(type);
        }

        /** The same for a call that never gives null. */
        final Object made(Method method, @Nullable Object[] arguments) throws SQLException {
            return requireNonNull(pass(method, arguments), "the driver has made nothing");
        }

        /** Calls the driver. The session notes its error, which may have ended the transaction, and for which the work may be retried. */
        final @Nullable Object pass(Method method, @Nullable Object[] arguments) throws SQLException {
            try {
                return method.invoke(target, arguments);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e); // the methods of an interface are public
            } catch (InvocationTargetException e) {
                Throwable cause = e.getCause();
                if (cause instanceof SQLException known) {
                    translate(known);
                    noteEnd(known);
                    throw known;
                }
                if (cause instanceof RuntimeException unchecked) {
                    throw unchecked;
                }
                if (cause instanceof Error error) {
                    throw error;
                }
                throw new IllegalStateException(cause);
            }
        }
    }

    private final class OfConnection extends Wrapping<Connection> {

        OfConnection(Connection target) {
            super(target);
        }

        @Override
        @Nullable
        Object call(Object proxy, Method method, @Nullable Object[] arguments) throws SQLException {
            String name = method.getName();
            if (name.equals("isClosed")) {
                return isOver;
            }
            requireUsable();
            if (REFUSED.contains(name) || name.equals("setAutoCommit") && Boolean.TRUE.equals(arguments[0])) {
                throw refused(name);
            }
            return switch (name) {
                case "setAutoCommit" -> null;
                case "getAutoCommit" -> false;
                case "isReadOnly" -> check.readsOnly();
                case "createStatement" -> statement(Statement.class, (Statement) made(method, arguments), "", false);
                case "prepareStatement" -> prepared(PreparedStatement.class, method, arguments);
                case "prepareCall" -> prepared(CallableStatement.class, method, arguments);
                case "getMetaData" ->
                    wrapped(DatabaseMetaData.class, new OfMetaData((DatabaseMetaData) made(method, arguments)));
                case "setSavepoint" -> setSavepoint(method, arguments);
                case "rollback" -> rollback(method, arguments);
                case "releaseSavepoint" -> passSavepoint(savepoints.remove(arguments[0]), method, arguments);
                default -> pass(method, arguments);
            };
        }

        private Object prepared(Class<? extends Statement> type, Method method, @Nullable Object[] arguments)
                throws SQLException {
            String text = (String) arguments[0];
            boolean isUnseen = check.check(text);
            return statement(type, (Statement) made(method, arguments), text, isUnseen);
        }

        private Object statement(Class<? extends Statement> type, Statement statement, String text, boolean isUnseen) {
            open.add(statement);
            return wrapped(type, new OfStatement(statement, text, isUnseen));
        }

        private @Nullable Object setSavepoint(Method method, @Nullable Object[] arguments) throws SQLException {
            lender.beforeSql();
            Savepoint savepoint = (Savepoint) pass(method, arguments);
            savepoints.put(savepoint, new Place(lender.uses(), proof.isSet()));
            return savepoint;
        }

        /** Objects that were read or written since would not be what the database has. */
        private @Nullable Object rollback(Method method, @Nullable Object[] arguments) throws SQLException {
            if (arguments.length == 0) {
                throw refused("rollback");
            }
            Place place = savepoints.get(arguments[0]);
            if (place == null) {
                throw refused("rollback to a savepoint that this work has not set");
            }
            if (place.uses() != lender.uses()) {
                throw new StoreException(
                        SQL_REFUSED,
                        "rollback to a savepoint is refused: the transaction has read or written objects since it was set; they would not be what the database"
                                + " has");
            }
            return passSavepoint(place, method, arguments);
        }

        private @Nullable Object passSavepoint(@Nullable Place place, Method method, @Nullable Object[] arguments)
                throws SQLException {
            Object result = pass(method, arguments);
            if (place != null && !place.isBehindProof()) {
                proof.renew();
            }
            return result;
        }
    }

    private final class OfStatement extends Wrapping<Statement> {

        private final String text;
        private boolean isUnseen;

        /** @param text of a prepared one */
        OfStatement(Statement target, String text, boolean isUnseen) {
            super(target);
            this.text = text;
            this.isUnseen = isUnseen;
        }

        @Override
        @Nullable
        Object call(Object proxy, Method method, @Nullable Object[] arguments) throws SQLException {
            String name = method.getName();
            if (name.equals("close")) {
                open.remove(target);
                return pass(method, arguments);
            }
            if (name.equals("cancel") || name.equals("isClosed")) {
                return pass(method, arguments);
            }
            requireUsable();
            if (name.startsWith("execute")) {
                return execute(proxy, method, arguments);
            }
            return switch (name) {
                case "addBatch" -> {
                    if (arguments.length == 1) {
                        isUnseen |= check.check((String) arguments[0]);
                    }
                    yield pass(method, arguments);
                }
                case "getConnection" -> connection;
                case "getMetaData" -> pass(method, arguments); // of SQLite it is a ResultSet, too
                case "setQueryTimeout" -> {
                    keepTimeout(target);
                    yield pass(method, arguments);
                }
                default -> handedOut((Statement) proxy, pass(method, arguments));
            };
        }

        private @Nullable Object execute(Object proxy, Method method, @Nullable Object[] arguments)
                throws SQLException {
            String doing = text;
            boolean toProve = isUnseen;
            if (arguments.length > 0) {
                doing = (String) arguments[0];
                toProve = check.check(doing);
            }
            if (method.getName().endsWith("Batch") && !session.takesBatches()) {
                throw new StoreException(
                        SQL_REFUSED,
                        method.getName()
                                + " is refused on this connection: after a deadlock in a batch the driver would go on outside of the transaction; expected one statement"
                                + " after the other");
            }
            last = doing;
            lender.beforeSql();
            if (toProve) {
                proof.begin("CALL");
            }
            return handedOut(
                    (Statement) proxy,
                    session.run(target, doing, () -> Optional.ofNullable(pass(method, arguments)))
                            .orElse(null));
        }
    }

    private final class OfRows extends Wrapping<ResultSet> {

        private final @Nullable Statement statement;

        /** @param statement as the program has it; null for none */
        OfRows(ResultSet target, @Nullable Statement statement) {
            super(target);
            this.statement = statement;
        }

        @Override
        @Nullable
        Object call(Object proxy, Method method, @Nullable Object[] arguments) throws SQLException {
            return switch (method.getName()) {
                case "close", "isClosed" -> pass(method, arguments);
                case "getStatement" -> statement;
                case "getMetaData" -> {
                    requireUsable();
                    yield pass(method, arguments); // of SQLite it is the ResultSet itself
                }
                case "updateRow", "insertRow", "deleteRow" -> {
                    requireUsable();
                    yield change(method, arguments);
                }
                default -> {
                    requireUsable();
                    yield handedOut(statement, pass(method, arguments));
                }
            };
        }

        private @Nullable Object change(Method method, @Nullable Object[] arguments) throws SQLException {
            if (check.readsOnly()) {
                throw new StoreException(WRITE_IN_READ, "this work only reads: " + method.getName() + " is refused");
            }
            last = method.getName();
            lender.beforeSql();
            return session.run(target.getStatement(), last, () -> Optional.ofNullable(pass(method, arguments)))
                    .orElse(null);
        }
    }

    /** An array may be read as rows. */
    private final class OfArray implements InvocationHandler {

        private final Array target;
        private final @Nullable Statement statement;

        OfArray(Array target, @Nullable Statement statement) {
            this.target = target;
            this.statement = statement;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given)
                throws Throwable {
            requireUsable();
            try {
                return handedOut(statement, method.invoke(target, given));
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    private final class OfMetaData extends Wrapping<DatabaseMetaData> {

        OfMetaData(DatabaseMetaData target) {
            super(target);
        }

        @Override
        @Nullable
        Object call(Object proxy, Method method, @Nullable Object[] arguments) throws SQLException {
            requireUsable();
            return switch (method.getName()) {
                case "getConnection" -> connection;
                case "supportsBatchUpdates" -> session.takesBatches() && Boolean.TRUE.equals(pass(method, arguments));
                default -> {
                    yield handedOut(null, pass(method, arguments));
                }
            };
        }
    }
}
