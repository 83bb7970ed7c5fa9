package dev.espalier.lab.measure;

import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.TargetException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Empties caches as far as possible, and measures the result. Levels: {@code cold}: less than a hundredth of the data is in the memory of
 * the server and of the operating system; {@code restarted}: the server was restarted, but more is in memory, or the amount is unknown;
 * {@code reopened}: the same for a file that was closed; {@code warm}: emptying was impossible.
 *
 * @param level the level that was reached
 * @param dataBytes what the database takes on disk; null if it was not asked
 * @param inMemoryBytes how much of it the server holds in memory, or the operating system of a file; null if it does not say
 * @param proof who says so, in words
 */
public record ColdCache(
        String level, @Nullable Long dataBytes, @Nullable Long inMemoryBytes, String proof) {

    /** The level at which nothing is in memory that matters. */
    public static final String COLD = "cold";

    private static final int HUNDREDTH = 100;
    private static final long BETWEEN_LOOKS_NANOS = 200_000_000;
    /** The number of equal answers after which the amount is taken as final: one second. */
    private static final int STILL_LOOKS = 5;
    /** Ten minutes; what is left then shows in the proof. */
    private static final long MOST_LOOKS = 3_000;

    /** Empties the caches of a database whose sessions are all closed. */
    static ColdCache reach(TargetDatabase database) {
        if (database.target().engine().isEmbedded()) {
            OptionalLong held = forget(database.file());
            return reached("reopened", database.sizeBytes().orElse(0), held, held, "file closed");
        }
        if (database.target().server().isEmpty()) {
            return new ColdCache("warm", null, null, "the lab does not manage this server");
        }
        awaitPurge(database);
        long dataBytes = database.sizeBytes().orElse(0);
        OptionalLong held = database.target().server().get().restartCold();
        if (loadsBack(database)) {
            return new ColdCache(
                    "restarted", dataBytes, null, "server restarted, but it loads back what it had in memory");
        }
        return reached("restarted", dataBytes, held, inServer(database), "server restarted");
    }

    private static ColdCache reached(
            String otherwise, long dataBytes, OptionalLong heldBySystem, OptionalLong inMemory, String done) {
        boolean cold = dataBytes > 0 && little(heldBySystem, dataBytes) && little(inMemory, dataBytes);
        return new ColdCache(
                cold ? COLD : otherwise,
                dataBytes,
                inMemory.isPresent() ? inMemory.getAsLong() : null,
                String.format(
                        Locale.ROOT,
                        "%s; of %,d bytes of data the operating system held %s before the start, %s are in memory",
                        done,
                        dataBytes,
                        words(heldBySystem),
                        words(inMemory)));
    }

    private static boolean little(OptionalLong bytes, long dataBytes) {
        return bytes.isPresent() && bytes.getAsLong() * HUNDREDTH < dataBytes;
    }

    private static String words(OptionalLong bytes) {
        return bytes.isPresent() ? String.format(Locale.ROOT, "%,d", bytes.getAsLong()) : "nobody says how many";
    }

    /** InnoDB goes on after a restart with what it has not purged, MariaDB's with each row that was inserted: that reads the data. */
    private static void awaitPurge(TargetDatabase database) {
        String left = switch (database.target().engine()) {
            case MYSQL -> "SELECT count FROM information_schema.innodb_metrics WHERE name = 'trx_rseg_history_len'";
            case MARIADB ->
                "SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'Innodb_history_list_length'";
            case POSTGRES, TIDB, SQLITE, H2, DUCKDB, CUBRID -> "";
        };
        long before = -1;
        int still = 0;
        for (long look = 0; !left.isEmpty() && look < MOST_LOOKS && still < STILL_LOOKS; look++) {
            long now = number(database, left).orElse(0);
            still = now == before ? still + 1 : 0;
            before = now;
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        }
    }

    /** Returns whether the server loads pages in the background after a start: then it is not cold for long. */
    private static boolean loadsBack(TargetDatabase database) {
        return switch (database.target().engine()) {
            case MYSQL, MARIADB ->
                number(database, "SELECT @@innodb_buffer_pool_load_at_startup").orElse(1) != 0;
            case POSTGRES ->
                number(
                                        database,
                                        "SELECT COUNT(*) FROM pg_settings WHERE name = 'pg_prewarm.autoprewarm' AND setting = 'on'"
                                                + " AND EXISTS (SELECT 1 FROM pg_settings WHERE name = 'shared_preload_libraries' AND setting LIKE '%pg_prewarm%')")
                                .orElse(1)
                        != 0;
            case TIDB, SQLITE, H2, DUCKDB, CUBRID -> false;
        };
    }

    /** Pages of this database's tables and indexes in the server's buffers; of MySQL's and MariaDB's storage engines InnoDB alone says which. */
    private static OptionalLong inServer(TargetDatabase database) {
        return switch (database.target().engine()) {
            case MYSQL, MARIADB ->
                number(
                        database,
                        "SELECT bytes FROM (SELECT COUNT(*) * @@innodb_page_size AS bytes FROM information_schema.innodb_buffer_page"
                                + " WHERE table_name LIKE '`" + database.name().replace("_", "\\_")
                                + "`.%') AS pages WHERE NOT EXISTS"
                                + " (SELECT 1 FROM information_schema.tables WHERE table_schema = '" + database.name()
                                + "' AND engine <> 'InnoDB')");
            // catalogs, which whoever connects reads, have numbers below 16384 (FirstNormalObjectId); an extension that
            // only an administrator makes: servers/postgres does, in the database postgres
            case POSTGRES ->
                number(
                        database.target().database("postgres"),
                        "SELECT COUNT(*) * current_setting('block_size')::int FROM pg_buffercache"
                                + " WHERE reldatabase = (SELECT oid FROM pg_database WHERE datname = '"
                                + database.name() + "') AND relfilenode >= 16384");
            case TIDB, SQLITE, H2, DUCKDB, CUBRID -> OptionalLong.empty();
        };
    }

    private static OptionalLong number(TargetDatabase database, String sql) {
        try (Connection connection = database.connect(Map.of());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
        } catch (SQLException | TargetException e) {
            return OptionalLong.empty(); // not allowed, or the extension is not there: nobody says
        }
    }

    /** Evicts a file's pages from the operating system's cache, which needs no root, and returns how many bytes remain. */
    private static OptionalLong forget(Path file) {
        run("sync", file.toString()); // pages that are not written yet are not forgotten
        run("dd", "if=" + file, "iflag=nocache", "count=0", "status=none");
        String held = run("fincore", "--bytes", "--noheadings", "--output", "RES", file.toString())
                .strip();
        return held.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(held)) : OptionalLong.empty();
    }

    /** Returns the output of a program; empty if it is missing or fails. */
    private static String run(String... words) {
        try {
            Process process = new ProcessBuilder(words)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? output : "";
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
