package dev.espalier.lab.measure;

import dev.espalier.lab.target.Target;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

/**
 * The counters of a server: {@code SHOW GLOBAL STATUS}, or the sums of PostgreSQL's {@code pg_stat_database}. They cover the whole server,
 * including other clients.
 *
 * @param counts by the server's own names
 */
record ServerCounters(Map<String, Double> counts) {

    /** Variables that are no counters: they go up and down, or are times. */
    private static final String NO_COUNT =
            "(?i).*(_current|_running|_connected|_cached|_rate|_pages_(data|dirty|free|misc|total)|"
                    + "_bytes_(data|dirty)|uptime.*|_avg|_max|max_.*|_size|_open|open_.*|_lsn.*|_id|_version|last_.*)";

    /** Asks a server; an embedded engine counts nothing. */
    static ServerCounters of(Target target) {
        return new ServerCounters(
                switch (target.engine()) {
                    case MYSQL, MARIADB, TIDB -> rows(target, "SHOW GLOBAL STATUS");
                    case POSTGRES ->
                        columns(
                                target,
                                "SELECT SUM(xact_commit) xact_commit, SUM(xact_rollback) xact_rollback, SUM(blks_read) blks_read,"
                                        + " SUM(blks_hit) blks_hit, SUM(tup_returned) tup_returned, SUM(tup_fetched) tup_fetched, SUM(tup_inserted) tup_inserted,"
                                        + " SUM(tup_updated) tup_updated, SUM(tup_deleted) tup_deleted, SUM(conflicts) conflicts, SUM(deadlocks) deadlocks,"
                                        + " SUM(temp_bytes) temp_bytes FROM pg_stat_database");
                    case SQLITE, H2, DUCKDB, CUBRID -> Map.of();
                });
    }

    /** Returns the counts between two times, for each operation; unchanged counters are omitted. */
    Map<String, Double> since(ServerCounters earlier, long operations) {
        Map<String, Double> differences = new TreeMap<>();
        counts.forEach((name, count) -> {
            double difference = count - earlier.counts.getOrDefault(name, 0.0);
            if (difference != 0 && operations > 0) {
                differences.put(name, difference / operations);
            }
        });
        return differences;
    }

    private static Map<String, Double> rows(Target target, String sql) {
        Map<String, Double> found = new TreeMap<>();
        try (Connection connection = target.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                String value = String.valueOf(rows.getString(2));
                if (value.matches("\\d{1,18}(\\.\\d+)?") && !rows.getString(1).matches(NO_COUNT)) {
                    found.put(rows.getString(1), Double.valueOf(value));
                }
            }
            return found;
        } catch (SQLException e) {
            return Map.of(); // an account that may not ask measures without
        }
    }

    private static Map<String, Double> columns(Target target, String sql) {
        Map<String, Double> found = new TreeMap<>();
        try (Connection connection = target.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                found.put(row.getMetaData().getColumnLabel(column), row.getDouble(column));
            }
            return found;
        } catch (SQLException e) {
            return Map.of(); // as above
        }
    }
}
