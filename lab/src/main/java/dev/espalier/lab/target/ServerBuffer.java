package dev.espalier.lab.target;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The memory in which a SQL database keeps pages of tables and indexes.
 *
 * @param setting what sets its size
 * @param bytes its size; of SQLite that of one connection, each of which has its own
 */
public record ServerBuffer(String setting, long bytes) {

    /**
     * Returns whether a target has one whose size it reports. MySQL's and MariaDB's other storage engines leave rows to the operating system, TiDB's stores are other
     * processes.
     *
     * @param engine the target's
     * @param storage what keeps the tables
     * @return whether {@link #of} can be asked
     */
    public static boolean isReported(Engine engine, StorageEngine storage) {
        return switch (engine) {
            case MYSQL, MARIADB -> storage.isInnoDb();
            case POSTGRES, SQLITE -> true;
            case TIDB, CUBRID, H2, DUCKDB -> false;
        };
    }

    /**
     * Asks a target.
     *
     * @param sessions that a load will use
     * @return its buffer
     */
    public static ServerBuffer of(JdbcSessions sessions) {
        Engine engine = sessions.database().target().engine();
        return switch (engine) {
            case MYSQL, MARIADB -> ask(sessions, "innodb_buffer_pool_size", "SELECT @@innodb_buffer_pool_size");
            case POSTGRES -> ask(sessions, "shared_buffers", "SELECT pg_size_bytes(current_setting('shared_buffers'))");
            // a size below 0 is one in KiB (sqlite.org/pragma.html#pragma_cache_size)
            case SQLITE ->
                ask(
                        sessions,
                        "cache_size",
                        "SELECT CASE WHEN cache_size < 0 THEN -1024 * cache_size ELSE cache_size * page_size END"
                                + " FROM pragma_cache_size, pragma_page_size");
            case TIDB, CUBRID, H2, DUCKDB ->
                throw new IllegalArgumentException(engine.title() + " does not report its buffer");
        };
    }

    private static ServerBuffer ask(JdbcSessions sessions, String setting, String sql) {
        try (Connection connection = sessions.open();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return new ServerBuffer(setting, row.getLong(1));
        } catch (SQLException e) {
            throw new TargetException(
                    "cannot ask " + sessions.database().target().engine().title() + " for " + setting + ": "
                            + Target.firstLine(e),
                    e);
        }
    }
}
