package dev.espalier.testing;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.health.Health;
import dev.espalier.health.PoolState;
import dev.espalier.internal.lease.PausedLease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.StringJoiner;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import javax.sql.DataSource;

/**
 * An empty database of one engine for one test. What the test opens through it is closed after the test, the database is removed, and a
 * connection that is not back in its pool by then fails the test.
 */
public final class TestDatabase {

    private static final Path FOLDER = Path.of("target", "databases");
    /** Longer than any change of tables takes on a busy machine: a test that is about the wait sets a shorter one. */
    private static final Duration LOCK_WAIT = Duration.ofMinutes(2);
    /** How long a connection that is given back soon may be out of its pool on a busy machine. */
    private static final Duration GIVEN_BACK = Duration.ofMinutes(2);

    private final Engine engine;
    private final String name;
    private final String url;
    private final List<Database> opened = new ArrayList<>();
    private final SpareConnection own = new SpareConnection(this::connect);

    private TestDatabase(Engine engine, String name, String url) {
        this.engine = engine;
        this.name = name;
        this.url = url;
    }

    static TestDatabase create(Engine engine) {
        if (engine.isServer()) {
            Server server = server(engine);
            String taken = server.take();
            return new TestDatabase(engine, taken, server.urlOf(taken));
        }
        String name = Secrets.databaseName();
        try {
            Files.createDirectories(FOLDER);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return new TestDatabase(engine, name, urlOf(engine, FOLDER.resolve(name)));
    }

    /** Creates a second empty database for a test, which removes it by {@link #remove}. */
    public static TestDatabase second(Engine engine) {
        return create(engine);
    }

    /** Closes and removes a second database. */
    public void remove() {
        close(true);
    }

    /** The engines that can be had here, and that {@code -Despalier.engines} names if it is set. */
    public static List<Engine> available() {
        List<String> wanted = EngineTests.named("sqlite,mysql,mariadb,postgres,tidb,h2,duckdb");
        return Arrays.stream(Engine.values())
                .filter(engine -> wanted.contains(engine.script())
                        && (!engine.isServer() || Servers.find(engine).server() != null))
                .toList();
    }

    private static String urlOf(Engine engine, Path path) {
        return switch (engine) {
            case SQLITE -> "jdbc:sqlite:" + path + ".db";
            case H2 ->
                "jdbc:h2:async:./" + path + ";DATABASE_TO_UPPER=FALSE;NON_KEYWORDS=VALUE,KEY,YEAR,USER,DAY,MONTH";
            case DUCKDB -> "jdbc:duckdb:" + path + ".duckdb";
            case MYSQL, MARIADB, POSTGRES, TIDB -> throw new IllegalArgumentException(engine + " is a server");
        };
    }

    private static Server server(Engine engine) {
        Servers.Found found = Servers.find(engine);
        if (found.server() == null) {
            throw new IllegalStateException(found.reason());
        }
        return found.server();
    }

    /** Whether tests run with {@code -Pendurance}, and may take as long as they like. */
    public static boolean isEndurance() {
        return EngineTests.ENDURANCE;
    }

    /** Which engine it is. */
    public Engine engine() {
        return engine;
    }

    /** Where it is, without user and password. */
    public String url() {
        return url;
    }

    /** The file of a database that is no server's. */
    public Path file() {
        return FOLDER.resolve(name + (engine == Engine.H2 ? ".mv.db" : engine == Engine.DUCKDB ? ".duckdb" : ".db"));
    }

    /** User and password, and waits for locks and connections that only a hang reaches. */
    public Settings settings() {
        Settings settings = patient();
        return engine.isServer() ? settings.user(user()).password(password()) : settings;
    }

    /** Settings for a source of connections, with the same waits; a transaction is retried for longer than that. */
    public static Settings patient() {
        return Settings.defaults()
                .lockWait(LOCK_WAIT)
                .connectTimeout(LOCK_WAIT)
                .transactionTimeout(LOCK_WAIT.multipliedBy(5));
    }

    /** The user that tests log in as; null if there are no users. */
    public String user() {
        return engine.isServer() ? server(engine).user() : null;
    }

    /** That user's password. */
    public String password() {
        return engine.isServer() ? server(engine).password() : null;
    }

    /** Opens it for objects of these classes. */
    public Database open(Class<?>... classes) {
        return open(Model.of(classes), settings());
    }

    /** Opens it; it is closed after the test, if it has not been by then. */
    public Database open(Model model, Settings settings) {
        return track(Database.open(url, model, settings));
    }

    /** Opens it by another URL: with options of the driver's, or of another database on the same server. */
    public Database open(Model model, String otherUrl) {
        return track(Database.open(otherUrl, model, settings()));
    }

    /** Opens it through a source of connections. */
    public Database open(DataSource source, Model model) {
        return open(source, model, patient());
    }

    /** Opens it through a source of connections. */
    public Database open(DataSource source, Model model, Settings settings) {
        return track(Database.open(source, model, settings));
    }

    /** Opens it by its catalog, without classes. */
    public Database openCatalog() {
        return openCatalog(settings());
    }

    /** Opens it with other settings than those of the tests. */
    public Database openCatalog(Settings settings) {
        return track(Database.openCatalog(url, settings));
    }

    private Database track(Database database) {
        opened.add(database);
        if (!engine.isServer()) {
            PausedLease.stopRenewals(database);
        }
        return database;
    }

    /** A connection past the library, to be closed. */
    public Connection connect() throws SQLException {
        Properties properties = new Properties();
        if (engine.isServer()) {
            properties.setProperty("user", user());
            properties.setProperty("password", password());
        }
        return DriverManager.getConnection(url, properties);
    }

    /** Runs statements past the library. */
    public void execute(String... statements) {
        try {
            use(connection -> {
                try (Statement statement = connection.createStatement()) {
                    for (String sql : statements) {
                        statement.execute(sql);
                    }
                }
                return null;
            });
        } catch (SQLException e) {
            throw new IllegalStateException(engine + ": " + String.join("; ", statements), e);
        }
    }

    /** On a connection that is kept for the next use. An embedded engine opens one fast, and may lock its file as long as it is open. */
    private <T> T use(SpareConnection.Use<T> use) throws SQLException {
        if (engine.isServer()) {
            return own.use(use);
        }
        try (Connection connection = connect()) {
            return use.with(connection);
        }
    }

    /** Makes it empty again, whatever the engine. */
    public void clear() {
        for (Database database : opened) {
            database.close();
        }
        if (engine.isServer()) {
            server(engine).empty(name, own);
        } else {
            deleteFiles();
        }
    }

    /** The rows that a query finds past the library, a line each, values parted by {@code |}. */
    public List<String> rows(String query) {
        try {
            return use(connection -> {
                try (Statement statement = connection.createStatement();
                        ResultSet result = statement.executeQuery(query)) {
                    return rows(result);
                }
            });
        } catch (SQLException e) {
            throw new IllegalStateException(engine + ": " + query, e);
        }
    }

    private static List<String> rows(ResultSet result) throws SQLException {
        List<String> rows = new ArrayList<>();
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
            StringJoiner row = new StringJoiner("|");
            for (int i = 1; i <= columns; i++) {
                row.add(result.getString(i));
            }
            rows.add(row.toString());
        }
        return rows;
    }

    /**
     * The table of MySQL or MariaDB with what each session does. MySQL's {@code information_schema} fails while any session runs a statement with an emoji:
     * "Cannot convert string" (9.7, 2026-11-25).
     */
    public String processes() {
        return (engine() == Engine.MYSQL ? "performance_schema" : "information_schema") + ".processlist";
    }

    /** A name as this engine quotes it. */
    public String quote(String identifier) {
        return engine.isMySqlFamily() ? "`" + identifier + "`" : '"' + identifier + '"';
    }

    /** The number of connections that a database has out of its pool and that do not come back: the renewal of a lease has one for some milliseconds. */
    public static int connectionsInUse(Database database) {
        return connectionsInUse(() -> connectionsInUseNow(database));
    }

    /** The number of connections in use as counted, or zero if that is counted once within two minutes. */
    public static int connectionsInUse(IntSupplier counted) {
        long start = System.nanoTime();
        int inUse = counted.getAsInt();
        while (inUse > 0 && System.nanoTime() - start < GIVEN_BACK.toNanos()) {
            LockSupport.parkNanos(1_000_000);
            inUse = counted.getAsInt();
        }
        return inUse;
    }

    private static int connectionsInUseNow(Database database) {
        return Health.of(database).pool().map(PoolState::inUse).orElse(0);
    }

    /** Closes and removes it. */
    void close(boolean checkLeaks) {
        int leaked = 0;
        for (Database database : opened) {
            leaked += connectionsInUse(database);
            database.close();
        }
        if (engine.isServer()) {
            server(engine).giveBack(name, own);
        } else {
            deleteFiles();
        }
        if (checkLeaks && leaked > 0) {
            throw new AssertionError(leaked + " connections were not given back to their pool");
        }
    }

    private void deleteFiles() {
        for (String suffix :
                List.of(".db", ".db-wal", ".db-shm", ".db-journal", ".mv.db", ".trace.db", ".duckdb", ".duckdb.wal")) {
            FOLDER.resolve(name + suffix).toFile().delete();
        }
    }

    static String embeddedVersion(Engine engine) {
        String url = engine == Engine.H2
                ? "jdbc:h2:mem:"
                : engine == Engine.DUCKDB ? "jdbc:duckdb:" : "jdbc:sqlite::memory:";
        try (Connection connection = DriverManager.getConnection(url)) {
            return connection.getMetaData().getDatabaseProductVersion().replaceFirst(" .*", "");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return engine.toString();
    }
}
