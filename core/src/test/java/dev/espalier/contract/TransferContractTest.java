package dev.espalier.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Transfer;
import dev.espalier.error.EspalierException;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Copies of databases, from every engine to every engine. */
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
    void anExportIsImportedOnEveryEngineAndExportedAgainAsTheSameText(TestDatabase database, @TempDir Path folder) throws IOException {
        store(database);
        Transfer.Result source = new Transfer().export(database.url(), database.settings(), folder.resolve("source"));
        assertThat(source).isEqualTo(new Transfer().checksum(database.url(), database.settings()));
        assertThat(text(folder.resolve("source"))).hasSize(6).containsEntry("Ghost.jsonl", "").hasEntrySatisfying("Note.jsonl", text -> assertThat(text)
                .matches("\\{\"class\":\"Note\",\"id\":\\d+,\"version\":0,\"values\":\\{\"text\":\"n\",\"about\":\\[\\d+,\\d+]}}\n"));
        for (Engine engine : TestDatabase.available()) {
            TestDatabase target = TestDatabase.second(engine);
            try {
                assertThat(new Transfer().importFrom(target.url(), target.settings(), folder.resolve("source"))).as("%s", engine).isEqualTo(source);
                new Transfer().export(target.url(), target.settings(), folder.resolve(engine.name()));
                assertThat(text(folder.resolve(engine.name()))).as("%s", engine).isEqualTo(text(folder.resolve("source")));
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
                .isInstanceOfSatisfying(EspalierException.class, e -> assertThat(e.code()).isEqualTo("duplicate"));
        assertThat(new Transfer().checksum(database.url(), database.settings())).isEqualTo(before);
        long after;
        try (Database db = database.open(Model.of(Warehouse.CLASSES), database.settings())) {
            List<Object> all = new ArrayList<>(db.query(Warehouse.Item.class, "").list());
            all.addAll(db.query(Warehouse.Note.class, "").list());
            all.addAll(db.query(Values.class, "").list());
            db.deleteAll(all);
            Warehouse.Ghost ghost = new Warehouse.Ghost();
            db.store(ghost);
            after = ghost.id;
        }
        new Transfer().importFrom(database.url(), database.settings(), folder.resolve("all"));
        try (Database db = database.open(Model.of(Warehouse.CLASSES), database.settings())) {
            assertThat(db.verify().isClean()).as("%s", db.verify()).isTrue();
            assertThat(db.query(Warehouse.Ghost.class, "").ids()).containsExactly(after);
            db.delete(db.get(Warehouse.Ghost.class, after));
        }
        assertThat(new Transfer().checksum(database.url(), database.settings())).isEqualTo(before);
    }

    @OnEveryEngine
    void everyValueArrivesOnEveryEngine(TestDatabase database) {
        store(database);
        Transfer.Result source = new Transfer().checksum(database.url(), database.settings());
        for (Engine engine : TestDatabase.available()) {
            TestDatabase target = TestDatabase.second(engine);
            try {
                assertThat(copy(database, target)).as("%s", engine).isEqualTo(source);
                assertThat(new Transfer().checksum(target.url(), target.settings())).as("%s", engine).isEqualTo(source);
                try (Database db = Database.open(target.url(), Model.of(Warehouse.CLASSES), target.settings())) {
                    assertThat(db.verify().isClean()).as("%s: %s", engine, db.verify()).isTrue();
                    Warehouse.Crate crate = db.query(Warehouse.Crate.class, "code = 'c'").one();
                    assertThat(crate.contents).hasSize(3).element(0).isSameAs(crate.next);
                    assertThat(crate.next.next).isSameAs(crate);
                    crate.contents.clear();
                    Warehouse.Ghost added = new Warehouse.Ghost();
                    db.storeAll(List.of(crate, added));
                    assertThat(added.id).isGreaterThan(db.query(Values.class, "").ids()[0]);
                    assertThatThrownBy(() -> copy(database, target)).isInstanceOfSatisfying(EspalierException.class, e -> assertThat(e.code()).isEqualTo("not-empty"));
                }
            } finally {
                target.remove();
            }
        }
    }
}
