package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.error.StoreException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Collections of classes other than the field is declared with: what they have beside their members is not lost in silence. */
@EngineIndependent
@SuppressWarnings("serial") // nobody serializes them
class HeldCollectionsContractTest {

    static class Box {
        long id;
        List<String> names = new ArrayList<>();
        Map<String, Integer> counts = new HashMap<>();
        Set<Box> others = new HashSet<>();
    }

    static class Stamped extends ArrayList<String> {
        int stamp = 7;
    }

    static class Counted extends LinkedHashMap<String, Integer> {
        int reads = 7;
    }

    static class Marked extends HashSet<Box> {
        String mark = "m";
    }

    static class Cached extends ArrayList<String> {
        transient int stamp = 7;
    }

    /** Its field is how it works. */
    static class Pair extends AbstractList<String> {
        private final String[] both = {"a", "b"};

        @Override
        public String get(int index) {
            return both[index];
        }

        @Override
        public int size() {
            return 2;
        }
    }

    private static Box box(Consumer<Box> content) {
        Box box = new Box();
        content.accept(box);
        return box;
    }

    private static void assertRefused(ThrowingCallable store, String found) {
        assertThatThrownBy(store)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo("bad-value"))
                .hasMessageContaining(found);
    }

    @OnEveryEngine
    void collectionThatWouldLoseAFieldIsRefused(TestDatabase database) {
        Database db = database.open(Box.class);
        Box names = box(box -> box.names = new Stamped());
        names.names.add("a");
        Box counts = box(box -> box.counts = new Counted());
        Box others = box(box -> box.others = new Marked());
        assertRefused(() -> db.store(names), "Box.names: found a " + Stamped.class.getName() + ", whose field stamp");
        assertRefused(() -> db.store(counts), "Box.counts: found a " + Counted.class.getName() + ", whose field reads");
        assertRefused(() -> db.store(others), "Box.others: found a " + Marked.class.getName() + ", whose field mark");
        assertRefused(
                () -> {
                    try (BulkWriter bulk = db.bulkWriter(BulkWriter.Indexes.BEFORE)) {
                        bulk.store(names);
                    }
                },
                "Box.names");
        assertThat(db.query(Box.class, "").count()).isZero();

        Box stored = box(box -> box.names.add("a"));
        db.store(stored);
        Box read = db.get(Box.class, stored.id);
        read.names = names.names;
        assertRefused(() -> db.store(read), "Box.names");
    }

    @OnEveryEngine
    void collectionThatIsItsMembersAloneIsStored(TestDatabase database) {
        Database db = database.open(Box.class);
        Box cached = box(box -> box.names = new Cached());
        Box pair = box(box -> box.names = new Pair());
        String end = "!";
        Box inPlace = box(box -> box.names =
                new ArrayList<>() { // the compiler makes a field for what it captures
                    @Override
                    public boolean add(String name) {
                        return super.add(name + end);
                    }
                });
        inPlace.names.add("a");
        db.storeAll(List.of(cached, pair, inPlace));
        assertThat(db.get(Box.class, cached.id).names).isEmpty();
        assertThat(db.get(Box.class, pair.id).names).containsExactly("a", "b");
        assertThat(db.get(Box.class, inPlace.id).names).containsExactly("a!");
    }
}
