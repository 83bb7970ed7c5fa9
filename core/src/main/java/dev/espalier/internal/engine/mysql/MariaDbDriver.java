package dev.espalier.internal.engine.mysql;

import dev.espalier.internal.engine.Driver;
import dev.espalier.internal.engine.DriverSettings;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.engine.ReadOnlyAccess;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** MariaDB's driver, Connector/J of its own. */
public final class MariaDbDriver implements Driver {

    /** The driver goes to another of several servers by itself, in the middle of what it does; what it prepares anew there, it alone knows. */
    private static final Pattern ONE_SERVER = Pattern.compile("^jdbc:mariadb://[^,/?]*(?:[/?]|$)");

    @Override
    public String urlPrefix() {
        return "jdbc:mariadb:";
    }

    @Override
    public String driverName() {
        return "MariaDB Connector";
    }

    @Override
    public String artifact() {
        return "org.mariadb.jdbc:mariadb-java-client";
    }

    @Override
    public Engine engine() {
        return MySqlFamily.MARIADB;
    }

    @Override
    public List<Engine> engines() {
        return List.of(MySqlFamily.MARIADB, MySqlFamily.GALERA);
    }

    @Override
    public Optional<Engine> engineOf(Connection connection, String product) throws SQLException {
        return MySqlFamily.engineOf(connection, product);
    }

    @Override
    public boolean canRead(String url, java.sql.Driver accepting) {
        return !accepting.getClass().getName().startsWith("org.mariadb.jdbc.") || Urls.canRead(url);
    }

    @Override
    public @Nullable PreparedStatement prepareOnServer(Connection connection, String url, String text)
            throws SQLException {
        if (url.contains("useServerPrepStmts=false") || !ONE_SERVER.matcher(url).find()) {
            return null;
        }
        try {
            return OnServer.prepare(connection, text);
        } catch (NoSuchMethodError e) { // of another version of the driver, which prepares it as it likes
            return null;
        }
    }

    /** Apart, because this class is loaded without the driver, too. */
    private static final class OnServer {
        static @Nullable PreparedStatement prepare(Connection connection, String text) throws SQLException {
            return connection instanceof org.mariadb.jdbc.Connection ofDriver
                    ? ofDriver.prepareInternal(
                            text,
                            Statement.NO_GENERATED_KEYS,
                            ResultSet.TYPE_FORWARD_ONLY,
                            ResultSet.CONCUR_READ_ONLY,
                            true)
                    : null;
        }
    }

    /** Apart, because this class is loaded without the driver, too. */
    private static final class Urls {
        static boolean canRead(String url) {
            try {
                var read = org.mariadb.jdbc.Configuration.parse(url);
                return read != null
                        && read.addresses().stream().allMatch(host -> host.port <= MySqlFamily.GREATEST_PORT);
            } catch (SQLException | RuntimeException e) { // it may quote the URL, which may have a password
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
                .set("retriesAllDown", Long.toString(attempts(settings.url(), connectTimeout)))
                .set("allowMultiQueries", "true");
    }

    /**
     * How often the driver tries the hosts of a URL that has several: each at least once, then one or the other each half second, 120 times if nothing is said
     * (https://mariadb.com/docs/connectors/mariadb-connector-j/about-mariadb-connector-j), which is a minute.
     */
    private static long attempts(String url, Duration connectTimeout) {
        long hosts = 1 + url.chars().filter(character -> character == ',').count();
        return Math.max(hosts, Math.min(120, connectTimeout.toMillis() / 500));
    }

    @Override
    public void configureBulk(DriverSettings settings) {
        settings.force("allowLocalInfile", "true");
    }

    @Override
    public Class<?> connectionType() {
        return org.mariadb.jdbc.Connection.class;
    }

    @Override
    public boolean isInTransaction(Connection connection) throws SQLException {
        return connection.isWrapperFor(org.mariadb.jdbc.Connection.class)
                && (connection
                                        .unwrap(org.mariadb.jdbc.Connection.class)
                                        .getContext()
                                        .getServerStatus()
                                & org.mariadb.jdbc.util.constants.ServerStatus.IN_TRANSACTION)
                        != 0;
    }

    @Override
    public long sessionId(Connection connection) throws SQLException {
        return connection.unwrap(org.mariadb.jdbc.Connection.class).getThreadId();
    }
}
