package dev.espalier.bench.oo7;

import dev.espalier.Database;
import dev.espalier.bench.oo7.Design.CompositePart;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.TargetException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** The database of one subject. Each has its own, made alike by the library, with the tables and indexes of the library: so all begin with the same rows. */
record Oo7Database(TargetDatabase at) {

    private static final List<String> TABLES = List.of("module", "manual", "complex_assembly", "base_assembly", "base_assembly_components", "composite_part", "document",
            "atomic_part", "connection");
    /** What writing operations change, as numbers that tell whether two databases are alike. */
    private static final List<String> SUMS = List.of(
            "COUNT(*), SUM(x), SUM(y), SUM(x * (number % 97)), SUM(build_date * (number % 89)) FROM atomic_part",
            "COUNT(*), SUM(LENGTH(text)) FROM document",
            "COUNT(*), SUM(length) FROM connection",
            "COUNT(*), SUM(build_date) FROM composite_part",
            "COUNT(*), SUM(pos) FROM base_assembly_components");

    /** Makes the database, new. */
    static Oo7Database make(TargetDatabase at, Oo7Size size, long seed) {
        at.recreate();
        DesignMaker maker = new DesignMaker(size, seed);
        List<CompositePart> library = maker.library();
        List<Object> all = new ArrayList<>(library);
        all.add(maker.module(library));
        try (Database db = EspalierProgram.database(at)) {
            db.storeAll(all);
        }
        try (Connection connection = at.connect(Map.of()); Statement statement = connection.createStatement()) {
            boolean analyzesAll = at.target().engine() == Engine.SQLITE || at.target().engine() == Engine.POSTGRES;
            statement.execute(analyzesAll ? "ANALYZE" : "ANALYZE TABLE " + String.join(", ", TABLES));
        } catch (SQLException e) {
            throw failed("finish", at, e);
        }
        return new Oo7Database(at);
    }

    /** Returns what the tables hold, as sums. */
    String sums() {
        StringJoiner all = new StringJoiner(", ");
        try (Connection connection = at.connect(Map.of()); Statement statement = connection.createStatement()) {
            for (String sum : SUMS) {
                try (ResultSet row = statement.executeQuery("SELECT " + sum)) {
                    row.next();
                    for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                        all.add(String.valueOf(row.getLong(column)));
                    }
                }
            }
        } catch (SQLException e) {
            throw failed("read", at, e);
        }
        return all.toString();
    }

    /**
     * Returns the options that an expert chooses for the driver: prepared statements are kept, batches of INSERT become statements of many rows. On SQLite the
     * memory and the durability are the library's.
     */
    static Map<String, String> driverOptions(TargetDatabase at) {
        return switch (at.target().engine()) {
            case SQLITE -> Map.of("journal_mode", "WAL", "synchronous", "FULL", "busy_timeout", "30000", "cache_size", "-262144");
            case MYSQL, TIDB -> Map.of("useServerPrepStmts", "true", "cachePrepStmts", "true", "prepStmtCacheSqlLimit", "16000", "rewriteBatchedStatements", "true",
                    "allowPublicKeyRetrieval", "true");
            case MARIADB -> Map.of("useServerPrepStmts", "true");
            case POSTGRES -> Map.of("reWriteBatchedInserts", "true");
            case H2, DUCKDB, CUBRID -> Map.of();
        };
    }

    static TargetException failed(String what, TargetDatabase at, SQLException e) {
        return new TargetException("cannot " + what + " " + at.name() + " on " + at.target().engine().title() + ": " + e.getMessage(), e);
    }
}
