package dev.espalier.lab.target;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One database of a target: made empty, filled and asked by a subject, sized from outside, dropped.
 *
 * @param target where it lies
 * @param name the database's or the file's name
 * @param url its JDBC URL, without user and password
 */
public record TargetDatabase(Target target, String name, String url) {

    private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    /** ER_NO_SUCH_THREAD: it has ended by itself meanwhile. */
    private static final int NO_SUCH_THREAD = 1094;

    /** Makes the database, empty; what was there under this name before is gone. */
    public void recreate() {
        if (target.engine() == Engine.CUBRID) {
            requireEmpty();
            return;
        }
        drop();
        if (target.engine().isEmbedded()) {
            try {
                Files.createDirectories(file().toAbsolutePath().getParent());
            } catch (IOException e) {
                throw new TargetException("cannot make the folder of " + file() + ": " + e, e);
            }
        } else {
            onServer("CREATE DATABASE " + name);
        }
    }

    private void requireEmpty() {
        List<String> tables = cubridTables();
        if (!tables.isEmpty()) {
            throw new TargetException(
                    "the database at " + url + " has tables already: " + String.join(", ", tables)
                            + "; expected an empty one, which the lab fills and leaves empty",
                    null);
        }
    }

    private List<String> cubridTables() {
        try (Connection connection = connect(Map.of())) {
            return CubridTables.of(connection);
        } catch (SQLException e) {
            throw new TargetException("cannot look for the tables at " + url + ": " + Target.firstLine(e), e);
        }
    }

    /** @return whether the database is there; on CUBRID, whether it has tables */
    public boolean exists() {
        if (target.engine().isEmbedded()) {
            return Files.exists(file());
        }
        if (target.engine() == Engine.CUBRID) {
            return !cubridTables().isEmpty();
        }
        String sql = (target.engine() == Engine.POSTGRES
                        ? "SELECT 1 FROM pg_database WHERE datname = '"
                        : "SELECT 1 FROM information_schema.schemata WHERE schema_name = '")
                + name + "'";
        try (Connection connection = target.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next();
        } catch (SQLException e) {
            throw new TargetException(
                    "cannot look for the database " + name + " on "
                            + target.engine().title() + ": " + Target.firstLine(e),
                    e);
        }
    }

    /** Removes the database and all it holds; nothing happens if there is none. */
    public void drop() {
        if (target.engine().isEmbedded()) {
            for (Path file : EmbeddedFiles.all(target.engine(), url)) {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    throw new TargetException("cannot remove " + file + ": " + e, e);
                }
            }
        } else if (target.engine() == Engine.CUBRID) {
            try (Connection connection = connect(Map.of())) {
                CubridTables.drop(connection);
            } catch (SQLException e) {
                throw new TargetException("cannot drop the tables at " + url + ": " + Target.firstLine(e), e);
            }
        } else {
            // never WITH (FORCE): PostgreSQL refuses it to an ordinary account while its own vacuum is at work there
            onServer("DROP DATABASE IF EXISTS " + name);
        }
    }

    /**
     * Ends the statements that sessions of this account have under way in the database, whichever thread has begun them. An example is an index that an
     * abandoned thread is building. A database in which somebody works cannot be dropped, or not soon.
     */
    public void endSessions() {
        switch (target.engine()) {
            // not the server's own vacuum, which an ordinary account may not end, and which makes way for DROP DATABASE
            // by itself
            case POSTGRES ->
                onServer("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + name
                        + "' AND usename = current_user AND backend_type = 'client backend'");
            case MYSQL, MARIADB, TIDB -> kill();
            case SQLITE,
                    H2,
                    DUCKDB,
                    CUBRID -> {} // a file can be removed at any time; the tables of CUBRID are the lab's own
            // connections'
        }
    }

    private void kill() {
        try (Connection connection = target.connect();
                Statement statement = connection.createStatement();
                Statement kill = connection.createStatement();
                ResultSet sessions = statement.executeQuery("SHOW PROCESSLIST")) {
            String account = account(kill);
            while (sessions.next()) {
                if (name.equals(sessions.getString("db")) && account.equals(sessions.getString("User"))) {
                    killed(kill, sessions.getLong("Id"));
                }
            }
        } catch (SQLException e) {
            throw new TargetException(
                    "cannot end the sessions of " + name + " on "
                            + target.engine().title() + ": " + Target.firstLine(e),
                    e);
        }
    }

    private static String account(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT SUBSTRING_INDEX(USER(), '@', 1)")) {
            row.next();
            return row.getString(1);
        }
    }

    private static void killed(Statement statement, long session) throws SQLException {
        try {
            statement.execute("KILL " + session);
        } catch (SQLException e) {
            if (e.getErrorCode() != NO_SUCH_THREAD) {
                throw e;
            }
        }
    }

    /**
     * Removes what is half made, because making it has failed.
     *
     * @param failure what it has failed by; a failure to remove is added to it
     */
    public void discard(Exception failure) {
        discard(this::drop, failure);
    }

    /**
     * Removes tables that are half made, because making them has failed; all else in the database stays.
     *
     * @param tables their names
     * @param failure what it has failed by; a failure to remove is added to it
     */
    public void discardTables(Collection<String> tables, Exception failure) {
        discard(() -> dropTables(tables), failure);
    }

    private void dropTables(Collection<String> tables) {
        try (Connection connection = connect(Map.of());
                Statement statement = connection.createStatement()) {
            for (String table : tables) {
                statement.execute("DROP TABLE " + table);
            }
        } catch (SQLException e) {
            throw new TargetException(
                    "cannot drop " + String.join(", ", tables) + " in " + name + ": " + Target.firstLine(e), e);
        }
    }

    private static void discard(Runnable removal, Exception failure) {
        boolean interrupted = Thread.interrupted();
        try {
            removal.run();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Connects to the database.
     *
     * @param options driver options beside user and password
     * @return a new connection
     */
    public Connection connect(Map<String, String> options) {
        return target.connect(url, options);
    }

    /**
     * Formats a time as every engine reads it in text, and as it is stored as text.
     *
     * @param time to the second
     * @return for example {@code 2020-01-31 08:15:00}
     */
    public static String timestamp(LocalDateTime time) {
        return TIMESTAMP.format(time);
    }

    /** @return how much the database takes on disk, as the file system or the server says; empty if nobody says */
    public OptionalLong sizeBytes() {
        if (target.engine().isEmbedded()) {
            try {
                return OptionalLong.of(Files.size(file()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        if (target.engine() == Engine.CUBRID) {
            return OptionalLong.empty(); // it reports pages of each table only
        }
        String sql = switch (target.engine()) {
            case MYSQL -> innodb("innodb_tablespaces");
            case MARIADB -> innodb("innodb_sys_tablespaces");
            // TiDB knows sizes only from statistics; taken after ANALYZE
            case TIDB ->
                "SELECT SUM(data_length + index_length) FROM information_schema.tables WHERE table_schema = '" + name
                        + "'";
            case POSTGRES -> "SELECT pg_database_size('" + name + "')";
            case SQLITE, H2, DUCKDB, CUBRID -> throw new AssertionError();
        };
        try (Connection connection = target.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            long bytes = rows.getLong(1);
            return bytes == 0 ? OptionalLong.empty() : OptionalLong.of(bytes); // statistics that are not taken yet
        } catch (SQLException e) {
            throw new TargetException(
                    "cannot size the database " + name + " on "
                            + target.engine().title() + ": " + Target.firstLine(e),
                    e);
        }
    }

    /** @return the folder of an embedded engine's files; nothing if a server has them */
    public Optional<Path> folder() {
        return target.engine().isEmbedded()
                ? Optional.ofNullable(file().toAbsolutePath().getParent())
                : Optional.empty();
    }

    /** @return the file of an embedded engine's database */
    public Path file() {
        return EmbeddedFiles.data(target.engine(), url);
    }

    /** InnoDB's files have names like databases'; of other storage engines the server knows what rows and indexes take. */
    private String innodb(String tablespaces) {
        return "SELECT COALESCE((SELECT SUM(file_size) FROM information_schema." + tablespaces + " WHERE name LIKE '"
                + name.replace("_", "\\_")
                + "/%'), 0) + COALESCE((SELECT SUM(data_length + index_length) FROM information_schema.tables WHERE table_schema = '"
                + name
                + "' AND engine <> 'InnoDB'), 0)";
    }

    private void onServer(String sql) {
        try (Connection connection = target.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new TargetException(
                    sql + " on " + target.engine().title() + " at " + target.url() + " failed: " + Target.firstLine(e)
                            + "; the lab makes databases of its own, so the account needs the right to",
                    e);
        }
    }
}
