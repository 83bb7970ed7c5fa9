package dev.espalier.contract.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.contract.samples.Values;
import dev.espalier.error.EspalierException;
import dev.espalier.error.SchemaException;
import dev.espalier.health.Health;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Background;
import dev.espalier.testing.Engine;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import dev.espalier.transfer.Transfer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.io.TempDir;

/** Copies, exports and imports, from every engine to the next one; with {@code -Pendurance} or {@code -Despalier.copy.pairs=true} to every engine. */
@LocaleDependent
class TransferContractTest {

    private static void store(TestDatabase database) {
        try (Database db = database.open(Model.of(Warehouse.CLASSES), database.settings())) {
            List<Object> objects = Warehouse.objects();
            db.storeAll(objects);
            Warehouse.Crate crate = (Warehouse.Crate) objects.get(0);
            crate.contents.remove(2);
            db.store(crate);
            db.delete(objects.get(5));
        }
    }

    /** The engine behind that one, in a circle; all of them where it is asked for, which takes a minute for each engine. */
    private static List<Engine> targets(TestDatabase database) {
        List<Engine> all = TestDatabase.available();
        return TestDatabase.isEndurance() || Boolean.getBoolean("espalier.copy.pairs")
                ? all
                : List.of(all.get((all.indexOf(database.engine()) + 1) % all.size()));
    }

    /** The text of all files of an export, by their names. */
    private static Map<String, String> text(Path folder) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                texts.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return texts;
    }

    private static Transfer.Result copy(TestDatabase from, TestDatabase to) {
        return new Transfer().copy(from.url(), from.settings(), to.url(), to.settings());
    }

    @OnEveryEngine
    @AlsoOnTiDb("its snapshot, its LOAD DATA and its changes of tables together")
    void anExportIsImportedOnEveryEngineAndExportedAgainAsTheSameText(TestDatabase database, @TempDir Path folder)
            throws IOException {
        store(database);
        Transfer.Result source = new Transfer().export(database.url(), database.settings(), folder.resolve("source"));
        assertThat(source).isEqualTo(new Transfer().checksum(database.url(), database.settings()));
        assertThat(text(folder.resolve("source")))
                .hasSize(6)
                .containsEntry("Ghost.jsonl", "")
                .hasEntrySatisfying(
                        "Note.jsonl",
                        text -> assertThat(text)
                                .matches(
                                        "\\{\"class\":\"Note\",\"id\":\\d+,\"version\":0,\"values\":\\{\"text\":\"n\",\"about\":\\[\\d+,\\d+]}}\n"));
        for (Engine engine : targets(database)) {
            TestDatabase target = TestDatabase.second(engine);
            try {
                assertThat(new Transfer().importFrom(target.url(), target.settings(), folder.resolve("source")))
                        .as("%s", engine)
                        .isEqualTo(source);
                new Transfer().export(target.url(), target.settings(), folder.resolve(engine.name()));
                assertThat(text(folder.resolve(engine.name())))
                        .as("%s", engine)
                        .isEqualTo(text(folder.resolve("source")));
            } finally {
                target.remove();
            }
        }
    }

    @OnEveryEngine
    void anImportAddsToADatabaseOfTheSameModelOrChangesNothing(TestDatabase database, @TempDir Path folder) {
        store(database);
        new Transfer().export(database.url(), database.settings(), folder.resolve("all"));
        Transfer.Result before = new Transfer().checksum(database.url(), database.settings());
        assertThatThrownBy(() -> new Transfer().importFrom(database.url(), database.settings(), folder.resolve("all")))
                .isInstanceOfSatisfying(
                        EspalierException.class, e -> assertThat(e.code()).isEqualTo("duplicate"));
        assertThat(new Transfer().checksum(database.url(), database.settings())).isEqualTo(before);
        long after;
        try (Database db = database.open(Model.of(Warehouse.CLASSES), database.settings())) {
            List<Object> all =
                    new ArrayList<>(db.query(Warehouse.Item.class, "").list());
            all.addAll(db.query(Warehouse.Note.class, "").list());
            all.addAll(db.query(Values.class, "").list());
            db.deleteAll(all);
            Warehouse.Ghost ghost = new Warehouse.Ghost();
            db.store(ghost);
            after = ghost.id;
        }
        new Transfer().importFrom(database.url(), database.settings(), folder.resolve("all"));
        try (Database db = database.open(Model.of(Warehouse.CLASSES), database.settings())) {
            assertThat(Health.of(db).verify().isClean())
                    .as("%s", Health.of(db).verify())
                    .isTrue();
            assertThat(db.query(Warehouse.Ghost.class, "").ids()).containsExactly(after);
            db.delete(db.get(Warehouse.Ghost.class, after));
        }
        assertThat(new Transfer().checksum(database.url(), database.settings())).isEqualTo(before);
    }

    @OnEveryEngine({Engine.SQLITE, Engine.MYSQL, Engine.POSTGRES})
    void aSecondCopyIsRefusedWhileTheFirstOneRuns(TestDatabase database, @TempDir Path folder) throws Exception {
        String source = "jdbc:sqlite:" + folder.resolve("source.db");
        try (Database db = Database.open(source, Model.of(Warehouse.CLASSES))) {
            db.storeAll(Warehouse.objects());
        }
        CountDownLatch hasBegun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Transfer first = new Transfer().onProgress(step -> {
            if (step.stage().equals("check")) {
                hasBegun.countDown();
                awaitWithoutInterrupt(mayEnd);
            }
        });
        CompletableFuture<Transfer.Result> running =
                Background.call(() -> first.copy(source, Settings.defaults(), database.url(), database.settings()));
        try {
            while (!hasBegun.await(10, TimeUnit.MILLISECONDS)) {
                assertThat(running).isNotDone();
            }
            assertThatThrownBy(
                            () -> new Transfer().copy(source, Settings.defaults(), database.url(), database.settings()))
                    .isInstanceOfSatisfying(
                            EspalierException.class, e -> assertThat(e.code()).isEqualTo("copy-running"));
            assertThatThrownBy(() -> database.open(Warehouse.Crate.class))
                    .isInstanceOfSatisfying(
                            EspalierException.class, e -> assertThat(e.code()).isEqualTo("unfinished-copy"));
            assertThat(database.rows("SELECT DISTINCT purpose FROM espalier_loads"))
                    .containsExactly("copy");
        } finally {
            mayEnd.countDown();
        }
        assertThat(running.get()).isEqualTo(new Transfer().checksum(source, Settings.defaults()));
    }

    /** That version can complete it; this one would read its tables as something else. */
    @OnEveryEngine
    void aCopyThatAnotherVersionHasBegunIsRefusedByItsFormat(TestDatabase database, @TempDir Path folder) {
        String source = "jdbc:sqlite:" + folder.resolve("source.db");
        try (Database db = Database.open(source, Model.of(Warehouse.CLASSES))) {
            db.storeAll(Warehouse.objects());
        }
        RuntimeException end = new RuntimeException();
        Transfer ending = new Transfer().onProgress(step -> {
            if (step.stage().equals("check")) {
                throw end;
            }
        });
        assertThatThrownBy(() -> ending.copy(source, Settings.defaults(), database.url(), database.settings()))
                .isSameAs(end);
        String format = database.rows("SELECT value FROM espalier_meta WHERE name = 'format'")
                .get(0);
        database.execute("UPDATE espalier_meta SET value = '99' WHERE name = 'format'");
        for (ThrowingCallable use : List.<ThrowingCallable>of(
                () -> new Transfer().copy(source, Settings.defaults(), database.url(), database.settings()),
                () -> database.open(Warehouse.Crate.class))) {
            assertThatThrownBy(use)
                    .isInstanceOfSatisfying(
                            EspalierException.class, e -> assertThat(e.code()).isEqualTo("format"))
                    .hasMessageContaining("a copy or an import that has not ended: made in format 99");
        }
        database.execute("UPDATE espalier_meta SET value = '" + format + "' WHERE name = 'format'");
        assertThat(new Transfer().copy(source, Settings.defaults(), database.url(), database.settings()))
                .isEqualTo(new Transfer().checksum(source, Settings.defaults()));
    }

    private static void awaitWithoutInterrupt(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @OnEveryEngine
    void anExportIsOneSnapshotWhileProgramsWrite(TestDatabase database, @TempDir Path folder) {
        store(database);
        Transfer.Result before = new Transfer().checksum(database.url(), database.settings());
        try (Database db = database.open(Model.of(Warehouse.CLASSES), database.settings())) {
            boolean[] hasWritten = new boolean[1];
            Transfer.Result exported = new Transfer()
                    .onProgress(step -> {
                        if (!hasWritten[0] && step.rows() > 0) {
                            hasWritten[0] = true;
                            db.deleteAll(db.query(Warehouse.Note.class, "").list());
                            db.store(new Warehouse.Ghost());
                        }
                    })
                    .export(database.url(), database.settings(), folder.resolve("all"));
            assertThat(hasWritten[0]).isTrue();
            assertThat(exported).isEqualTo(before);
            assertThat(new Transfer().checksum(database.url(), database.settings()))
                    .isNotEqualTo(before);
        }
    }

    @OnEveryEngine(Engine.H2)
    void theIndexesOfACopyTakeLongerThanALockIsWaitedFor(TestDatabase database) {
        try (Database db = database.open(Model.of(Warehouse.CLASSES), database.settings())) {
            List<Object> bottles = new ArrayList<>();
            for (int i = 0; i < 5_000; i++) {
                Warehouse.Bottle bottle = new Warehouse.Bottle();
                bottle.code = "code " + i;
                bottle.labels = new String[] {"label " + i};
                bottle.levels = new double[] {i};
                bottles.add(bottle);
            }
            db.storeAll(bottles);
        }
        TestDatabase target = TestDatabase.second(Engine.H2);
        try {
            String impatient = target.url() + ";LOCK_TIMEOUT=1";
            assertThat(new Transfer().copy(database.url(), database.settings(), impatient, target.settings()))
                    .isEqualTo(new Transfer().checksum(database.url(), database.settings()));
        } finally {
            target.remove();
        }
    }

    @OnEveryEngine(Engine.SQLITE)
    void aDatabaseWithALostRowOfTheCatalogIsNotCopied(TestDatabase database) {
        store(database);
        TestDatabase target = TestDatabase.second(Engine.SQLITE);
        try {
            for (String row : List.of("indexes", "digest", "facts")) {
                String kept = database.rows("SELECT value FROM espalier_meta WHERE name = '" + row + "'")
                        .get(0);
                database.execute("DELETE FROM espalier_meta WHERE name = '" + row + "'");
                assertThatThrownBy(() -> copy(database, target))
                        .as(row)
                        .isInstanceOfSatisfying(
                                SchemaException.class, e -> assertThat(e.code()).isEqualTo("lost-row"))
                        .hasMessageContaining("'" + row + "'");
                database.execute("INSERT INTO espalier_meta VALUES ('now', '" + row + "', '" + kept + "')");
            }
        } finally {
            target.remove();
        }
    }

    @OnEveryEngine
    void everyValueArrivesOnEveryEngine(TestDatabase database) {
        store(database);
        Transfer.Result source = new Transfer().checksum(database.url(), database.settings());
        for (Engine engine : targets(database)) {
            TestDatabase target = TestDatabase.second(engine);
            try {
                assertThat(copy(database, target)).as("%s", engine).isEqualTo(source);
                assertThat(new Transfer().checksum(target.url(), target.settings()))
                        .as("%s", engine)
                        .isEqualTo(source);
                try (Database db = Database.open(target.url(), Model.of(Warehouse.CLASSES), target.settings())) {
                    assertThat(Health.of(db).verify().isClean())
                            .as("%s: %s", engine, Health.of(db).verify())
                            .isTrue();
                    Warehouse.Crate crate =
                            db.query(Warehouse.Crate.class, "code = 'c'").one();
                    assertThat(crate.contents).hasSize(3).element(0).isSameAs(crate.next);
                    assertThat(crate.next.next).isSameAs(crate);
                    crate.contents.clear();
                    Warehouse.Ghost added = new Warehouse.Ghost();
                    db.storeAll(List.of(crate, added));
                    assertThat(added.id)
                            .isGreaterThan(db.query(Values.class, "").ids()[0]);
                    assertThatThrownBy(() -> copy(database, target))
                            .isInstanceOfSatisfying(
                                    EspalierException.class,
                                    e -> assertThat(e.code()).isEqualTo("not-empty"));
                }
            } finally {
                target.remove();
            }
        }
    }
}
