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
import dev.espalier.lab.spec.EverydaySpec;
import dev.espalier.lab.spec.EverydaySubject;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.TargetException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Two databases with the same data, through a proxy where round trips are counted. The tables are made by the library. Those of the other subjects get an index that
 * only these need, and foreign keys: with them the database itself refuses a reference to a row that is not there, as the library does by its locks.
 *
 * @param library the library's
 * @param byHand that of all other subjects
 * @param keys the ids of the data of both
 * @param newIds of the objects that all subjects but the library insert
 */
record ClinicDatabase(TargetDatabase library, TargetDatabase byHand, ClinicKeys keys, NewIds newIds) {

    /** The library's own ids are far below. */
    private static final long FIRST_NEW_ID = 1_000_000_000L;

    /**
     * Makes both databases, new.
     *
     * @param library where the library's is
     * @param byHand where that of the other subjects is
     * @param spec says how many rows, and whether there are foreign keys
     * @param stopped whether it was cancelled; then it ends by an exception
     */
    static ClinicDatabase make(
            TargetDatabase library, TargetDatabase byHand, EverydaySpec spec, BooleanSupplier stopped) {
        requireSupported(library.target().engine());
        ClinicKeys keys = fill(library, spec, stopped);
        ClinicKeys others = fill(byHand, spec, stopped);
        if (others.last() != keys.last()
                || !Arrays.equals(others.owners(), keys.owners())
                || !Arrays.equals(others.pets(), keys.pets())
                || others.city() != keys.city()
                || others.type() != keys.type()) {
            throw new IllegalStateException("the library gave one object two ids in two new databases");
        }
        if (spec.foreignKeys()) {
            ForeignKeys.add(byHand);
        }
        finish(library);
        finish(byHand);
        return new ClinicDatabase(library, byHand, keys, new NewIds(FIRST_NEW_ID));
    }

    private static ClinicKeys fill(TargetDatabase at, EverydaySpec spec, BooleanSupplier stopped) {
        at.recreate();
        try (Database db = library(at)) {
            return new ClinicData(db, spec.seed(), stopped).fill(spec.rows());
        }
    }

    private static void finish(TargetDatabase at) {
        try (Connection connection = at.connect(Map.of());
                Statement statement = connection.createStatement()) {
            for (String sql : finish(at.target().engine())) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new TargetException(
                    "cannot finish " + at.name() + " on " + at.target().engine().title() + ": " + e.getMessage(), e);
        }
    }

    private static void requireSupported(Engine engine) {
        switch (engine) {
            case SQLITE, MYSQL, MARIADB, POSTGRES, TIDB -> {}
            default ->
                throw new SpecException(
                        "--on: found " + engine.title() + ", expected sqlite, mysql, mariadb, postgres or tidb");
        }
    }

    private static List<String> finish(Engine engine) {
        List<String> statements = new ArrayList<>();
        if (engine == Engine.POSTGRES) {
            statements.add("CREATE INDEX owner_by_whole_last_name ON owner (last_name)"); // the library's index has the
            // beginning of a text
        }
        statements.add(
                engine == Engine.SQLITE || engine == Engine.POSTGRES
                        ? "ANALYZE"
                        : "ANALYZE TABLE owner, pet, visit, pet_type, city");
        return statements;
    }

    static Database library(TargetDatabase at) {
        Settings settings = Settings.defaults().maxObjects(Long.MAX_VALUE); // no size stops a measurement
        if (at.target().engine() != Engine.SQLITE) {
            settings = settings.user(at.target().user())
                    .password(at.target().password().reveal());
        }
        return Database.open(
                at.url(), Model.of(City.class, PetType.class, Owner.class, Pet.class, Visit.class), settings);
    }

    /** Returns the database of a subject. */
    TargetDatabase of(EverydaySubject subject) {
        return subject.isLibrary() ? library : byHand;
    }

    /** Returns the same databases through a proxy on this machine. */
    ClinicDatabase through(RoundTrips proxy) {
        return new ClinicDatabase(through(proxy, library), through(proxy, byHand), keys, newIds);
    }

    private static TargetDatabase through(RoundTrips proxy, TargetDatabase at) {
        Target target = at.target();
        Target through =
                new Target(target.engine(), proxy.of(target.url()), target.user(), target.password(), target.server());
        return new TargetDatabase(through, at.name(), proxy.of(at.url()));
    }

    private Engine engine() {
        return byHand.target().engine();
    }

    /** Returns a connection pool for all subjects but the library, with the settings that an expert chooses for the driver. */
    HikariDataSource pool(int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(byHand.url());
        config.setMaximumPoolSize(connections);
        config.setPoolName("everyday");
        if (engine() != Engine.SQLITE) {
            config.setUsername(byHand.target().user());
            config.setPassword(byHand.target().password().reveal());
        }
        driverOptions().forEach(config::addDataSourceProperty);
        return new HikariDataSource(config);
    }

    /**
     * Prepared statements are kept by the driver, batches of INSERT become statements of many rows. On MySQL's family by HikariCP's own page on it
     * (github.com/brettwooldridge/HikariCP/wiki/MySQL-Configuration), with room for the longest statement. On SQLite the memory is the library's.
     */
    Map<String, String> driverOptions() {
        return switch (engine()) {
            case SQLITE ->
                Map.of(
                        "foreign_keys",
                        "true",
                        "journal_mode",
                        "WAL",
                        "synchronous",
                        "FULL",
                        "busy_timeout",
                        "30000",
                        "transaction_mode",
                        "IMMEDIATE",
                        "cache_size",
                        "-262144",
                        "date_class",
                        "TEXT",
                        "date_string_format",
                        "yyyy-MM-dd");
            case MYSQL, TIDB ->
                Map.of(
                        "useServerPrepStmts",
                        "true",
                        "cachePrepStmts",
                        "true",
                        "prepStmtCacheSize",
                        "250",
                        "prepStmtCacheSqlLimit",
                        "16000",
                        "useLocalSessionState",
                        "true",
                        "rewriteBatchedStatements",
                        "true",
                        "allowPublicKeyRetrieval",
                        "true");
            case MARIADB -> Map.of("useServerPrepStmts", "true");
            case POSTGRES -> Map.of("reWriteBatchedInserts", "true");
            default -> Map.of();
        };
    }
}
