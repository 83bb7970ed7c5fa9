package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.StoreException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collections of the user's whose methods return null. */
@EngineIndependent
class FaultyCollectionsContractTest {

    static class Shelf {
        long id;
        List<String> titles = new ArrayList<>();
        Set<Shelf> others = new HashSet<>();
        Map<String, String> places = new HashMap<>();
    }

    static class NoIterator extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<String> iterator() {
            return null;
        }
    }

    static class NoArray extends HashSet<Shelf> {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<Shelf> iterator() {
            return null;
        }

        @Override
        public Object[] toArray() {
            return null;
        }
    }

    static class NoEntries extends AbstractMap<String, String> {
        @Override
        public Set<Entry<String, String>> entrySet() {
            return null;
        }

        @Override
        public int size() {
            return 1;
        }
    }

    static class NullEntry extends AbstractMap<String, String> {
        @Override
        public Set<Entry<String, String>> entrySet() {
            Set<Entry<String, String>> entries = new HashSet<>();
            entries.add(null);
            return entries;
        }
    }

    private static void assertRefused(Database db, Shelf shelf, String message) {
        assertThatThrownBy(() -> db.store(shelf))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo("bad-value"))
                .hasMessageContaining(message);
    }

    @OnEveryEngine
    void aCollectionThatGivesNoIteratorIsNamed(TestDatabase database) {
        Database db = database.open(Model.of(Shelf.class), database.settings());
        Shelf list = new Shelf();
        list.titles = new NoIterator();
        list.titles.add("one");
        assertRefused(db, list, NoIterator.class.getName() + " whose iterator() returns null");

        Shelf set = new Shelf();
        set.others = new NoArray();
        assertRefused(db, set, NoArray.class.getName() + " whose iterator() returns null");

        Shelf map = new Shelf();
        map.places = new NoEntries();
        assertRefused(db, map, NoEntries.class.getName() + " whose entrySet() returns null");

        Shelf entry = new Shelf();
        entry.places = new NullEntry();
        assertRefused(db, entry, NullEntry.class.getName() + " whose entrySet().iterator().next() returns null");

        Shelf changed = new Shelf();
        db.store(changed);
        changed.titles = list.titles;
        assertRefused(db, changed, NoIterator.class.getName() + " whose iterator() returns null");
    }
}
