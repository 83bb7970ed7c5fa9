package dev.espalier.lab.everyday;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.lab.everyday.Clinic.City;
import dev.espalier.lab.everyday.Clinic.Owner;
import dev.espalier.lab.everyday.Clinic.Pet;
import dev.espalier.lab.everyday.Clinic.PetType;
import dev.espalier.lab.everyday.Clinic.Visit;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.TargetException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The database that all subjects share, with its data. The tables are made by the library; an index that only the other subjects need is added.
 *
 * @param at where it is; through a proxy where round trips are counted
 * @param keys the ids of its data
 * @param newIds of the objects that all subjects but the library insert
 */
record ClinicDatabase(TargetDatabase at, ClinicKeys keys, NewIds newIds) {

    /** The library's own ids are far below. */
    private static final long FIRST_NEW_ID = 1_000_000_000L;

    /**
     * Makes the database, new.
     *
     * @param at where
     * @param rows about how many
     * @param stopped whether nobody wants it any longer; then it ends by an exception
     */
    static ClinicDatabase make(TargetDatabase at, int rows, long seed, BooleanSupplier stopped) {
        requireSupported(at.target().engine());
        at.recreate();
        ClinicKeys keys;
        try (Database db = library(at)) {
            keys = new ClinicData(db, seed, stopped).fill(rows);
        }
        try (Connection connection = at.connect(Map.of()); Statement statement = connection.createStatement()) {
            for (String sql : finish(at.target().engine())) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new TargetException("cannot finish " + at.name() + " on " + at.target().engine().title() + ": " + e.getMessage(), e);
        }
        return new ClinicDatabase(at, keys, new NewIds(FIRST_NEW_ID));
    }

    private static void requireSupported(Engine engine) {
        switch (engine) {
            case SQLITE, MYSQL, MARIADB, POSTGRES, TIDB -> { }
            default -> throw new SpecException("--on: found " + engine.title() + ", expected sqlite, mysql, mariadb, postgres or tidb");
        }
    }

    private static List<String> finish(Engine engine) {
        List<String> statements = new ArrayList<>();
        if (engine == Engine.POSTGRES) {
            statements.add("CREATE INDEX owner_by_whole_last_name ON owner (last_name)"); // the library's index has the beginning of a text
        }
        statements.add(engine == Engine.SQLITE || engine == Engine.POSTGRES ? "ANALYZE" : "ANALYZE TABLE owner, pet, visit, pet_type, city");
        return statements;
    }

    static Database library(TargetDatabase at) {
        Settings settings = Settings.defaults();
        if (at.target().engine() != Engine.SQLITE) {
            settings = settings.user(at.target().user()).password(at.target().password().reveal());
        }
        return Database.open(at.url(), Model.of(City.class, PetType.class, Owner.class, Pet.class, Visit.class), settings);
    }

    /** Returns the same database through a proxy on this machine. */
    ClinicDatabase through(RoundTrips proxy) {
        Target target = at.target();
        Target through = new Target(target.engine(), proxy.of(target.url()), target.user(), target.password(), target.server());
        return new ClinicDatabase(new TargetDatabase(through, at.name(), proxy.of(at.url())), keys, newIds);
    }

    /** Returns a connection pool with the settings that an expert chooses for the driver. */
    HikariDataSource pool(int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(at.url());
        config.setMaximumPoolSize(connections);
        config.setPoolName("everyday");
        if (at.target().engine() != Engine.SQLITE) {
            config.setUsername(at.target().user());
            config.setPassword(at.target().password().reveal());
        }
        driverOptions().forEach(config::addDataSourceProperty);
        return new HikariDataSource(config);
    }

    /**
     * Prepared statements are kept by the driver, batches of INSERT become statements of many rows. On MySQL's family by HikariCP's own page on it
     * (github.com/brettwooldridge/HikariCP/wiki/MySQL-Configuration), with room for the longest statement. On SQLite the memory is the library's.
     */
    Map<String, String> driverOptions() {
        return switch (at.target().engine()) {
            case SQLITE -> Map.of("journal_mode", "WAL", "synchronous", "FULL", "busy_timeout", "30000", "transaction_mode", "IMMEDIATE",
                    "cache_size", "-262144", "date_class", "TEXT", "date_string_format", "yyyy-MM-dd");
            case MYSQL, TIDB -> Map.of("useServerPrepStmts", "true", "cachePrepStmts", "true", "prepStmtCacheSize", "250", "prepStmtCacheSqlLimit", "16000",
                    "useLocalSessionState", "true", "rewriteBatchedStatements", "true", "allowPublicKeyRetrieval", "true");
            case MARIADB -> Map.of("useServerPrepStmts", "true");
            case POSTGRES -> Map.of("reWriteBatchedInserts", "true");
            default -> Map.of();
        };
    }
}
