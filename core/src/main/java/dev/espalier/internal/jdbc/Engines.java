package dev.espalier.internal.jdbc;

import dev.espalier.internal.engine.Driver;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.engine.duckdb.DuckDbDriver;
import dev.espalier.internal.engine.h2.H2Driver;
import dev.espalier.internal.engine.mysql.MariaDbDriver;
import dev.espalier.internal.engine.mysql.MySqlDriver;
import dev.espalier.internal.engine.postgresql.PostgreSqlDriver;
import dev.espalier.internal.engine.sqlite.SqliteDriver;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The engines that the library knows. A new one is a line here. */
public final class Engines {

    private static final List<Driver> DRIVERS = List.of(
            new SqliteDriver(),
            new MySqlDriver(),
            new MariaDbDriver(),
            new PostgreSqlDriver(),
            new H2Driver(),
            new DuckDbDriver());

    private Engines() {}

    /** Returns all engines. */
    public static List<Engine> all() {
        return DRIVERS.stream().flatMap(driver -> driver.engines().stream()).toList();
    }

    /** Returns the driver that a URL's prefix promises. */
    public static Optional<Driver> ofUrl(String url) {
        return DRIVERS.stream()
                .filter(driver -> url.startsWith(driver.urlPrefix()))
                .findFirst();
    }

    /** Returns the prefixes of the URLs that can be opened, for an error. */
    public static String knownUrls() {
        return DRIVERS.stream()
                .map(driver -> driver.urlPrefix() + "...")
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** Returns the engine at the other end; empty for one that is not known. */
    static Optional<Engine> of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
        for (Driver driver : DRIVERS) {
            Optional<Engine> found = driver.engineOf(connection, product);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Returns the driver that has made a connection, by the name it gives itself; one that is not known has no ways of its own. */
    static Driver driverOf(Connection connection, Engine engine) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        String name = metaData.getDriverName();
        return DRIVERS.stream()
                .filter(driver -> name.startsWith(driver.driverName()))
                .findFirst()
                .orElseGet(() -> new OtherDriver(engine));
    }

    /** A driver that is not known, behind a {@code DataSource} of the user's. */
    record OtherDriver(Engine engine) implements Driver {

        @Override
        public String urlPrefix() {
            return "jdbc:";
        }

        @Override
        public String driverName() {
            return "";
        }

        @Override
        public String artifact() {
            return "";
        }

        @Override
        public Optional<Engine> engineOf(Connection connection, String product) {
            return Optional.empty();
        }
    }
}
