package dev.espalier.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server that answers. A test takes a database from it and gives it back. PostgreSQL's databases are emptied then, and used again: 20 databases, each made
 * for ten tables with an index and dropped, take 7.0 s of the server's processor time, one that is emptied 20 times takes 1.9 s. The others have no more to
 * do for a database than for its tables.
 *
 * @param url of its database {@code espalier}, from which others are made
 * @param version as the server says it
 * @param administrator creates and drops databases
 * @param emptied databases that wait for the next test
 */
record Server(
        Engine engine,
        String url,
        String user,
        String password,
        String version,
        SpareConnection administrator,
        Queue<String> emptied) {

    /** PostgreSQL's insufficient_privilege. */
    private static final String NOT_ALLOWED = "42501";
    /**
     * A connection of MySQL's driver takes 8 ms of processor time where it is encrypted, as it is without these parameters, else 1.5 ms. The connections to
     * the database {@code espalier} are encrypted, and so are those of the lab.
     */
    private static final String UNENCRYPTED = "sslMode=DISABLED&allowPublicKeyRetrieval=true";

    private static final Pattern URL = Pattern.compile("(jdbc:\\w+://[^/]+/)([^?]*)(\\?.*)?");

    /** @throws SQLException if it does not answer */
    static Server connect(Engine engine, String url, String user, String password) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, password);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT version()")) {
            row.next();
            return new Server(
                    engine,
                    url,
                    user,
                    password,
                    number(engine, row.getString(1)),
                    new SpareConnection(() -> DriverManager.getConnection(url, user, password)),
                    new ConcurrentLinkedQueue<>());
        }
    }

    /** {@code 11.4.5-MariaDB} is 11.4.5, {@code 8.0.11-TiDB-v8.5.4} is 8.5.4. */
    private static String number(Engine engine, String said) {
        Matcher number = Pattern.compile(engine == Engine.TIDB ? "TiDB-v?([0-9.]+)" : "([0-9.]+)")
                .matcher(said);
        return number.find() ? number.group(1) : said;
    }

    /** The URL of another database on this server. */
    String urlOf(String database) {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException("no URL with a database: " + url);
        }
        String parameters = parts.group(3) == null ? "" : parts.group(3);
        return parts.group(1)
                + database
                + (engine == Engine.MYSQL ? parameters + (parameters.isEmpty() ? "?" : "&") + UNENCRYPTED : parameters);
    }

    /** Gives the name of an empty database. */
    String take() {
        String waiting = emptied.poll();
        if (waiting != null) {
            return waiting;
        }
        String made = Secrets.databaseName();
        create(made);
        return made;
    }

    private void create(String database) {
        // The other databases of a server under test may be busy; PostgreSQL copies a template that nobody uses.
        execute("CREATE DATABASE " + database + (engine == Engine.POSTGRES ? " TEMPLATE template0" : ""));
    }

    /**
     * Takes a database back from a test.
     *
     * @param inside a connection to it, which is closed
     */
    void giveBack(String database, SpareConnection inside) {
        if (engine == Engine.POSTGRES && isEmptied(inside)) {
            emptied.add(database);
            inside.close();
        } else {
            inside.close();
            drop(database);
        }
    }

    /**
     * Removes all that is in a database.
     *
     * @param inside a connection to it
     */
    void empty(String database, SpareConnection inside) {
        if (engine != Engine.POSTGRES || !isEmptied(inside)) {
            inside.close();
            drop(database);
            create(database);
        }
    }

    /** Empties a database of PostgreSQL after its other sessions have ended; false where it cannot be done. */
    private static boolean isEmptied(SpareConnection inside) {
        try {
            inside.use(connection -> {
                try (Statement statement = connection.createStatement()) {
                    statement.execute(
                            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user"
                                    + " AND pid <> pg_backend_pid()");
                    statement.execute("DROP SCHEMA public CASCADE");
                    statement.execute("CREATE SCHEMA public");
                    return null;
                }
            });
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** Drops the databases that wait for another test: there is none. */
    void dropEmptied() {
        String waiting;
        while ((waiting = emptied.poll()) != null) {
            drop(waiting);
        }
    }

    private void drop(String database) {
        if (engine == Engine.POSTGRES) {
            dropWithItsSessions(database);
        } else {
            execute("DROP DATABASE " + database);
        }
    }

    /**
     * PostgreSQL's FORCE ends sessions of ours, but is refused while the server's own vacuum is at work there; the plain form waits for that
     * one, which it asks to stop, but not for ours.
     */
    private void dropWithItsSessions(String database) {
        try {
            execute("DROP DATABASE " + database + " WITH (FORCE)");
        } catch (IllegalStateException e) {
            if (!(e.getCause() instanceof SQLException refused) || !NOT_ALLOWED.equals(refused.getSQLState())) {
                throw e;
            }
            execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = current_user AND datname = '"
                            + database + "'");
            execute("DROP DATABASE " + database);
        }
    }

    private void execute(String sql) {
        try {
            administrator.use(connection -> {
                try (Statement statement = connection.createStatement()) {
                    return statement.execute(sql);
                }
            });
        } catch (SQLException e) {
            throw new IllegalStateException(engine + ": " + sql, e);
        }
    }
}
