package dev.espalier.contract.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.annotation.Index;
import dev.espalier.annotation.Unique;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.Faults;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import dev.espalier.verification.Damage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Several programs that open a database at once, and programs that die while they open it. */
class OpeningContractTest {

    static class Tree {
        long id;

        @Unique
        String name;

        List<Leaf> leaves = new ArrayList<>();
    }

    static class Leaf {
        long id;
        int veins;
    }

    static class Stone {
        long id;
        String kind;
        List<String> names = new ArrayList<>();
    }

    static class Cloud {
        long id;

        @Index
        double height;
    }

    static class River {
        long id;
        String name;
        Stone bed;
    }

    private static final List<String> NEEDED_ROWS =
            List.of("attributes", "columns", "digest", "facts", "format", "indexes", "next-number");
    private static final List<String> ROWS =
            Stream.concat(NEEDED_ROWS.stream(), Stream.of("version")).toList();
    private static final List<Class<?>> ALL = List.of(Tree.class, Leaf.class, Stone.class, Cloud.class, River.class);

    @OnEveryEngine
    void concurrentFirstOpeningsSucceed(TestDatabase database) throws Exception {
        for (int round = 0; round < rounds(database); round++) {
            atOnce(database, List.of(ALL, ALL, ALL));
            assertThatAllIsWell(database);
            database.clear();
        }
    }

    @OnEveryEngine
    @AlsoOnTiDb("changes of tables go through a queue, and other servers see them step by step")
    void concurrentFirstOpeningsWithDifferentClassesSucceed(TestDatabase database) throws Exception {
        for (int round = 0; round < rounds(database); round++) {
            atOnce(
                    database,
                    List.of(List.of(Tree.class), List.of(River.class, Cloud.class), List.of(Cloud.class, Leaf.class)));
            assertThatAllIsWell(database);
            database.clear();
        }
    }

    @OnEveryEngine
    void concurrentExtensionsWithDifferentClassesSucceed(TestDatabase database) throws Exception {
        for (int round = 0; round < rounds(database); round++) {
            Database old = database.open(Leaf.class);
            old.store(new Leaf());
            atOnce(
                    database,
                    List.of(List.of(Leaf.class, Cloud.class), List.of(Tree.class), List.of(Leaf.class, River.class)));
            assertThat(old.query(Leaf.class, "").count()).isEqualTo(1);
            assertThatAllIsWell(database);
            database.clear();
        }
    }

    @OnEveryEngine
    void concurrentOpeningsWithDifferentIndexLevelsAgreeOrAreRefused(TestDatabase database) throws Exception {
        for (int round = 0; round < rounds(database); round++) {
            List<Throwable> thrown = new ArrayList<>();
            List<Callable<Throwable>> openings = new ArrayList<>();
            for (IndexLevel level : List.of(IndexLevel.NONE, IndexLevel.BOTH, IndexLevel.VALUES)) {
                openings.add(() -> catchThrowable(() -> Database.open(
                                database.url(), model(ALL), database.settings().indexes(level))
                        .close()));
            }
            thrown.addAll(run(openings));
            assertThat(thrown.stream().filter(java.util.Objects::isNull)).hasSize(1);
            assertThat(thrown.stream().filter(java.util.Objects::nonNull))
                    .allSatisfy(e -> assertThat(((EspalierException) e).code()).isEqualTo("index-level"));
            assertThatAllIsWell(database);
            database.clear();
        }
    }

    @OnEveryEngine
    void nextOpeningCompletesAnInterruptedFirstOpening(TestDatabase database) throws Exception {
        diesBetweenAnyTwoStatements(database, false);
    }

    @OnEveryEngine
    void nextOpeningCompletesAnInterruptedExtension(TestDatabase database) throws Exception {
        diesBetweenAnyTwoStatements(database, true);
    }

    /**
     * The next opener knows the same classes, or only one of them, or others. In a sample, and on servers, where a database is made slowly, it is one of the
     * three at each place.
     */
    private static void diesBetweenAnyTwoStatements(TestDatabase database, boolean isExtension) throws Exception {
        List<Class<?>> dying = List.of(Tree.class, Stone.class);
        List<List<Class<?>>> next = List.of(dying, List.of(Leaf.class), List.of(River.class, Cloud.class));
        boolean isEachTried = database.engine() == Engine.SQLITE && Sample.isAll(Engine.SQLITE);
        boolean isDone = false;
        PrimitiveIterator.OfInt places = Sample.places(isExtension ? "extension" : "first opening", database.engine());
        for (int tried = 1; !isDone; tried++) {
            int call = places.nextInt();
            for (int i = 0; i < next.size(); i++) {
                if (!isEachTried && i != tried % next.size()) {
                    continue;
                }
                if (isExtension) {
                    try (Database first =
                            Database.open(database.url(), model(List.of(Leaf.class)), database.settings())) {
                        first.store(new Leaf());
                    }
                }
                isDone |= diesAt(call, database, dying) == 0;
                Database db = database.open(model(next.get(i)), database.settings());
                assertThat(Health.of(db).verify().findings())
                        .as("call %d, opener %d", call, i) // who does not know a class builds no index for it
                        .filteredOn(finding -> finding.damage() != Damage.MISSING_INDEX)
                        .isEmpty();
                if (next.get(i).contains(Leaf.class)) {
                    assertThat(db.query(Leaf.class, "").count()).isEqualTo(isExtension ? 1 : 0);
                }
                assertThatAllIsWell(database);
                database.clear();
            }
        }
    }

    /** How many calls have failed: none if the opening has fewer. */
    private static int diesAt(int call, TestDatabase database, List<Class<?>> classes) throws Exception {
        try (Faults faults = new Faults(database)) {
            faults.strike(Faults.Kind.LOST_BEFORE, call, Integer.MAX_VALUE);
            Database[] opened = new Database[1];
            Throwable thrown = catchThrowable(() -> opened[0] = Database.open(
                    faults.source(), model(classes), Settings.defaults().transactionTimeout(Duration.ofMillis(1))));
            int failed = faults.stop();
            if (opened[0] != null) {
                opened[0].close();
            }
            assertThat(thrown == null).isEqualTo(failed == 0);
            return failed;
        }
    }

    @OnEveryEngine
    @AlsoOnTiDb("its metadata locks are its own")
    void openingWithoutChangesDoesNotWaitForAnother(TestDatabase database) throws Exception {
        Settings patient = database.settings().lockWait(Duration.ofSeconds(1));
        database.open(Leaf.class);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try (Faults faults = new Faults(database)) {
            faults.during(
                    "CREATE TABLE",
                    () -> thrown.set(catchThrowable(
                            () -> Database.open(database.url(), model(List.of(Leaf.class)), patient)
                                    .close())));
            database.open(faults.source(), model(ALL));
        }
        assertThat(thrown.get()).isNull();
    }

    @OnEveryEngine
    @AlsoOnTiDb("GET_LOCK waits for a second at least and an hour at most")
    void waitOfAnOpeningIsLimited(TestDatabase database) throws Exception {
        Settings patient = database.settings().lockWait(Duration.ofSeconds(1));
        database.open(Leaf.class);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try (Faults faults = new Faults(database)) {
            faults.during(
                    "CREATE TABLE",
                    () -> joined(() -> thrown.set(catchThrowable(
                            () -> Database.open(database.url(), model(List.of(Cloud.class)), patient)
                                    .close()))));
            database.open(faults.source(), model(ALL));
        }
        assertThat(thrown.get()).isInstanceOfSatisfying(EspalierException.class, e -> {
            assertThat(e.code()).isEqualTo("lock-timeout");
            assertThat(e.retryable()).isTrue();
            assertThat(e).hasMessageContaining("is opening it and changes its tables");
        });
        assertThatAllIsWell(database);
    }

    /** The lock of a database that only this process has open is a thread's. */
    private static void joined(Runnable opening) {
        CompletableFuture.runAsync(opening).join();
    }

    @OnEveryEngine
    @AlsoOnTiDb("an index is built in steps, and two at once fail with its own errors")
    void concurrentlyBuiltIndexIsAccepted(TestDatabase database) throws Exception {
        if (database.engine() == Engine.SQLITE) {
            return; // nobody else can write meanwhile
        }
        database.open(model(List.of(Cloud.class)), database.settings().indexes(IndexLevel.NONE));
        database.execute("DROP INDEX ix_cloud_height" + (database.engine().isMySqlFamily() ? " ON cloud" : ""));
        try (Faults faults = new Faults(database)) {
            faults.during(
                    database.engine().isMySqlFamily() ? "ALTER TABLE" : "CREATE INDEX",
                    () -> database.execute("CREATE INDEX ix_cloud_height ON cloud (height)"));
            assertThat(Health.of(database.open(faults.source(), model(List.of(Cloud.class))))
                            .verify())
                    .hasToString("clean");
        }
    }

    @OnEveryEngine
    @AlsoOnTiDb("ALTER TABLE takes several times as long as CREATE TABLE")
    void indexesOfNewTablesAreMadeWithThem(TestDatabase database) {
        database.open(Leaf.class).store(new Leaf());
        StatementLog log = new StatementLog(database);
        assertThat(Health.of(database.open(log.source(), model(ALL))).verify()).hasToString("clean");
        List<String> indexed = log.definitions().stream()
                .filter(statement -> statement.contains("INDEX "))
                .toList();
        if (database.engine().isMySqlFamily()) {
            assertThat(indexed).isNotEmpty().allMatch(statement -> statement.startsWith("CREATE TABLE"));
        } else {
            assertThat(indexed).isNotEmpty().noneMatch(statement -> statement.startsWith("CREATE TABLE"));
        }
    }

    /** As a program leaves them that dies between tables and indexes. The next opener need not know the classes. */
    @OnEveryEngine
    void tablesThatWereLeftWithoutIndexesGetThem(TestDatabase database) {
        for (List<Class<?>> next : List.<List<Class<?>>>of(ALL, List.of(Cloud.class))) {
            database.open(model(List.of(Tree.class)), database.settings().indexes(IndexLevel.NONE));
            database.execute("UPDATE espalier_meta SET value = 'both' WHERE name = 'indexes'");
            // They keep nothing of an opening that died.
            if (database.engine() != Engine.SQLITE && database.engine() != Engine.POSTGRES) {
                NEEDED_ROWS.forEach(
                        row -> database.execute("UPDATE espalier_meta SET state = 'next' WHERE name = '" + row + "'"));
                List.of("attribute", "column", "fact")
                        .forEach(table -> database.execute("UPDATE espalier_" + table + " SET state = 'next'"));
            }
            database.open(model(next), database.settings());
            assertThatAllIsWell(database);
            database.clear();
        }
    }

    @OnEveryEngine
    void missingTableIsNamed(TestDatabase database) {
        Database db = database.open(Tree.class);
        db.store(new Tree());
        database.execute("DROP TABLE tree_leaves");
        assertThat(catchThrowable(() -> database.open(Tree.class)))
                .isInstanceOfSatisfying(EspalierException.class, e -> {
                    assertThat(e.code()).isEqualTo("missing-table");
                    assertThat(e).hasMessageContaining("tree_leaves");
                });
        assertThat(database.open(Leaf.class).query(Leaf.class, "").count()).isZero();
    }

    @OnEveryEngine
    void lostRowOfTheCatalogIsRefused(TestDatabase database) {
        Database db = database.open(model(ALL), database.settings().indexes(IndexLevel.RELATIONS));
        db.store(new Leaf());
        for (String row : NEEDED_ROWS) {
            List<String> kept = database.rows("SELECT value FROM espalier_meta WHERE name = '" + row + "'");
            database.execute("DELETE FROM espalier_meta WHERE name = '" + row + "'");
            for (ThrowingCallable use : List.<ThrowingCallable>of(
                    () -> Database.open(database.url(), model(ALL), database.settings())
                            .close(),
                    () -> Database.openCatalog(database.url(), database.settings())
                            .close(),
                    () -> Health.verify(database.url(), database.settings()))) {
                assertThat(catchThrowable(use))
                        .isInstanceOfSatisfying(
                                EspalierException.class,
                                e -> assertThat(e.code()).isEqualTo("lost-row"))
                        .hasMessageContaining("'" + row + "'");
            }
            database.execute("INSERT INTO espalier_meta VALUES ('now', '" + row + "', '" + kept.get(0) + "')");
        }
        for (String table : List.of("espalier_attribute", "espalier_column", "espalier_fact")) {
            String position = table.equals("espalier_attribute") ? "number" : "place";
            database.execute("UPDATE " + table + " SET state = 'lost' WHERE " + database.quote(position) + " = 2");
            assertThat(catchThrowable(() -> database.open(model(ALL), database.settings())))
                    .isInstanceOfSatisfying(
                            EspalierException.class, e -> assertThat(e.code()).isEqualTo("lost-row"))
                    .hasMessageContaining(table);
            database.execute("UPDATE " + table + " SET state = 'now' WHERE state = 'lost'");
        }
        assertThatAllIsWell(database);
    }

    @OnEveryEngine
    void anotherFormatIsRefusedWithTheVersionThatMadeIt(TestDatabase database) {
        database.open(model(ALL), database.settings());
        assertThat(database.rows("SELECT value FROM espalier_meta WHERE name = 'version'"))
                .singleElement()
                .asString()
                .matches("[0-9]+\\.[0-9]+.*");
        database.execute("UPDATE espalier_meta SET value = '7.2' WHERE name = 'version'");
        database.open(model(ALL), database.settings());
        database.execute("UPDATE espalier_meta SET value = '99' WHERE name = 'format'");
        for (ThrowingCallable use : List.<ThrowingCallable>of(
                () -> Database.open(database.url(), model(ALL), database.settings())
                        .close(),
                () -> Database.openCatalog(database.url(), database.settings()).close())) {
            assertThat(catchThrowable(use))
                    .isInstanceOfSatisfying(
                            EspalierException.class, e -> assertThat(e.code()).isEqualTo("format"))
                    .hasMessageContaining("made in format 99 by Espalier 7.2")
                    .hasMessageContaining("Use Espalier 7.2");
        }
        database.execute("UPDATE espalier_meta SET value = '3' WHERE name = 'format'");
        database.execute("DELETE FROM espalier_meta WHERE name = 'version'");
        database.open(model(ALL), database.settings()).store(new Leaf());
        assertThat(Health.verify(database.url(), database.settings()).findings())
                .isEmpty();
    }

    @OnEveryEngine
    void anotherFormatMayHaveOtherColumns(TestDatabase database) {
        database.open(model(ALL), database.settings()).close();
        database.execute("UPDATE espalier_meta SET value = '99' WHERE name = 'format'");
        database.execute("ALTER TABLE espalier_attribute DROP COLUMN origin");
        assertThat(catchThrowable(() -> Database.open(database.url(), model(ALL), database.settings())))
                .isInstanceOfSatisfying(
                        EspalierException.class, e -> assertThat(e.code()).isEqualTo("format"));
    }

    // ---- helpers

    /** How often programs meet, each time at another statement. */
    private static int rounds(TestDatabase database) {
        return Sample.isAll(database.engine()) && database.engine() != Engine.TIDB ? 5 : 2;
    }

    private static Model model(List<Class<?>> classes) {
        return Model.of(classes.toArray(new Class<?>[0]));
    }

    private static void atOnce(TestDatabase database, List<List<Class<?>>> programs) throws Exception {
        List<Callable<Throwable>> openings = new ArrayList<>();
        for (List<Class<?>> classes : programs) {
            openings.add(() -> catchThrowable(() -> Database.open(
                            database.url(), model(classes), database.settings().lockWait(Duration.ofMinutes(1)))
                    .close()));
        }
        assertThat(run(openings)).containsOnlyNulls();
    }

    private static <T> List<T> run(List<Callable<T>> together) throws Exception {
        CyclicBarrier start = new CyclicBarrier(together.size());
        ExecutorService threads = Executors.newFixedThreadPool(together.size());
        try {
            List<Future<T>> futures = new ArrayList<>();
            for (Callable<T> one : together) {
                futures.add(threads.submit(() -> {
                    start.await();
                    return one.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get());
            }
            return results;
        } finally {
            threads.shutdown();
        }
    }

    /** With all classes it opens, keeps objects and is clean; what it says of itself lies in no journal. */
    private static void assertThatAllIsWell(TestDatabase database) {
        Database db = database.open(model(ALL), database.settings());
        Tree tree = new Tree();
        tree.name = "oak";
        tree.leaves.add(new Leaf());
        River river = new River();
        river.bed = new Stone();
        river.bed.names.add("flint");
        db.storeAll(List.of(tree, river, new Cloud()));
        assertThat(db.query(Tree.class, "").list().get(0).leaves).hasSize(1);
        assertThat(db.query(River.class, "bed.names = 'flint'").count()).isEqualTo(1);
        assertThat(Health.of(db).verify()).hasToString("clean");
        assertThat(database.rows("SELECT name FROM espalier_meta ORDER BY state, name"))
                .containsExactlyElementsOf(ROWS);
    }
}
