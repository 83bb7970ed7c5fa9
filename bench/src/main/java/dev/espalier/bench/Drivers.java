package dev.espalier.bench;

import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.TargetException;
import java.sql.SQLException;
import java.util.Map;

/** The options of JDBC drivers, the same for all subjects that use one. */
public final class Drivers {

    private Drivers() {}

    /**
     * Returns the options that an expert chooses for the driver: prepared statements are kept, batches of INSERT become statements of many rows. On SQLite the
     * memory and the durability are the library's.
     *
     * @param at the database
     * @return the options by name
     */
    public static Map<String, String> options(TargetDatabase at) {
        return switch (at.target().engine()) {
            case SQLITE ->
                Map.of("journal_mode", "WAL", "synchronous", "FULL", "busy_timeout", "30000", "cache_size", "-262144");
            case MYSQL, TIDB ->
                Map.of(
                        "useServerPrepStmts",
                        "true",
                        "cachePrepStmts",
                        "true",
                        "prepStmtCacheSqlLimit",
                        "16000",
                        "rewriteBatchedStatements",
                        "true",
                        "allowPublicKeyRetrieval",
                        "true");
            case MARIADB -> Map.of("useServerPrepStmts", "true");
            case POSTGRES -> Map.of("reWriteBatchedInserts", "true");
            case H2, DUCKDB, CUBRID -> Map.of();
        };
    }

    /**
     * Returns what to throw for an exception of a driver.
     *
     * @param what was tried, for the message
     * @param at with which database
     * @param e what was thrown
     * @return an exception that names the database
     */
    public static TargetException failed(String what, TargetDatabase at, SQLException e) {
        return new TargetException(
                "cannot " + what + " " + at.name() + " on "
                        + at.target().engine().title() + ": " + e.getMessage(),
                e);
    }
}
