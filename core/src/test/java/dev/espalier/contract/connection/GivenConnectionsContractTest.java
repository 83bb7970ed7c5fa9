package dev.espalier.contract.connection;

import static dev.espalier.error.ErrorCode.FOREIGN_TRANSACTION;
import static dev.espalier.error.ErrorCode.IN_MEMORY;
import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;
import static dev.espalier.error.ErrorCode.POOL_EXHAUSTED;
import static dev.espalier.error.ErrorCode.SERVER_SETTING;
import static dev.espalier.error.ErrorCode.UNKNOWN_URL;
import static dev.espalier.testing.Engine.DUCKDB;
import static dev.espalier.testing.Engine.H2;
import static dev.espalier.testing.Engine.MARIADB;
import static dev.espalier.testing.Engine.MYSQL;
import static dev.espalier.testing.Engine.POSTGRES;
import static dev.espalier.testing.Engine.SQLITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.error.ConnectionException;
import dev.espalier.error.EspalierException;
import dev.espalier.testing.Background;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Proxied;
import dev.espalier.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/** Connections of a user's pool: none that belongs to somebody's transaction is used, the others are given back as they came. */
@EngineIndependent
class GivenConnectionsContractTest {

    private static final Model MODEL = Model.of(Note.class);

    static class Note {
        long id;
        String text;
        Note next;

        static Note of(String text) {
            Note note = new Note();
            note.text = text;
            return note;
        }
    }

    private interface Change {
        void of(Connection connection) throws SQLException;
    }

    /** A pool like others, and the transactions that a thread may have on one of its connections. */
    private static final class Pool {

        private final TestDatabase database;
        private Change configured;
        private final Deque<Connection> idle = new ArrayDeque<>();
        private final List<Connection> all = new ArrayList<>();
        private final List<String> changed = new ArrayList<>();
        private final DataSource source = Proxied.source(this::getConnection);
        /** The one that has begun it; null if all get its connection. */
        private Thread thread;

        private Connection bound;
        private boolean refusesAutoCommit;

        Pool(TestDatabase database, Change configured) {
            this.database = database;
            this.configured = configured;
        }

        private synchronized Connection take() throws SQLException {
            if (!idle.isEmpty()) {
                return idle.pop();
            }
            Connection made = database.connect();
            all.add(made);
            configured.of(made);
            return made;
        }

        private synchronized Connection getConnection() throws SQLException {
            boolean isBound = bound != null && (thread == null || Thread.currentThread() == thread);
            Connection physical = isBound ? bound : take();
            List<Object> came = isBound ? List.of() : state(physical);
            return lent(physical, came, isBound);
        }

        private Connection lent(Connection physical, List<Object> came, boolean isBound) {
            boolean[] isClosed = new boolean[1];
            return Proxied.of(Connection.class, call -> {
                if (call.name().equals("close")) {
                    if (!isBound && !isClosed[0]) {
                        isClosed[0] = true;
                        giveBack(physical, came);
                    }
                    return null;
                }
                if (isBound && refusesAutoCommit && call.name().equals("setAutoCommit")) {
                    throw new SQLException("the transaction manager says where it ends");
                }
                return switch (call.name()) {
                    case "isWrapperFor" -> ((Class<?>) call.arguments()[0]).isInstance(physical);
                    case "unwrap" -> ((Class<?>) call.arguments()[0]).cast(physical);
                    default -> call.on(physical);
                };
            });
        }

        private synchronized void giveBack(Connection physical, List<Object> came) throws SQLException {
            if (physical.isClosed()) {
                return;
            }
            List<Object> left = state(physical);
            if (!left.equals(came)) {
                changed.add("found " + left + ", expected " + came);
            }
            idle.push(physical);
        }

        /** The settings of a connection that others rely on. */
        private static List<Object> state(Connection connection) throws SQLException {
            boolean autoCommit = connection.getAutoCommit();
            List<Object> state = new ArrayList<>(List.of(
                    autoCommit,
                    connection.isReadOnly(),
                    connection.getTransactionIsolation(),
                    "" + connection.getCatalog(),
                    "" + connection.getSchema()));
            if (!connection.getMetaData().getDriverName().startsWith("DuckDB")) {
                state.addAll(List.of(connection.getHoldability(), connection.getNetworkTimeout()));
            }
            for (String setting : bulkSettings(connection)) {
                state.add(setting + " " + asked(connection, setting));
            }
            if (!autoCommit) {
                connection.rollback();
            }
            return state;
        }

        /** Those that are good for many rows. */
        private static List<String> bulkSettings(Connection connection) throws SQLException {
            String driver = connection.getMetaData().getDriverName();
            return driver.startsWith("SQLite")
                    ? List.of("PRAGMA cache_size", "PRAGMA temp_store", "PRAGMA threads", "PRAGMA analysis_limit")
                    : driver.startsWith("PostgreSQL") ? List.of("SHOW maintenance_work_mem") : List.of();
        }

        void begin() throws SQLException {
            bound = take();
            thread = Thread.currentThread();
            bound.setAutoCommit(false);
        }

        /** Ends the transaction of the thread and returns its connection as a pool does. */
        void rollback() throws SQLException {
            bound.rollback();
            bound.setAutoCommit(true);
            idle.push(bound);
            bound = null;
            configured.of(idle.peek());
        }

        /** From now on it gives new connections. */
        synchronized void renew(Change change) {
            configured = change;
            idle.clear();
        }

        void close() throws SQLException {
            for (Connection connection : all) {
                connection.close();
            }
        }
    }

    private final List<Pool> pools = new ArrayList<>();

    private Pool pool(TestDatabase database, Change configured) {
        Pool pool = new Pool(database, configured);
        pools.add(pool);
        return pool;
    }

    @AfterEach
    void closePools() throws SQLException {
        for (Pool pool : pools) {
            pool.close();
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void assertRefused(ThrowingCallable use) {
        ConnectionException refusal = catchThrowableOfType(ConnectionException.class, use);
        assertThat(refusal).isNotNull();
        assertThat(refusal.errorCode()).isEqualTo(FOREIGN_TRANSACTION);
    }

    @OnEveryEngine
    void nothingIsCommittedWithinSomebodysTransaction(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE others (n INT)");
        for (boolean refusesAutoCommit : List.of(false, true)) {
            for (boolean hasChanges : List.of(false, true)) {
                Pool pool = pool(database, connection -> {});
                pool.refusesAutoCommit = refusesAutoCommit;
                try (Database db = database.open(pool.source, MODEL)) {
                    Note note = Note.of("within");
                    pool.begin();
                    if (hasChanges) {
                        execute(pool.bound, "INSERT INTO others VALUES (1)");
                    }
                    assertRefused(() -> db.store(note));
                    assertRefused(() -> db.query(Note.class, "").list());
                    assertRefused(() -> database.open(pool.source, MODEL));
                    assertThat(pool.bound.getAutoCommit()).isFalse();
                    pool.rollback();
                    assertThat(database.rows("SELECT n FROM others")).isEmpty();
                    assertThat(db.query(Note.class, "").count()).isZero();
                    db.store(note);
                    assertThat(db.query(Note.class, "text = 'within'").count()).isOne();
                    db.delete(note);
                }
                pool.close(); // SQLite and DuckDB keep their file locked
            }
        }
    }

    @OnEveryEngine
    void nothingIsCommittedWithinSomebodysTransactionWhereEachConnectionComesWithoutAutoCommit(TestDatabase database)
            throws SQLException {
        database.execute("CREATE TABLE others (n INT)");
        Pool pool = pool(database, connection -> connection.setAutoCommit(false));
        Database db = database.open(pool.source, MODEL);
        pool.begin();
        execute(pool.bound, "INSERT INTO others VALUES (1)");
        assertRefused(() -> db.store(Note.of("within")));
        assertRefused(() -> database.open(pool.source, MODEL));
        pool.rollback();
        assertThat(database.rows("SELECT n FROM others")).isEmpty();
        db.store(Note.of("after"));
        assertThat(db.query(Note.class, "").count()).isOne();
    }

    @OnEveryEngine
    void aSourceOfSpringsThatJoinsTransactionsIsRefusedByName(TestDatabase database) throws SQLException {
        Pool pool = pool(database, connection -> {});
        TransactionAwareDataSourceProxy joining = new TransactionAwareDataSourceProxy(pool.source);
        ConnectionException refusal =
                catchThrowableOfType(ConnectionException.class, () -> database.open(joining.source(), MODEL));
        assertThat(refusal).isNotNull().hasMessageContaining("TransactionAwareDataSourceProxy");
        assertThat(refusal.errorCode()).isEqualTo(FOREIGN_TRANSACTION);
    }

    @OnEveryEngine
    void oneConnectionIsNotUsedTwiceAtOnce(TestDatabase database) throws SQLException {
        Pool pool = pool(database, connection -> {});
        Database db = database.open(pool.source, MODEL);
        db.storeAll(
                IntStream.range(0, 3_000).mapToObj(i -> Note.of("note " + i)).toList());
        db.close();
        pool.bound = pool.take();
        Database bound = database.open(pool.source, MODEL);
        try (Stream<Note> stream = bound.query(Note.class, "").stream()) {
            stream.iterator().next();
            assertRefused(() -> bound.store(Note.of("beside")));
        }
        bound.store(Note.of("behind"));
        assertThat(bound.query(Note.class, "").count()).isEqualTo(3_001);
    }

    @OnEveryEngine
    void connectionsAreGivenBackAsTheyCame(TestDatabase database) throws SQLException {
        List<Change> changes = new ArrayList<>(
                List.of(connection -> connection.setAutoCommit(false), connection -> connection.setAutoCommit(true)));
        if (database.engine() != DUCKDB) {
            changes.add(connection -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE));
            changes.add(connection -> connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED));
        }
        if (database.engine() != DUCKDB && database.engine() != SQLITE) {
            changes.add(connection -> connection.setNetworkTimeout(Runnable::run, 100_000));
            changes.add(connection -> connection.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT));
        }
        int stored = 0;
        for (Change change : changes) {
            Pool pool = pool(database, change);
            try (Database db = database.open(pool.source, MODEL)) {
                Note note = Note.of("one");
                note.next = Note.of("next");
                db.store(note);
                note.text = "two";
                db.useTransaction(tx -> {
                    tx.store(note);
                    tx.query(Note.class, "text = 'two'").count();
                });
                try (Stream<Note> stream = db.query(Note.class, "").stream()) {
                    assertThat(stream.count()).isEqualTo(stored + 2);
                }
                assertThat(db.query(Note.class, "text = 'two'").list()).isNotEmpty();
                try (var bulk = db.bulkWriter()) {
                    bulk.store(Note.of("bulk"));
                }
                stored += 3;
                assertThat(db.query(Note.class, "").count()).isEqualTo(stored);
            }
            assertThat(pool.changed).isEmpty();
            pool.close();
        }
    }

    /** A taker before has left it so, and the pool has not set it right. */
    @OnEveryEngine({MYSQL, MARIADB, POSTGRES})
    void aConnectionThatWasLeftInAnotherStateIsRefused(TestDatabase database) throws SQLException {
        Pool pool = pool(database, connection -> {});
        Database db = database.open(pool.source, MODEL);
        Change moved = database.engine() == POSTGRES
                ? connection -> connection.setSchema("pg_catalog")
                : connection -> connection.setCatalog("information_schema");
        for (Change left : List.<Change>of(connection -> connection.setReadOnly(true), moved)) {
            pool.renew(left);
            EspalierException refusal =
                    catchThrowableOfType(EspalierException.class, () -> db.store(Note.of("elsewhere")));
            assertThat(refusal).isNotNull();
            assertThat(refusal.errorCode()).isEqualTo(SERVER_SETTING);
            pool.renew(connection -> {});
            db.store(Note.of("here"));
        }
        assertThat(db.query(Note.class, "").count()).isEqualTo(2);
    }

    /** Another taker has changed a setting on which the meaning of the rows depends, and the pool has not set it right. */
    @OnEveryEngine({MYSQL, MARIADB, H2, DUCKDB})
    void aBulkLoadAsksForTheSettingsAgain(TestDatabase database) throws SQLException {
        Pool pool = pool(database, connection -> {});
        Database db = database.open(pool.source, MODEL);
        db.store(Note.of("one"));
        for (Connection connection : pool.idle) {
            execute(
                    connection,
                    switch (database.engine()) {
                        case H2 -> "SET IGNORECASE TRUE";
                        case DUCKDB -> "SET default_order = 'DESC'";
                        default -> "SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES,STRICT_TRANS_TABLES'";
                    });
        }
        EspalierException refusal = catchThrowableOfType(EspalierException.class, () -> {
            try (var bulk = db.bulkWriter()) {
                bulk.store(Note.of("\\"));
            }
        });
        assertThat(refusal).isNotNull();
        assertThat(refusal.errorCode()).isEqualTo(SERVER_SETTING);
        assertThat(database.rows("SELECT COUNT(*) FROM " + database.quote("note")))
                .containsExactly("1");
    }

    /** A URL that is refused is refused behind a source, too: commits of other processes would not be kept off. */
    @OnEveryEngine(H2)
    void aSourceOfAServerOfH2IsRefused(TestDatabase database) throws SQLException {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        try {
            JdbcDataSource source = new JdbcDataSource();
            source.setURL("jdbc:h2:tcp://localhost:" + server.getPort() + "/mem:"
                    + database.file().getFileName());
            assertThat(catchThrowableOfType(ConnectionException.class, () -> database.open(source, MODEL))
                            .errorCode())
                    .isEqualTo(UNKNOWN_URL);
        } finally {
            server.stop();
        }
    }

    /** Each connection has a database of its own there. */
    @OnEveryEngine({SQLITE, H2, DUCKDB})
    void aSourceOfDatabasesInMemoryIsRefused(TestDatabase database) {
        List<String> urls = switch (database.engine()) {
            case SQLITE -> List.of("jdbc:sqlite::memory:", "jdbc:sqlite:file::memory:?cache=shared");
            case H2 -> List.of("jdbc:h2:mem:");
            default -> List.of("jdbc:duckdb:");
        };
        for (String url : urls) {
            DataSource source = Proxied.source(() -> DriverManager.getConnection(url));
            assertThat(catchThrowableOfType(ConnectionException.class, () -> database.open(source, MODEL))
                            .errorCode())
                    .isEqualTo(IN_MEMORY);
        }
    }

    @OnEveryEngine
    void aPoolWithoutAFreeConnectionIsExhausted(TestDatabase database) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(1);
        config.setConnectionTimeout(1_000);
        try (HikariDataSource source = new HikariDataSource(config)) {
            Database db = database.open(source, MODEL);
            try (Connection taken = source.getConnection()) {
                assertThat(taken.isClosed()).isFalse();
                for (ThrowingCallable use : List.<ThrowingCallable>of(
                        () -> db.store(Note.of("one more")), () -> database.open(source, MODEL))) {
                    ConnectionException refusal = catchThrowableOfType(ConnectionException.class, use);
                    assertThat(refusal).isNotNull();
                    assertThat(refusal.errorCode()).isEqualTo(POOL_EXHAUSTED);
                    assertThat(refusal).hasMessageContaining("a stream one more, a bulk load several");
                }
            }
            db.close();
        }
    }

    /** No test asserts a duration: a second connection would have to be waited for longer than a test may take. */
    @OnEveryEngine
    void aPoolOfOneConnectionWithoutAutoCommitIsNotAskedForASecond(TestDatabase database) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(1);
        config.setAutoCommit(false);
        config.setConnectionTimeout(Duration.ofHours(1).toMillis());
        try (HikariDataSource source = new HikariDataSource(config);
                Database db = database.open(source, MODEL)) {
            db.store(Note.of("one"));
            assertThat(db.query(Note.class, "").count()).isOne();
            try (Connection other = source.getConnection();
                    Statement statement = other.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT 1")) {
                assertThat(rows.next()).isTrue();
                other.rollback();
            }
            assertThat(db.query(Note.class, "").count()).isOne();
        }
    }

    /** The driver of SQLite begins the next transaction when a query of the last one still has rows. */
    @OnEveryEngine(SQLITE)
    void aTransactionThatIsLeftOpenInAPoolIsRolledBack(TestDatabase database) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setMaximumPoolSize(1);
        config.setAutoCommit(false);
        try (HikariDataSource source = new HikariDataSource(config);
                Database db = database.open(source, MODEL)) {
            db.store(Note.of("one"));
            for (boolean isCommitted : List.of(false, true)) {
                try (Connection other = source.getConnection();
                        Statement statement = other.createStatement();
                        ResultSet rows = statement.executeQuery("SELECT text FROM note")) {
                    assertThat(rows.next()).isTrue();
                    if (isCommitted) {
                        other.commit();
                    } else {
                        other.rollback();
                    }
                }
                db.store(Note.of("one more"));
            }
            assertThat(db.query(Note.class, "").count()).isEqualTo(3);
        }
    }

    /** A source of the user's may lack the log that a file has that Espalier opens. */
    @OnEveryEngine(SQLITE)
    void anOpenStreamThatKeepsOthersFromCommittingIsNamed(TestDatabase database) {
        DataSource source = Proxied.source(() -> DriverManager.getConnection(database.url()));
        Settings settings = Settings.defaults().lockWait(Duration.ofMillis(300));
        try (Database db = Database.open(source, MODEL, settings)) {
            db.storeAll(IntStream.range(0, 3_000).mapToObj(i -> Note.of("note")).toList());
            try (Stream<Note> notes = db.query(Note.class, "").stream()) {
                assertThat(notes.iterator().next().text).isEqualTo("note");
                EspalierException refusal =
                        catchThrowableOfType(EspalierException.class, () -> db.store(Note.of("one more")));
                assertThat(refusal.errorCode()).isEqualTo(LOCK_TIMEOUT);
                // It waits for the lock, or behind the thread that renews the program's lease.
                assertThat(refusal).hasMessageContaining("Without a write-ahead log");
                EspalierException ofWork = catchThrowableOfType(
                        EspalierException.class, () -> db.useTransaction(tx -> tx.store(Note.of("one more"))));
                assertThat(ofWork.errorCode()).isEqualTo(LOCK_TIMEOUT);
                assertThat(ofWork).hasMessageContaining("Without a write-ahead log");
            }
            db.store(Note.of("one more"));
        }
    }

    /** Each thread holds a connection, for it has read, when it needs ids. */
    @OnEveryEngine
    void threadsThatHoldAllConnectionsCreateObjects(TestDatabase database) {
        boolean readsTogether = database.engine() != SQLITE; // without a write-ahead log, one transaction at a time
        for (int threads : new int[] {1, 3}) {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(database.url());
            config.setUsername(database.user());
            config.setPassword(database.password());
            config.setMaximumPoolSize(threads);
            config.setConnectionTimeout(10_000);
            try (HikariDataSource source = new HikariDataSource(config);
                    Database db = database.open(source, MODEL)) {
                long before = db.query(Note.class, "").count();
                CyclicBarrier barrier = new CyclicBarrier(threads);
                List<CompletableFuture<Void>> all = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    AtomicBoolean isRepeated = new AtomicBoolean();
                    all.add(Background.run(() -> db.useTransaction(tx -> {
                        tx.query(Note.class, "").count();
                        if (readsTogether && !isRepeated.getAndSet(true)) {
                            Background.await(barrier);
                        }
                        for (int note = 0; note < 300; note++) {
                            tx.store(Note.of("one of many"));
                        }
                        // sends them, so that the commit has written more than it sends
                        assertThat(tx.query(Note.class, "text = 'one of many'").count())
                                .isPositive();
                    })));
                }
                CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
                assertThat(db.query(Note.class, "").count()).isEqualTo(before + 300L * threads);
            }
        }
    }

    /** DuckDB waits for no lock. */
    @OnEveryEngine({SQLITE, H2, MYSQL, MARIADB, POSTGRES})
    void locksAreWaitedForAsTheSettingsSay(TestDatabase database) throws SQLException {
        Pool pool = pool(database, connection -> {
            if (database.engine().isMySqlFamily()) {
                execute(connection, "SET innodb_lock_wait_timeout = 1234, lock_wait_timeout = 4321");
            } else if (database.engine() == SQLITE) {
                asked(connection, "PRAGMA busy_timeout = 1234");
            }
        });
        AtomicInteger retries = new AtomicInteger();
        Database db = database.open(
                pool.source,
                MODEL,
                TestDatabase.patient()
                        .lockWait(Duration.ofMillis(300))
                        .transactionTimeout(Duration.ofSeconds(10))
                        .onRetry(retry -> retries.incrementAndGet()));
        Note note = Note.of("one");
        db.store(note);
        try (Connection other = database.connect()) {
            other.setAutoCommit(false);
            execute(other, "UPDATE " + database.quote("note") + " SET " + database.quote("text") + " = 'other'");
            note.text = "two";
            EspalierException late = catchThrowableOfType(EspalierException.class, () -> db.store(note));
            assertThat(late).isNotNull();
            assertThat(late.errorCode()).isEqualTo(LOCK_TIMEOUT);
            EspalierException lateWork = catchThrowableOfType(
                    EspalierException.class,
                    () -> db.useTransaction(tx -> {
                        tx.store(note);
                        tx.query(Note.class, "").ids();
                    }));
            assertThat(lateWork).isNotNull();
            assertThat(lateWork.errorCode()).isEqualTo(LOCK_TIMEOUT);
            assertThat(retries).as("all attempts together wait as long").hasValueLessThan(5);
            other.rollback();
        }
        db.store(note);
        for (Connection connection : pool.idle) {
            if (database.engine().isMySqlFamily()) {
                assertThat(asked(connection, "SELECT @@SESSION.innodb_lock_wait_timeout"))
                        .isEqualTo("1234");
                assertThat(asked(connection, "SELECT @@SESSION.lock_wait_timeout"))
                        .isEqualTo("4321");
            } else if (database.engine() == SQLITE) {
                assertThat(asked(connection, "PRAGMA busy_timeout")).isEqualTo("1234");
            } else if (database.engine() == POSTGRES) {
                assertThat(asked(connection, "SHOW lock_timeout")).isEqualTo("0");
            }
        }
    }

    private static String asked(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }
}
