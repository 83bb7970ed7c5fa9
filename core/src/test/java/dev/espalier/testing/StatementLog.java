package dev.espalier.testing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** Real connections of a database that note down which statements are run on them. */
public final class StatementLog {

    private final List<String> statements = Collections.synchronizedList(new ArrayList<>());
    private final DataSource source;
    private SQLException refusal;
    private String expected;
    private Consumer<Connection> interruption;

    /** Where connections come from. */
    public interface Connections {
        Connection connect() throws SQLException;
    }

    public StatementLog(TestDatabase database) {
        this(database::connect);
    }

    public StatementLog(Connections connections) {
        source = Proxied.source(() -> noting(connections.connect()));
    }

    public DataSource source() {
        return source;
    }

    /** From now on who asks a statement for what it takes to send a local file gets this answer of the server's instead. */
    public StatementLog refusingLocalFiles(SQLException answer) {
        refusal = answer;
        return this;
    }

    /** Runs something once, before the next statement that matches; a call of commit counts as COMMIT. It may use other connections. */
    public void before(String pattern, Runnable once) {
        before(pattern, connection -> once.run());
    }

    /** The same with the connection of that statement. */
    public synchronized void before(String pattern, Consumer<Connection> once) {
        expected = "(?is)" + pattern;
        interruption = once;
    }

    /** An error of a driver that a {@link Runnable} throws in place of a statement. */
    @SuppressWarnings("unchecked")
    public static <E extends Throwable> RuntimeException unchecked(SQLException error) throws E {
        throw (E) error;
    }

    /** Whether it has been done. */
    public synchronized boolean wasInterrupted() {
        return interruption == null;
    }

    /** The thread that renews leases, which comes when it likes. */
    public static boolean isRenewal() {
        return Thread.currentThread().getName().equals("espalier-programs");
    }

    /** The queries that each new connection of a DataSource answers before it is used. */
    private static boolean isOfSettings(String sql) {
        return sql.contains("@@SESSION.autocommit")
                || sql.contains("@@SESSION.tx_read_only")
                || sql.contains("@@SESSION.transaction_read_only")
                || sql.contains("current_setting('server_encoding')")
                || sql.contains("INFORMATION_SCHEMA.SETTINGS")
                || sql.contains("current_setting('default_")
                || sql.matches("PRAGMA (encoding|count_changes)")
                || sql.contains("current_setting('disabled_optimizers')")
                || sql.contains("duckdb_optimizers()")
                || sql.contains("LOCK_TIMEOUT()");
    }

    private void log(String sql) {
        if (!isRenewal() && !isOfSettings(sql)) {
            statements.add(sql);
        }
    }

    private void interrupt(String sql, Connection connection) {
        if (isRenewal()) {
            return;
        }
        Consumer<Connection> once = null;
        synchronized (this) {
            if (interruption != null && sql.matches(expected)) {
                once = interruption;
                interruption = null;
            }
        }
        if (once != null) {
            once.accept(connection);
        }
    }

    /** The statements that change rows of objects, since the last call. */
    public List<String> writes() {
        synchronized (statements) {
            List<String> writes = statements.stream()
                    .filter(sql -> sql.matches("(?is)\\s*(insert|update|delete|replace|load|copy)(?!.*espalier_).*"))
                    .toList();
            statements.clear();
            return writes;
        }
    }

    /** All statements, since the last call, without those for the row of the program, which a store asks now and then. */
    public List<String> statements() {
        synchronized (statements) {
            List<String> all = statements.stream()
                    .filter(sql -> !sql.contains("espalier_programs"))
                    .toList();
            statements.clear();
            return all;
        }
    }

    /** The queries, since the last call, without that for the row of the program, which a store asks now and then. */
    public List<String> reads() {
        synchronized (statements) {
            List<String> reads = statements.stream()
                    .filter(sql -> sql.matches("(?is)\\s*select(?!.*espalier_programs).*") && !beginsSnapshot(sql))
                    .toList();
            statements.clear();
            return reads;
        }
    }

    /** What DuckDB has in place of MySQL's {@code WITH CONSISTENT SNAPSHOT}. */
    private static boolean beginsSnapshot(String sql) {
        return sql.equals("SELECT txid_current()");
    }

    /** The statements that make or change tables and indexes, since the last call. */
    public List<String> definitions() {
        synchronized (statements) {
            List<String> definitions = statements.stream()
                    .filter(sql -> sql.matches("(?is)\\s*(create|alter|drop).*"))
                    .toList();
            statements.clear();
            return definitions;
        }
    }

    /** The same connection, whose statements are noted down: for a pool that makes its connections itself. */
    public Connection noting(Connection real) {
        return Proxied.of(Connection.class, call -> {
            if (call.name().startsWith("prepare")) {
                log((String) call.arguments()[0]);
                interrupt((String) call.arguments()[0], real);
            }
            if (call.name().equals("commit")) {
                interrupt("COMMIT", real);
            }
            Object result = call.on(real);
            return call.name().equals("createStatement") ? statement((Statement) result) : result;
        });
    }

    private Statement statement(Statement real) {
        return Proxied.of(Statement.class, call -> {
            if (refusal != null && call.name().equals("isWrapperFor")) {
                throw refusal;
            }
            if (call.name().startsWith("execute") && call.arguments().length > 0) {
                log((String) call.arguments()[0]);
                interrupt((String) call.arguments()[0], real.getConnection());
            }
            return call.on(real);
        });
    }
}
