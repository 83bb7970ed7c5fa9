package dev.espalier.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server that answers.
 *
 * @param url of its database {@code espalier}, from which others are made
 * @param version as the server says it
 * @param administrator creates and drops databases
 */
record Server(Engine engine, String url, String user, String password, String version, SpareConnection administrator) {

    /** PostgreSQL's insufficient_privilege. */
    private static final String NOT_ALLOWED = "42501";
    private static final Pattern URL = Pattern.compile("(jdbc:\\w+://[^/]+/)([^?]*)(\\?.*)?");

    /** @throws SQLException if it does not answer */
    static Server connect(Engine engine, String url, String user, String password) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, password);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT version()")) {
            row.next();
            return new Server(engine, url, user, password, number(engine, row.getString(1)),
                    new SpareConnection(() -> DriverManager.getConnection(url, user, password)));
        }
    }

    /** {@code 11.4.5-MariaDB} is 11.4.5, {@code 8.0.11-TiDB-v8.5.4} is 8.5.4. */
    private static String number(Engine engine, String said) {
        Matcher number = Pattern.compile(engine == Engine.TIDB ? "TiDB-v?([0-9.]+)" : "([0-9.]+)").matcher(said);
        return number.find() ? number.group(1) : said;
    }

    /** The URL of another database on this server. */
    String urlOf(String database) {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException("no URL with a database: " + url);
        }
        return parts.group(1) + database + (parts.group(3) == null ? "" : parts.group(3));
    }

    void create(String database) {
        // The other databases of a server under test may be busy; PostgreSQL copies a template that nobody uses.
        execute("CREATE DATABASE " + database + (engine == Engine.POSTGRES ? " TEMPLATE template0" : ""));
    }

    void drop(String database) {
        if (engine == Engine.POSTGRES) {
            dropWithItsSessions(database);
        } else {
            execute("DROP DATABASE " + database);
        }
    }

    /**
     * PostgreSQL's FORCE ends sessions of ours, but is refused while the server's own vacuum is at work there; the plain form waits for that
     * one, which it tells to stop, but not for ours.
     */
    private void dropWithItsSessions(String database) {
        try {
            execute("DROP DATABASE " + database + " WITH (FORCE)");
        } catch (IllegalStateException e) {
            if (!(e.getCause() instanceof SQLException refused) || !NOT_ALLOWED.equals(refused.getSQLState())) {
                throw e;
            }
            execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = current_user AND datname = '" + database + "'");
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
