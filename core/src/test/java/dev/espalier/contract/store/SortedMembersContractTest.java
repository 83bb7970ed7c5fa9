package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.StoreException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Sorted collections come back in natural order, so that what only a comparator has a place for is refused before it is stored. */
@EngineIndependent
class SortedMembersContractTest {

    static class Shelf {
        long id;
        SortedSet<String> words = new TreeSet<>(Comparator.nullsFirst(Comparator.reverseOrder()));
        SortedMap<String, String> notes = new TreeMap<>(Comparator.nullsFirst(Comparator.reverseOrder()));
    }

    private static void assertRefused(Database db, long stored, String message, Consumer<Shelf> mistake) {
        Shelf fresh = new Shelf();
        mistake.accept(fresh);
        assertThatThrownBy(() -> db.store(fresh))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(message);
        Shelf changed = db.get(Shelf.class, stored);
        changed.words = new TreeSet<>(fresh.words);
        changed.notes = new TreeMap<>(fresh.notes);
        assertThatThrownBy(() -> db.store(changed))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(message);
        assertThatThrownBy(() -> {
                    try (BulkWriter writer = db.bulkWriter()) {
                        Shelf loaded = new Shelf();
                        mistake.accept(loaded);
                        writer.store(loaded);
                    }
                })
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(message);
    }

    @OnEveryEngine
    void nullInASortedCollectionIsRefused(TestDatabase database) {
        Database db = database.open(Model.of(Shelf.class), database.settings());
        Shelf shelf = new Shelf();
        shelf.words.addAll(Arrays.asList("a", "c", "b"));
        shelf.notes.put("a", null);
        db.store(shelf);

        assertRefused(db, shelf.id, ".words: found a null; a sorted set comes back", it -> it.words.add(null));
        assertRefused(
                db, shelf.id, ".notes: found null as a key; a sorted map comes back", it -> it.notes.put(null, "n"));

        Shelf found = db.query(Shelf.class, "").one();
        assertThat(found.words).containsExactly("a", "b", "c");
        assertThat(found.notes).isEqualTo(Collections.singletonMap("a", null));
    }
}
