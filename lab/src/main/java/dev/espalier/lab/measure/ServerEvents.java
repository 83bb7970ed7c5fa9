package dev.espalier.lab.measure;

import dev.espalier.lab.load.Clock;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.TargetException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Queries a server once a second, on a connection of its own, for its uptime and the position of its checkpoints. SQLite and TiDB have
 * neither.
 */
final class ServerEvents implements AutoCloseable {

    /** The view of checkpoints came with this version of PostgreSQL; before, pg_stat_bgwriter had its figures. */
    private static final int POSTGRES_WITH_CHECKPOINTER = 17;

    private static final double NANOS = 1e9;

    private final TargetDatabase database;
    private final Clock clock;
    private final long start;
    private final MarkLog log = new MarkLog();
    private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "lab-events");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable Connection connection;

    /**
     * Begins to ask.
     *
     * @param database a database of the server
     * @param clock the time
     * @param start of the run
     */
    @SuppressWarnings("FutureReturnValueIgnored") // the ticker ends with the events
    ServerEvents(TargetDatabase database, Clock clock, long start) {
        this.database = database;
        this.clock = clock;
        this.start = start;
        switch (database.target().engine()) {
            case MYSQL, MARIADB, POSTGRES -> ticker.scheduleAtFixedRate(this::look, 0, 1, TimeUnit.SECONDS);
            case TIDB, SQLITE, H2, DUCKDB, CUBRID -> {}
        }
    }

    private void look() {
        int second = Math.max(0, (int) ((clock.nanoTime() - start) / NANOS));
        try {
            Connection asked = connection == null ? database.connect(Map.of()) : connection;
            connection = asked;
            log.answered(second, ask(asked));
        } catch (SQLException | TargetException e) {
            log.silent(second);
            close(connection);
            connection = null;
        }
    }

    private MarkLog.Answer ask(Connection asked) throws SQLException {
        return switch (database.target().engine()) {
            // by key: SHOW STATUS would read hundreds of rows, which MySQL counts too
            case MYSQL ->
                status(
                        asked,
                        "SELECT variable_name, variable_value FROM performance_schema.global_status WHERE variable_name IN ('Uptime', '%s')",
                        "Innodb_redo_log_checkpoint_lsn");
            case MARIADB ->
                status(
                        asked,
                        "SHOW GLOBAL STATUS WHERE Variable_name IN ('Uptime', '%s')",
                        "Innodb_lsn_last_checkpoint");
            case POSTGRES -> checkpointer(asked);
            case TIDB, SQLITE, H2, DUCKDB, CUBRID -> throw new AssertionError();
        };
    }

    private static MarkLog.Answer status(Connection asked, String sql, String lsn) throws SQLException {
        long upSeconds = 0;
        long checkpointed = 0;
        try (Statement statement = asked.createStatement();
                ResultSet rows = statement.executeQuery(sql.replace("%s", lsn))) {
            while (rows.next()) {
                if (rows.getString(1).equalsIgnoreCase(lsn)) {
                    checkpointed = rows.getLong(2);
                } else {
                    upSeconds = rows.getLong(2);
                }
            }
        }
        return new MarkLog.Answer(upSeconds, checkpointed);
    }

    private static MarkLog.Answer checkpointer(Connection asked) throws SQLException {
        String written = asked.getMetaData().getDatabaseMajorVersion() < POSTGRES_WITH_CHECKPOINTER
                ? "(SELECT buffers_checkpoint FROM pg_stat_bgwriter)"
                : "(SELECT buffers_written FROM pg_stat_checkpointer)";
        try (Statement statement = asked.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT extract(epoch FROM now()" + " - pg_postmaster_start_time())::bigint, " + written
                                + " * current_setting('block_size')::bigint")) {
            row.next();
            return new MarkLog.Answer(row.getLong(1), row.getLong(2));
        }
    }

    private static void close(@Nullable Connection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            // it is gone either way
        }
    }

    /** Returns the marks so far. */
    List<Mark> marks() {
        return log.marks();
    }

    @Override
    public void close() {
        ticker.execute(() -> {
            close(connection);
            connection = null;
        });
        ticker.shutdown();
    }
}
