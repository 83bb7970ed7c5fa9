package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.StoreException;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Time;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** A set that keeps members apart which a loaded one does not: one of them would be lost in silence. */
@EngineIndependent
class LostMembersContractTest {

    record Size(int width, String unit) {}

    record Name(String text) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Name name && text.equalsIgnoreCase(name.text);
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    static class Tag {
        long id;
        String text;

        static Tag of(String text) {
            Tag tag = new Tag();
            tag.text = text;
            return tag;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Tag tag && Objects.equals(text, tag.text);
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(text);
        }
    }

    static class Plain {
        long id;
        int number;
    }

    static class Box {
        long id;
        Set<String> texts = new HashSet<>();
        Set<Size> sizes = new HashSet<>();
        Set<Name> names = new HashSet<>();
        Set<Date> days = new HashSet<>();
        Set<Tag> tags = new HashSet<>();
        Map<String, String> labels = new HashMap<>();
        Map<Time, String> visits = new HashMap<>();
        Map<Plain, String> notes = new HashMap<>();
        SortedSet<BigDecimal> prices = new TreeSet<>();
        SortedSet<String> words = new TreeSet<>();
        SortedMap<String, Integer> counts = new TreeMap<>();
    }

    private static <T> Set<T> identitySet(List<T> members) {
        Set<T> set = Collections.newSetFromMap(new IdentityHashMap<>());
        set.addAll(members);
        return set;
    }

    private static String copy(String text) {
        return String.valueOf(text.toCharArray());
    }

    private static void assertRefused(Database db, String field, String found, Consumer<Box> mistake) {
        for (boolean isBulk : List.of(false, true)) {
            assertThatThrownBy(() -> {
                        Box fresh = new Box();
                        mistake.accept(fresh);
                        if (isBulk) {
                            try (BulkWriter writer = db.bulkWriter()) {
                                writer.store(fresh);
                            }
                        } else {
                            db.store(fresh);
                        }
                    })
                    .as(field)
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.code()).isEqualTo("bad-value"))
                    .hasMessageContaining("." + field + ": found " + found)
                    .hasMessageContaining("of which one would be lost");
        }
        assertThatThrownBy(() -> {
                    Box changed = db.query(Box.class, "").one();
                    mistake.accept(changed);
                    db.store(changed);
                })
                .as(field)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("." + field + ": found " + found);
    }

    @OnEveryEngine
    void membersOfAnIdentitySetThatAreEqualAreRefused(TestDatabase database) {
        Database db = database.open(Model.of(Box.class), database.settings());
        db.store(new Box());

        assertRefused(
                db,
                "texts",
                "both one and one in a java.util.Collections$SetFromMap",
                box -> box.texts = identitySet(List.of("one", copy("one"), "two")));
        assertRefused(
                db,
                "sizes",
                "both Size[width=1, unit=null] and Size[width=1, unit=null] in a",
                box -> box.sizes = identitySet(List.of(new Size(1, null), new Size(1, null))));
        assertRefused(
                db,
                "names",
                "both Name[text=",
                box -> box.names = identitySet(List.of(new Name("b"), new Name("a"), new Name("A"))));
        assertRefused(db, "tags", "both ", box -> box.tags = identitySet(List.of(Tag.of("a"), Tag.of("a"))));
        assertRefused(db, "labels", "both one and one as keys in a java.util.IdentityHashMap", box -> {
            box.labels = new IdentityHashMap<>();
            box.labels.put("one", "a");
            box.labels.put(copy("one"), "b");
        });
        assertThat(Health.of(db).verify()).hasToString("clean");
    }

    @OnEveryEngine
    void membersOfASortedSetThatOnlyItsComparatorKeepsApartAreRefused(TestDatabase database) {
        Database db = database.open(Model.of(Box.class), database.settings());
        db.store(new Box());

        assertRefused(db, "prices", "both 1.0 and 1.00 in a java.util.TreeSet", box -> {
            box.prices = new TreeSet<>(Comparator.comparing(BigDecimal::scale));
            box.prices.addAll(List.of(new BigDecimal("1.0"), new BigDecimal("1.00")));
        });
        assertRefused(db, "words", "both one and one in a java.util.TreeSet", box -> {
            box.words = new TreeSet<>(Comparator.comparing(System::identityHashCode));
            box.words.addAll(List.of("one", copy("one")));
        });
        assertRefused(db, "counts", "both one and one as keys in a java.util.TreeMap", box -> {
            box.counts = new TreeMap<>(Comparator.comparing(System::identityHashCode));
            box.counts.put("one", 1);
            box.counts.put(copy("one"), 2);
        });
    }

    @OnEveryEngine
    void valuesThatWereChangedInTheirSetOrAreOneInADatabaseAreRefused(TestDatabase database) {
        Database db = database.open(Model.of(Box.class), database.settings());
        db.store(new Box());

        assertRefused(db, "days", "both ", box -> {
            Date moved = new Date(2_000);
            box.days = new HashSet<>(List.of(new Date(1_000), moved));
            moved.setTime(1_000);
        });
        assertRefused(db, "visits", "both ", box -> {
            box.visits.put(new Time(1_000), "first");
            box.visits.put(new Time(86_401_000), "second");
        });
    }

    @OnEveryEngine
    void twoJavaObjectsOfOneObjectAreRefusedAsKeys(TestDatabase database) {
        Database db = database.open(Model.of(Box.class), database.settings());
        Plain plain = new Plain();
        db.store(plain);
        db.store(new Box());

        assertRefused(db, "notes", "both ", box -> {
            box.notes.put(db.query(Plain.class, "").untracked().one(), "a");
            box.notes.put(db.query(Plain.class, "").untracked().one(), "b");
        });
    }

    @OnEveryEngine
    void setsWithAnotherIdeaOfEqualAreStoredIfALoadedOneKeepsTheirMembers(TestDatabase database) {
        Database db = database.open(Model.of(Box.class), database.settings());
        Box box = new Box();
        box.texts = identitySet(List.of("one", "two"));
        box.words = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        box.words.addAll(List.of("One", "one", "two"));
        box.counts = new TreeMap<>(Comparator.reverseOrder());
        box.counts.putAll(Map.of("a", 1, "b", 2));
        box.prices.addAll(List.of(new BigDecimal("1.0"), new BigDecimal("1.5")));
        box.names = identitySet(List.of(new Name("a"), new Name("b")));
        box.tags = Collections.unmodifiableSet(new HashSet<>(List.of(Tag.of("a"), Tag.of("b"))));
        db.store(box);

        Box found = db.query(Box.class, "").untracked().one();
        assertThat(found.texts).containsExactlyInAnyOrder("one", "two");
        assertThat(found.words).containsExactly("One", "two");
        assertThat(found.counts).isEqualTo(Map.of("a", 1, "b", 2));
        assertThat(found.prices).hasSize(2);
        assertThat(found.names).hasSize(2);
        assertThat(found.tags).hasSize(2);
        assertThat(Health.of(db).verify()).hasToString("clean");
    }
}
