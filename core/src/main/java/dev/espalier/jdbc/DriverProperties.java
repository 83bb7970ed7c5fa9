package dev.espalier.jdbc;

import dev.espalier.dialect.Dialect;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.regex.Pattern;

/** What each driver is told. A property that the URL gives itself is left alone. */
final class DriverProperties {

    /** Rows fetched at a time where a result is streamed. */
    private static final int STREAMED_ROWS = 5_000;

    /** https://www.sqlite.org/rescode.html#readonly */
    private static final int SQLITE_READONLY = 8;

    private DriverProperties() {}

    /** For the connections of the pool. */
    static Properties of(String url, ConnectionOptions options) {
        Properties properties = new Properties();
        if (options.user() != null) {
            properties.setProperty("user", options.user());
        }
        if (options.password() != null) {
            properties.setProperty("password", options.password());
        }
        String connectMillis = Long.toString(options.connectTimeout().toMillis());
        if (url.startsWith("jdbc:sqlite:")) {
            set(properties, url, "journal_mode", "WAL");
            set(properties, url, "synchronous", "FULL");
            set(properties, url, "busy_timeout", Long.toString(options.lockWait().toMillis()));
            set(properties, url, "cache_size", "-65536");
            // Pages are read where the system has them, without a call and a copy each: 1,000 structures took
            // 0.82 and 0.91 of the processor time in two paired runs.
            set(properties, url, "mmap_size", "2147418112");
            set(properties, url, "temp_store", "MEMORY");
            // else the driver asks after each INSERT for the key that was made
            set(properties, url, "jdbc.get_generated_keys", "false");
        } else if (url.startsWith("jdbc:mysql:")) {
            set(properties, url, "connectTimeout", connectMillis);
            set(properties, url, "characterEncoding", "UTF-8");
            set(properties, url, "useLocalSessionState", "true");
            set(properties, url, "cacheServerConfiguration", "true");
            set(properties, url, "rewriteBatchedStatements", "true");
            set(properties, url, "tinyInt1isBit", "true");
            set(properties, url, "allowMultiQueries", "true");
            // statements are ended by our own watchdog and closed where they are opened; parsing texts again was 8 % of the client's samples (2026-11-22)
            set(properties, url, "enableQueryTimeouts", "false");
            set(properties, url, "dontTrackOpenResources", "true");
            set(properties, url, "cachePrepStmts", "true");
            set(properties, url, "prepStmtCacheSqlLimit", "2048");
            set(properties, url, "prepStmtCacheSize", "250");
        } else if (url.startsWith("jdbc:mariadb:")) {
            set(properties, url, "connectTimeout", connectMillis);
            set(properties, url, "allowMultiQueries", "true");
        } else if (url.startsWith("jdbc:postgresql:")) {
            set(properties, url, "connectTimeout", Long.toString(Math.max(1, options.connectTimeout().toSeconds())));
            set(properties, url, "ApplicationName", "espalier");
        }
        return properties;
    }

    /** For the connections of the bulk loader. */
    static Properties bulk(String url, ConnectionOptions options, Path emptyFolder) {
        Properties properties = of(url, options);
        if (url.startsWith("jdbc:mysql:")) {
            // The driver may send a stream, and of files only those of a folder that has none: a rogue server gets nothing.
            properties.setProperty("allowLoadLocalInfile", "false");
            properties.setProperty("allowLoadLocalInfileInPath", emptyFolder.toString());
        } else if (url.startsWith("jdbc:mariadb:")) {
            properties.setProperty("allowLocalInfile", "true");
        }
        return properties;
    }

    /** Tells a connection what no property tells it. */
    static void prepare(Connection connection, Dialect dialect) throws SQLException {
        if (dialect.name().equals("SQLite")) {
            SqliteDecimals.register(connection);
            SqliteMatches.register(connection);
        }
    }

    /**
     * Tells a connection of our own what it keeps for as long as it is open. In a transaction that is committed: PostgreSQL undoes what was set in
     * one that is rolled back (https://www.postgresql.org/docs/current/sql-set.html).
     */
    static void prepareOwn(Connection connection, Dialect dialect, ConnectionOptions options) throws SQLException {
        String settings = dialect.prepareOwn(options.lockWait());
        if (settings != null) {
            try (var statement = connection.createStatement()) {
                statement.execute(settings);
            }
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
        }
    }

    /** Fails early where a file cannot be read as a database or a driver cannot do what is needed. */
    static void checkUsable(Connection connection, Dialect dialect) throws SQLException {
        if (dialect.name().equals("SQLite")) {
            if (connection.isReadOnly()) {
                throw new SQLException("the URL opens it for reading only", null, SQLITE_READONLY);
            }
            try (var statement = connection.createStatement(); var row = statement.executeQuery("SELECT count(*) FROM sqlite_master")) {
                row.next();
            }
        }
    }

    /**
     * The fetch size that makes a driver hand out rows as they arrive. Connector/J does so for one value only:
     * https://dev.mysql.com/doc/connector-j/en/connector-j-reference-implementation-notes.html.
     */
    static int streamFetchSize(Connection connection) throws SQLException {
        return connection.getMetaData().getDriverName().startsWith("MySQL Connector") ? Integer.MIN_VALUE : STREAMED_ROWS;
    }

    private static void set(Properties properties, String url, String name, String value) {
        if (!url.contains(name + "=")) {
            properties.setProperty(name, value);
        }
    }

    /** Text that is a decimal number, compared as one; under the name that the sqlite3 shell gives its own. */
    private static final class SqliteDecimals extends org.sqlite.Collation {

        static void register(Connection connection) throws SQLException {
            org.sqlite.Collation.create(connection.unwrap(org.sqlite.SQLiteConnection.class), "decimal", new SqliteDecimals());
        }

        @Override
        protected int xCompare(String left, String right) {
            return new BigDecimal(left).compareTo(new BigDecimal(right));
        }
    }

    /** Texts with U+0000, at which SQLite's own functions end. */
    private static final class SqliteMatches extends org.sqlite.Function {

        private Pattern last = Pattern.compile("");

        static void register(Connection connection) throws SQLException {
            create(connection.unwrap(org.sqlite.SQLiteConnection.class), "espalier_matches", new SqliteMatches(), 2, FLAG_DETERMINISTIC);
        }

        @Override
        protected void xFunc() throws SQLException {
            String text = value_text(0);
            String regex = value_text(1);
            if (!last.pattern().equals(regex)) {
                last = Pattern.compile(regex);
            }
            if (text == null) {
                result();
            } else {
                result(last.matcher(text).find() ? 1 : 0);
            }
        }
    }
}
