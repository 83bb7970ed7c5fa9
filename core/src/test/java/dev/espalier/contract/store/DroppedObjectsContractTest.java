package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.internal.Insides;
import dev.espalier.internal.store.ObjectStore;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.List;

/** The library holds nothing for objects that the program has dropped. */
class DroppedObjectsContractTest {

    private static final int OBJECTS = TestDatabase.isEndurance() ? 500_000 : 100_000;

    static int known(Database db) {
        return Insides.of(Database.class, db, ObjectStore.class)
                .scope()
                .registry()
                .size();
    }

    @OnEveryEngine(Engine.SQLITE)
    void fewSmallReadsReleaseManyDroppedObjects(TestDatabase database) throws Exception {
        Database db = database.open(Book.class);
        try (BulkWriter bulk = db.bulkWriter()) {
            for (int i = 0; i < OBJECTS; i++) {
                bulk.store(Book.of("Emma"));
            }
        }
        Book kept = db.get(Book.class, 1);
        List<Book> all = db.query(Book.class, "").list();
        assertThat(all).hasSize(OBJECTS);
        assertThat(known(db)).isGreaterThan(OBJECTS);
        all = null;
        for (int i = 0; i < 1_000 && known(db) > 5_000; i++) { // often enough that a pause between two sweeps ends
            System.gc();
            db.get(Book.class, 2);
        }
        assertThat(known(db)).isLessThanOrEqualTo(5_000);
        kept.pages = 7;
        db.store(kept);
        assertThat(database.rows("SELECT pages FROM book WHERE id = 1")).containsExactly("7");
    }
}
