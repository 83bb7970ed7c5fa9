package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.testing.Engine;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A constructor of a user's class asks the same database while objects are loaded, and several connections read these. */
@EngineIndependent
class AskingConstructorsContractTest {

    private static final int SHELVES = 3_000;

    private static final AtomicInteger constructed = new AtomicInteger();
    private static volatile Runnable question;
    private static volatile int asksAt;

    static class Shelf {
        long id;
        int number;
        List<Item> items = new ArrayList<>();

        Shelf() {
            ask();
        }
    }

    static class Item {
        long id;
        int number;

        Item() {
            ask();
        }
    }

    private static void ask() {
        Runnable asked = question;
        if (asked != null && constructed.incrementAndGet() == asksAt) {
            asked.run();
        }
    }

    @OnEveryEngine({Engine.SQLITE, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES})
    void aConstructorMayAskWithinARead(TestDatabase database) {
        Database db = database.open(Model.of(Shelf.class, Item.class), database.settings());
        List<Shelf> shelves = new ArrayList<>();
        for (int i = 0; i < SHELVES; i++) {
            Shelf shelf = new Shelf();
            shelf.number = i;
            shelf.items.add(new Item());
            shelf.items.get(0).number = i;
            shelves.add(shelf);
        }
        db.storeAll(shelves);
        for (String asked : List.of("", "number < 10")) {
            for (int place = 1; place < 2 * SHELVES; place += SHELVES / 4) {
                constructed.set(0);
                asksAt = place;
                AtomicInteger found = new AtomicInteger();
                question = () -> found.set(db.query(Shelf.class, asked).list().size());
                try {
                    db.useSnapshot(tx -> {
                        List<Shelf> all = tx.query(Shelf.class, "").list();
                        assertThat(all)
                                .hasSize(SHELVES)
                                .allSatisfy(shelf -> assertThat(shelf.items)
                                        .extracting(item -> item.number)
                                        .containsExactly(shelf.number));
                    });
                } finally {
                    question = null;
                }
                assertThat(found).as("%s at %d", asked, place).hasValue(asked.isEmpty() ? SHELVES : 10);
            }
        }
    }
}
