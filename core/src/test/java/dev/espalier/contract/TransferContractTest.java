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
import java.util.List;

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

    private static Transfer.Result copy(TestDatabase from, TestDatabase to) {
        return new Transfer().copy(from.url(), from.settings(), to.url(), to.settings());
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
