package dev.espalier.lab.target;

import dev.espalier.lab.workload.SqlSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sessions of a database over JDBC.
 *
 * @param database the database
 * @param options of the driver, beside user and password
 * @param prepared whether statements are prepared by the server
 */
public record JdbcSessions(TargetDatabase database, Map<String, String> options, boolean prepared)
        implements SessionSource<SqlSession> {

    /**
     * A socket of Java that was connected with a timeout never blocks again (NioSocketImpl): each read is then a vain one, a poll and a read,
     * three calls of the system instead of one.
     */
    private static final String NO_TIMEOUT = "0";

    /**
     * Sessions with the options that are fastest for short statements.
     *
     * @param database the database
     * @param driver {@code mariadb} for MariaDB's driver on MySQL too
     * @param prepared whether statements are prepared by the server
     * @return the sessions
     */
    public static JdbcSessions of(TargetDatabase database, String driver, boolean prepared) {
        Engine engine = database.target().engine();
        boolean mariaDbDriver = engine == Engine.MARIADB
                || driver.equals("mariadb") && database.url().startsWith("jdbc:mysql:");
        TargetDatabase used = mariaDbDriver
                ? new TargetDatabase(
                        database.target(),
                        database.name(),
                        database.url().replaceFirst("^jdbc:mysql:", "jdbc:mariadb:"))
                : database;
        Map<String, String> options = new TreeMap<>();
        if (engine == Engine.POSTGRES) {
            options.put("prepareThreshold", prepared ? "1" : "0");
            options.put("connectTimeout", NO_TIMEOUT);
        } else if (mariaDbDriver) {
            options.put("useServerPrepStmts", Boolean.toString(prepared));
            options.put("allowPublicKeyRetrieval", "true");
            options.put("sslMode", "disable");
            options.put("connectTimeout", NO_TIMEOUT);
        } else if (!engine.isEmbedded() && engine != Engine.CUBRID) {
            options.put("useServerPrepStmts", Boolean.toString(prepared));
            options.put("sslMode", "DISABLED");
            options.put("allowPublicKeyRetrieval", "true");
            options.put("useLocalSessionState", "true");
            options.put("enableQueryTimeouts", "false");
            options.put("dontTrackOpenResources", "true");
        }
        return new JdbcSessions(used, options, prepared);
    }

    /** @return the JDBC driver and its version */
    public String driver() {
        Target target = database.target();
        String server = target.engine() == Engine.SQLITE
                ? "jdbc:sqlite::memory:"
                : database.url().startsWith("jdbc:mariadb:")
                        ? target.url().replaceFirst("^jdbc:mysql:", "jdbc:mariadb:")
                        : target.url();
        try (Connection connection = target.connect(server, options)) {
            return connection.getMetaData().getDriverName() + " "
                    + connection.getMetaData().getDriverVersion();
        } catch (SQLException e) {
            throw new TargetException(
                    "cannot ask the driver of " + target.engine().title() + " for its version: " + Target.firstLine(e),
                    e);
        }
    }

    @Override
    public SqlSession connect() {
        try {
            return new JdbcSession(this);
        } catch (SQLException e) {
            throw new TargetException(
                    "cannot connect to " + database.name() + " on "
                            + database.target().engine().title() + ": " + Target.firstLine(e),
                    e);
        }
    }

    /**
     * Connects without a session around it.
     *
     * @return a new connection with the options of the sessions
     */
    public Connection open() throws SQLException {
        Connection connection = database.connect(options);
        if (database.target().engine() == Engine.SQLITE) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA busy_timeout = 10000");
                statement.execute("PRAGMA journal_mode = WAL");
                statement.execute("PRAGMA synchronous = FULL");
            }
        }
        return connection;
    }
}
