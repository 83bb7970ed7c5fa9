package dev.espalier.internal.engine.mysql;

import dev.espalier.internal.engine.Driver;
import dev.espalier.internal.engine.DriverSettings;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.engine.ReadOnlyAccess;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** MySQL's driver, Connector/J. */
public final class MySqlDriver implements Driver {

    static final String NAME = "MySQL Connector";

    @Override
    public String urlPrefix() {
        return "jdbc:mysql:";
    }

    @Override
    public String driverName() {
        return NAME;
    }

    @Override
    public String artifact() {
        return "com.mysql:mysql-connector-j";
    }

    @Override
    public Engine engine() {
        return MySqlFamily.MYSQL;
    }

    @Override
    public List<Engine> engines() {
        return List.of(MySqlFamily.MYSQL, MySqlFamily.TIDB);
    }

    @Override
    public Optional<Engine> engineOf(Connection connection, String product) throws SQLException {
        return MySqlFamily.engineOf(connection, product);
    }

    @Override
    public boolean canRead(String url, java.sql.Driver accepting) {
        return !accepting.getClass().getName().startsWith("com.mysql.cj.") || Urls.canRead(url);
    }

    @Override
    public @Nullable PreparedStatement prepareOnServer(Connection connection, String url, String text)
            throws SQLException {
        return url.contains("useServerPrepStmts=false") ? null : OnServer.prepare(connection, text);
    }

    /** Apart, because this class is loaded without the driver, too. */
    private static final class OnServer {
        static @Nullable PreparedStatement prepare(Connection connection, String text) throws SQLException {
            return connection instanceof com.mysql.cj.jdbc.JdbcConnection ofDriver
                    ? ofDriver.serverPrepareStatement(text)
                    : null;
        }
    }

    /** Apart, because this class is loaded without the driver, too. */
    private static final class Urls {
        static boolean canRead(String url) {
            try {
                return com.mysql.cj.conf.ConnectionUrl.getConnectionUrlInstance(url, new Properties())
                        .getHostsList()
                        .stream()
                        .allMatch(host -> host.getPort() <= MySqlFamily.GREATEST_PORT);
            } catch (com.mysql.cj.exceptions.CJException e) { // it may quote the URL, which may have a password
                return false;
            }
        }
    }

    @Override
    public @Nullable ReadOnlyAccess readOnly(String url) {
        return MySqlFamily.readOnly(url);
    }

    @Override
    public void configure(DriverSettings settings, Duration connectTimeout, Duration lockWait) {
        settings.set("connectTimeout", Long.toString(connectTimeout.toMillis()))
                .set("retriesAllDown", Long.toString(rounds(connectTimeout)))
                // A batch that goes on after a lock that did not come in time may have no transaction any more
                // (innodb_rollback_on_timeout).
                .force("continueBatchOnError", "false")
                // a session that is made anew in silence has the settings of the server, not those of the library
                .force("autoReconnect", "false")
                .force("autoReconnectForPools", "false")
                // What these say would be lost or cut without a word. The driver prefers a property to the URL.
                .force("characterEncoding", "UTF-8")
                .force("useAffectedRows", "false")
                .force("sendFractionalSeconds", "true")
                .append(
                        "sessionVariables",
                        "sql_mode=" + SessionSettings.SQL_MODE
                                + ",autocommit=1,character_set_client=utf8mb4,character_set_connection=utf8mb4")
                .set("useLocalSessionState", "true")
                .set("cacheServerConfiguration", "true")
                .set("rewriteBatchedStatements", "true")
                .set("tinyInt1isBit", "true")
                .set("allowMultiQueries", "true")
                // statements are ended by our own watchdog and closed where they are opened; parsing texts again was 8
                // % of the client's samples (2026-11-22)
                .set("enableQueryTimeouts", "false")
                .set("dontTrackOpenResources", "true")
                .set("cachePrepStmts", "true")
                .set("prepStmtCacheSqlLimit", "2048")
                .set("prepStmtCacheSize", "250");
    }

    /**
     * How often the driver goes round the hosts of a URL that has several, with a pause of 250 ms: 120 times if nothing is said
     * (https://dev.mysql.com/doc/connector-j/en/connector-j-connp-props-high-availability-and-clustering.html), which is half a minute.
     */
    private static long rounds(Duration connectTimeout) {
        return Math.max(1, Math.min(120, connectTimeout.toMillis() / 250));
    }

    /** The driver may send a stream, and of files only those of a folder without a name, which there is not: a rogue server gets nothing. */
    @Override
    public void configureBulk(DriverSettings settings) {
        settings.force("allowLoadLocalInfile", "false").force("allowLoadLocalInfileInPath", "");
    }

    /**
     * Connector/J hands out rows as they arrive for one value only:
     * https://dev.mysql.com/doc/connector-j/en/connector-j-reference-implementation-notes.html.
     */
    @Override
    public int streamFetchSize() {
        return Integer.MIN_VALUE;
    }

    @Override
    public Class<?> connectionType() {
        return com.mysql.cj.jdbc.JdbcConnection.class;
    }

    @Override
    public boolean isInTransaction(Connection connection) throws SQLException {
        return connection.isWrapperFor(com.mysql.cj.MysqlConnection.class)
                && connection
                        .unwrap(com.mysql.cj.MysqlConnection.class)
                        .getSession()
                        .getServerSession()
                        .inTransactionOnServer();
    }

    @Override
    public long sessionId(Connection connection) throws SQLException {
        return connection
                .unwrap(com.mysql.cj.MysqlConnection.class)
                .getSession()
                .getThreadId();
    }
}
