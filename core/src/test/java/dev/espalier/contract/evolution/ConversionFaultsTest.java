package dev.espalier.contract.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.Database;
import dev.espalier.Migration;
import dev.espalier.Model;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.annotation.Was;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.testing.Engine;
import dev.espalier.testing.Faults;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A program that converts attributes dies between any two statements, or two programs convert at once: each object is converted once. */
class ConversionFaultsTest {

    private static final int OBJECTS = 520; // more than one batch

    static class V1 {
        static class Crate {
            long id;
            String weight;
            Stamp stamp;
            Crate next;

            Crate() {}

            Crate(int weight) {
                this.weight = String.valueOf(weight);
                this.stamp = new Stamp("s" + weight);
            }
        }

        record Stamp(String text) {}
    }

    static class V2 {
        @Was("Crate")
        static class Crate {
            long id;

            @Was("weight")
            int weight;

            @Was("stamp")
            Stamp stamp;

            @Was("next")
            List<Crate> nexts = new ArrayList<>();

            int twice;
        }

        @Was({})
        static class Stamp {
            long id;
            String text;
        }
    }

    private static final Model OLD = Model.of(V1.Crate.class);
    private static final Model NEW = Model.of(V2.Crate.class);
    private static final Migration<V2.Crate> TWICE =
            Migration.of(V2.Crate.class).set("twice", crate -> 2 * Integer.parseInt(crate.get("weight", String.class)));
    private static final Settings APPLY =
            Settings.defaults().schema(SchemaMode.APPLY).migrations(TWICE).transactionTimeout(Duration.ofMillis(1));

    private static void fill(TestDatabase database) {
        try (Database older = Database.open(database.url(), OLD, database.settings())) {
            List<V1.Crate> crates = new ArrayList<>();
            for (int i = 1; i <= OBJECTS; i++) {
                crates.add(new V1.Crate(i));
            }
            crates.get(0).next = crates.get(1);
            older.storeAll(crates);
        }
    }

    private static void check(TestDatabase database, int call) {
        try (Database newer = Database.open(
                database.url(),
                NEW,
                database.settings().schema(SchemaMode.APPLY).migrations(TWICE))) {
            List<V2.Crate> crates = newer.query(V2.Crate.class, "ORDER BY id").list();
            assertThat(crates).as("call %d", call).hasSize(OBJECTS);
            for (int i = 1; i <= OBJECTS; i++) {
                V2.Crate crate = crates.get(i - 1);
                assertThat(crate.weight).isEqualTo(i);
                assertThat(crate.twice).isEqualTo(2 * i);
                assertThat(crate.stamp.text).isEqualTo("s" + i);
                assertThat(crate.nexts).hasSize(i == 1 ? 1 : 0);
            }
            assertThat(newer.query(V2.Stamp.class, "").count())
                    .as("call %d", call)
                    .isEqualTo(OBJECTS);
            assertThat(Health.of(newer).verify().findings()).isEmpty();
        }
    }

    @OnEveryEngine
    void theNextOpeningGoesOnWithAnInterruptedConversion(TestDatabase database) throws Exception {
        boolean isDone = false;
        PrimitiveIterator.OfInt places =
                Sample.places("conversion", database.engine(), database.engine() == Engine.SQLITE ? 3 : 11);
        while (!isDone) {
            int call = places.nextInt();
            fill(database);
            isDone = diesAt(call, database) == 0;
            check(database, call);
            database.clear();
        }
    }

    @OnEveryEngine
    void aFullDiskEndsABackfillThatTheNextOpeningCompletes(TestDatabase database) throws Exception {
        boolean isDone = false;
        PrimitiveIterator.OfInt places =
                Sample.places("full disk", database.engine(), database.engine() == Engine.SQLITE ? 5 : 19);
        while (!isDone) {
            int call = places.nextInt();
            fill(database);
            try (Faults faults = new Faults(database)) {
                faults.strike(Faults.Kind.DISK_FULL, call, 1);
                Throwable thrown = catchThrowable(
                        () -> Database.open(faults.source(), NEW, APPLY).close());
                isDone = faults.stop() == 0;
                if (thrown != null) {
                    assertThat(thrown).as("call %d", call).isInstanceOf(EspalierException.class);
                    assertThat(database.rows("SELECT COUNT(*) FROM crate"))
                            .as("call %d", call)
                            .containsExactly(String.valueOf(OBJECTS));
                }
            }
            check(database, call);
            database.clear();
        }
    }

    private static int diesAt(int call, TestDatabase database) throws Exception {
        try (Faults faults = new Faults(database)) {
            faults.strike(Faults.Kind.LOST_BEFORE, call, Integer.MAX_VALUE);
            Throwable thrown = catchThrowable(
                    () -> Database.open(faults.source(), NEW, APPLY).close());
            int failed = faults.stop();
            // Giving back the lock may fail.
            assertThat(thrown == null || failed > 0)
                    .as("call %d: %s", call, thrown)
                    .isTrue();
            return failed;
        }
    }

    @OnEveryEngine
    void twoProgramsThatConvertAtOnceConvertEachObjectOnce(TestDatabase database) throws Exception {
        fill(database);
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> programs = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                programs.add(threads.submit(() -> {
                    start.await();
                    Database.open(
                                    database.url(),
                                    NEW,
                                    database.settings().schema(SchemaMode.APPLY).migrations(TWICE))
                            .close();
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> program : programs) {
                program.get();
            }
        } finally {
            threads.shutdownNow();
        }
        check(database, 0);
    }
}
