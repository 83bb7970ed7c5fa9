package dev.espalier.transfer;

import dev.espalier.internal.jdbc.Heartbeat;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Turns an export's lines of JSON into a Parquet file (https://duckdb.org/docs/stable/data/parquet/overview), by a DuckDB in memory. Both formats are part of its driver:
 * nothing is downloaded. It has 256 MB, one thread, and reads the lines once.
 */
final class ParquetFile {

    /** DuckDB keeps a row group in memory: rows of 100 KB would need 12 GB at its usual number of rows. */
    private static final String ROW_GROUP = "ROW_GROUP_SIZE_BYTES '32MB'";

    private static final long LEAST_LINE = 1 << 20;
    private static final Duration ASKED_EVERY = Duration.ofMillis(200);

    private ParquetFile() {}

    /**
     * Writes a file.
     *
     * @param lines the objects, or the rows
     * @param longestLine of them, in bytes: DuckDB holds two lines of this length
     * @param isCancelled is asked now and then; the statement is cancelled then
     */
    static void write(Path lines, long longestLine, ParquetColumns columns, Path file, BooleanSupplier isCancelled)
            throws SQLException {
        // A folder that is named as a partition, id=7, would else be the value of that column in every row.
        String copy = "COPY (SELECT " + columns.selected() + " FROM read_json(" + ParquetColumns.text(literally(lines))
                + ", format='newline_delimited', hive_partitioning=false, maximum_object_size="
                + Math.max(LEAST_LINE, longestLine + 1)
                + ", columns={" + columns.read() + "})) TO "
                + ParquetColumns.text(file.toString()) + " (FORMAT PARQUET, COMPRESSION ZSTD, " + ROW_GROUP + ")";
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (String setting : new String[] {
                "autoinstall_known_extensions=false",
                "autoload_known_extensions=false",
                "memory_limit='256MB'",
                "threads=1",
                "preserve_insertion_order=false",
                "TimeZone='UTC'",
                "temp_directory=" + ParquetColumns.text(lines + ".tmp")
            }) {
                statement.execute("SET " + setting);
            }
            try (Heartbeat watch =
                    new Heartbeat("espalier-parquet-watch", ASKED_EVERY, () -> cancel(statement, isCancelled))) {
                statement.execute(copy);
            }
        }
    }

    private static void cancel(Statement statement, BooleanSupplier isCancelled) {
        try {
            if (isCancelled.getAsBoolean()) {
                statement.cancel();
            }
        } catch (SQLException e) {
            // it has ended
        }
    }

    /** The name of a file that is read is a pattern. */
    private static String literally(Path lines) {
        return lines.toString().replaceAll("[\\[*?]", "[$0]");
    }
}
