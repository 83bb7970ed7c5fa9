package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.annotation.InverseOf;
import dev.espalier.annotation.Part;
import dev.espalier.error.StoreException;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.Seeds;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** After random changes the database has exactly the parts that can be reached from the owners in memory. */
@EngineIndependent
class RandomPartsContractTest {

    private static final int STEPS = 400;
    private static final int FEWEST = 60;

    abstract static class Named {
        long id;
        String name;

        /** Parts that it has in fields of its own. */
        abstract List<Named> parts();

        abstract void remove(Named part);

        /** Whether it has taken the part. */
        abstract boolean take(Named part, Random random);
    }

    static class Shelf extends Named {
        @Part
        List<Folder> folders = new ArrayList<>();

        @Part
        Folder first;

        @Part
        @InverseOf("shelf")
        List<Card> cards = new ArrayList<>();

        @Override
        List<Named> parts() {
            List<Named> parts = new ArrayList<>(folders);
            parts.addAll(cards);
            if (first != null) {
                parts.add(first);
            }
            return parts;
        }

        @Override
        void remove(Named part) {
            folders.remove(part);
            first = first == part ? null : first;
            if (cards.remove(part)) {
                ((Card) part).shelf = null;
            }
        }

        @Override
        boolean take(Named part, Random random) {
            if (part instanceof Card card) {
                card.shelf = this;
                return cards.add(card);
            }
            if (part instanceof Folder folder) {
                if (first == null && random.nextBoolean()) {
                    first = folder;
                } else {
                    folders.add(random.nextInt(folders.size() + 1), folder);
                }
                return true;
            }
            return false;
        }
    }

    static class Folder extends Named {
        @Part
        List<Folder> folders = new ArrayList<>();

        @Part
        Map<String, Sheet> sheets = new LinkedHashMap<>();

        @Override
        List<Named> parts() {
            List<Named> parts = new ArrayList<>(folders);
            parts.addAll(sheets.values());
            return parts;
        }

        @Override
        void remove(Named part) {
            folders.remove(part);
            sheets.values().remove(part);
        }

        @Override
        boolean take(Named part, Random random) {
            if (part instanceof Folder folder) {
                folders.add(random.nextInt(folders.size() + 1), folder);
                return true;
            }
            if (part instanceof Sheet sheet) {
                sheets.put(sheet.name, sheet);
                return true;
            }
            return false;
        }
    }

    static class Card extends Named {
        Shelf shelf;

        @Part
        Sheet[] sheets = {};

        @Override
        List<Named> parts() {
            return new ArrayList<>(List.of(sheets));
        }

        @Override
        void remove(Named part) {
            List<Sheet> left = new ArrayList<>(List.of(sheets));
            left.remove(part);
            sheets = left.toArray(new Sheet[0]);
        }

        @Override
        boolean take(Named part, Random random) {
            if (!(part instanceof Sheet sheet)) {
                return false;
            }
            List<Sheet> more = new ArrayList<>(List.of(sheets));
            more.add(sheet);
            sheets = more.toArray(new Sheet[0]);
            return true;
        }
    }

    static class Sheet extends Named {
        @Override
        List<Named> parts() {
            return List.of();
        }

        @Override
        void remove(Named part) {}

        @Override
        boolean take(Named part, Random random) {
            return false;
        }
    }

    /** One run: the shelves in memory, and what the database is expected to have. */
    private static final class Play {
        private final Database db;
        private final Random random;
        private List<Shelf> shelves = new ArrayList<>();
        private Set<String> expected = new TreeSet<>();
        private int next;

        Play(Database db, Random random) {
            this.db = db;
            this.random = random;
        }

        private void load() {
            shelves = new ArrayList<>(db.query(Shelf.class, "ORDER BY name").list());
        }

        private <T extends Named> T named(T object) {
            object.name = object.getClass().getSimpleName() + next++;
            return object;
        }

        private static void collect(Named owner, Map<Named, Named> owners) {
            for (Named part : owner.parts()) {
                owners.put(part, owner);
                collect(part, owners);
            }
        }

        /** Each part with its owner; the shelves with themselves. */
        private Map<Named, Named> owners() {
            Map<Named, Named> owners = new LinkedHashMap<>();
            for (Shelf shelf : shelves) {
                owners.put(shelf, shelf);
                collect(shelf, owners);
            }
            return owners;
        }

        private Set<String> names() {
            Set<String> names = new TreeSet<>();
            owners().keySet().forEach(object -> names.add(object.name));
            return names;
        }

        private @Nullable Named any(List<Named> among) {
            return among.isEmpty() ? null : among.get(random.nextInt(among.size()));
        }

        private void change() {
            Map<Named, Named> owners = owners();
            List<Named> all = new ArrayList<>(owners.keySet());
            Named part = any(
                    all.stream().filter(object -> !(object instanceof Shelf)).toList());
            int kind = random.nextInt(10);
            if (kind == 0 || all.isEmpty()) {
                shelves.add(named(new Shelf()));
            } else if (kind < 5 || part == null) {
                Named made =
                        named(random.nextInt(3) == 0 ? new Card() : random.nextBoolean() ? new Folder() : new Sheet());
                give(made, all);
            } else if (kind < 7) {
                owners.get(part).remove(part);
            } else {
                Map<Named, Named> below = new LinkedHashMap<>();
                collect(part, below);
                owners.get(part).remove(part);
                all.removeAll(below.keySet());
                all.remove(part);
                if (!give(part, all)) {
                    owners.get(part).take(part, random);
                }
            }
        }

        private boolean give(Named part, List<Named> all) {
            for (int tries = 0; tries < 20; tries++) {
                if (all.get(random.nextInt(all.size())).take(part, random)) {
                    return true;
                }
            }
            return false;
        }

        void step() {
            if (random.nextInt(3) == 0) {
                load();
            }
            int changes = random.nextInt(4);
            for (int i = 0; i <= changes; i++) {
                change();
            }
            Shelf deleted = shelves.size() > 2 && random.nextInt(5) == 0
                    ? shelves.remove(random.nextInt(shelves.size()))
                    : null;
            boolean isStored = deleted != null && deleted.id != 0;
            switch (random.nextInt(4)) {
                case 0, 1 -> {
                    List<Shelf> all = new ArrayList<>(shelves);
                    if (isStored) {
                        all.add(deleted); // it may have given parts away
                    }
                    db.storeAll(all);
                    if (isStored) {
                        db.delete(random.nextBoolean() ? deleted : db.reference(Shelf.class, deleted.id));
                    }
                    expected = names();
                }
                case 2 -> {
                    db.useTransaction(tx -> {
                        for (Shelf shelf : shelves) {
                            tx.store(shelf);
                            if (random.nextInt(4) == 0) {
                                tx.query(Sheet.class, "").count();
                            }
                        }
                        if (isStored) {
                            tx.delete(tx.reference(Shelf.class, deleted.id));
                        }
                    });
                    expected = names();
                }
                default -> {
                    IllegalStateException thrown = catchThrowableOfType(
                            IllegalStateException.class,
                            () -> db.useTransaction(tx -> {
                                tx.storeAll(shelves);
                                if (isStored) {
                                    tx.delete(tx.reference(Shelf.class, deleted.id));
                                }
                                tx.query(Sheet.class, "").count();
                                throw new IllegalStateException("rolled back");
                            }));
                    assertThat(thrown).isNotNull();
                    load();
                }
            }
        }

        /** Gives a part to a second owner. */
        void share() {
            load();
            Map<Named, Named> owners = owners();
            for (Map.Entry<Named, Named> part : owners.entrySet()) {
                if (part.getKey() instanceof Sheet sheet) {
                    Named second = any(owners.keySet().stream()
                            .filter(object -> object != part.getValue() && !(object instanceof Shelf))
                            .filter(object -> !(object instanceof Sheet))
                            .toList());
                    if (second != null && second.take(sheet, random)) {
                        StoreException refused = random.nextBoolean()
                                ? catchThrowableOfType(StoreException.class, () -> db.store(second))
                                : catchThrowableOfType(StoreException.class, () -> db.storeAll(shelves));
                        assertThat(refused)
                                .as("%s of %s", sheet.name, second.name)
                                .isNotNull();
                        assertThat(refused.code()).isEqualTo("two-owners");
                        load();
                        return;
                    }
                }
            }
        }

        Set<String> stored(Database other) {
            Set<String> names = new TreeSet<>();
            List.of(Shelf.class, Folder.class, Card.class, Sheet.class)
                    .forEach(type -> other.query(type, "").list().forEach(object -> names.add(((Named) object).name)));
            return names;
        }
    }

    @OnEveryEngine
    void theDatabaseHasThePartsThatCanBeReached(TestDatabase database) {
        int share = Math.max(FEWEST, Sample.of(STEPS));
        for (Seeds.Run run : Seeds.runs("RandomPartsContractTest", share, STEPS)) {
            Database db = database.open(Shelf.class);
            Database other = database.open(Shelf.class);
            Play play = new Play(db, run.random(0));
            play.next = (int) db.query(Named.class, "").count();
            play.load();
            play.expected = play.names();
            for (int i = 0; i < run.amount(); i++) {
                play.step();
                if (i % 7 == 0) {
                    play.share();
                }
                assertThat(play.stored(other))
                        .as("step %d, seed %d", i, run.seed())
                        .isEqualTo(play.expected);
            }
            assertThat(Health.of(db).verify().isClean()).isTrue();
        }
    }
}
