package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.StoreException;
import dev.espalier.health.Health;
import dev.espalier.testing.Background;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.Seeds;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** A change of a large collection reads and writes the rows around it, and whatever is changed comes back as it is. */
@EngineIndependent
class LargeCollectionsContractTest {

    private static final int SIZE = 3_000;
    private static final int EDITS = 25;
    /** Fewer do not meet what others have left. */
    private static final int FEWEST = 8;

    private static final Integer WANTED = Integer.getInteger("espalier.edits");

    record Point(int x, String y) {}

    static class Item {
        long id;
        int number;

        static Item of(int number) {
            Item item = new Item();
            item.number = number;
            return item;
        }
    }

    static class Box {
        long id;
        String name = "";
        List<Integer> numbers = new ArrayList<>();
        LinkedList<String> texts = new LinkedList<>();
        List<Item> items = new ArrayList<>();
        List<Point> points = new ArrayList<>();
        Set<Integer> set = new LinkedHashSet<>();
        TreeSet<Integer> sorted = new TreeSet<>();
        HashSet<String> unordered = new HashSet<>();
        Map<Integer, Point> map = new LinkedHashMap<>();
        HashMap<String, Integer> table = new HashMap<>();
        Integer[] array = new Integer[0];
        int added;

        /** The same members, without the objects. */
        List<Object> content() {
            return List.of(
                    name,
                    numbers,
                    texts,
                    items.stream().map(item -> item.number).toList(),
                    points,
                    List.copyOf(set),
                    List.copyOf(sorted),
                    unordered,
                    List.copyOf(map.entrySet()),
                    table,
                    Arrays.asList(array));
        }
    }

    record Reading(LocalDate day, Double value, Boolean isChecked) {}

    static class Kinds {
        long id;
        List<Boolean> truths = new ArrayList<>();
        List<Double> measures = new ArrayList<>();
        List<BigDecimal> prices = new ArrayList<>();
        List<LocalDate> days = new ArrayList<>();
        List<LocalDateTime> times = new ArrayList<>();
        List<UUID> names = new ArrayList<>();
        List<Reading> readings = new ArrayList<>();
        Map<String, BigDecimal> sums = new LinkedHashMap<>();

        void addAtFront(int number) {
            boolean isNull = number % 5 == 0;
            truths.add(0, isNull ? null : number % 3 == 0);
            measures.add(0, isNull ? null : number / 8.0);
            prices.add(0, isNull ? null : new BigDecimal(number + ".25"));
            days.add(0, isNull ? null : LocalDate.of(1969, 12, 28).plusDays(number));
            times.add(0, isNull ? null : LocalDateTime.of(2001, 2, 3, 4, 5, number % 60));
            names.add(0, isNull ? null : new UUID(number, -number));
            readings.add(0, isNull ? null : new Reading(days.get(0), null, number % 2 == 0));
            Map<String, BigDecimal> others = new LinkedHashMap<>(sums);
            sums.clear();
            sums.put(isNull ? null : "k" + number, prices.get(0));
            sums.putAll(others);
        }

        List<Object> content() {
            return List.of(truths, measures, prices, days, times, names, readings, List.copyOf(sums.entrySet()));
        }
    }

    private static Box filled(int size) {
        Box box = new Box();
        for (int i = 0; i < size; i++) {
            box.numbers.add(i % 7 == 3 ? null : i % 100);
            box.texts.add("t" + i % 500);
            box.points.add(new Point(i, i % 5 == 0 ? null : "p" + i));
            box.set.add(i);
            box.sorted.add(i * 2);
            box.unordered.add("u" + i);
            box.map.put(i, new Point(i, "m"));
            box.table.put("k" + i, i);
        }
        for (int i = 0; i < Math.min(size, 1_200); i++) {
            box.items.add(Item.of(i));
        }
        box.map.put(null, new Point(-1, "null"));
        box.array = IntStream.range(0, size).boxed().toArray(Integer[]::new);
        box.added = size;
        return box;
    }

    private static Box numbers(Database db) {
        Box box = new Box();
        box.numbers.addAll(IntStream.range(0, SIZE).boxed().toList());
        db.store(box);
        return box;
    }

    private static List<Seeds.Run> runs() {
        return Seeds.runs(
                "LargeCollectionsContractTest", WANTED == null ? Math.max(FEWEST, Sample.of(EDITS)) : WANTED, EDITS);
    }

    @OnEveryEngine
    void everyEditComesBack(TestDatabase database) {
        runs().forEach(run -> edit(database, run));
    }

    private static void edit(TestDatabase database, Seeds.Run run) {
        Database db = database.open(Box.class);
        Database other = database.open(Box.class);
        Random random = new Random(run.seed());
        Box box = filled(SIZE);
        db.store(box);
        for (int i = 0; i < run.amount(); i++) {
            for (int edits = random.nextInt(4); edits >= 0; edits--) {
                edit(box, random);
            }
            db.store(box);
            Box stored = other.get(Box.class, box.id);
            assertThat(stored.content()).as("edit %d, seed %d", i, run.seed()).isEqualTo(box.content());
            box = random.nextBoolean() ? db.get(Box.class, box.id) : box;
        }
        assertThat(Health.of(db).verify().toString()).isEqualTo("clean");
    }

    private static void edit(Box box, Random random) {
        int next = box.added++;
        int at = random.nextInt(SIZE / 2);
        switch (random.nextInt(18)) {
            case 0 -> box.numbers.add(next);
            case 1 -> box.numbers.set(random.nextInt(box.numbers.size()), random.nextBoolean() ? null : next);
            case 2 -> box.numbers.add(box.numbers.size() - random.nextInt(200), next);
            case 3 ->
                box.numbers
                        .subList(box.numbers.size() - random.nextInt(150), box.numbers.size())
                        .clear();
            case 4 -> box.numbers.remove(at);
            case 5 -> box.texts.addFirst("first " + next);
            case 6 -> box.texts.removeLast();
            case 7 -> box.items.add(random.nextInt(50) == 0 ? box.items.get(3) : Item.of(next));
            case 8 -> Collections.swap(box.items, random.nextInt(box.items.size()), random.nextInt(box.items.size()));
            case 9 -> box.points.set(random.nextInt(box.points.size()), new Point(next, null));
            case 10 -> box.set.add(next + 10_000);
            case 11 -> box.set.remove(box.set.iterator().next());
            case 12 -> box.sorted.add(at * 2 + 1);
            case 13 -> IntStream.range(0, random.nextInt(3)).forEach(i -> box.unordered.remove("u" + (at + i)));
            case 14 -> box.unordered.add("new " + next);
            case 15 -> box.map.put(random.nextBoolean() ? next + 10_000 : at, new Point(next, "changed"));
            case 16 -> {
                box.table.remove("k" + at);
                box.table.put("k" + (at + 1), next);
            }
            default -> {
                box.array = Arrays.copyOf(box.array, box.array.length + 1);
                box.array[box.array.length - 1] = next;
                box.array[at] = next;
            }
        }
    }

    /** One list or set whose size goes to and fro over the bounds of blocks, and over the one below which there are none. */
    private static void reshape(Box box, Random random) {
        int next = box.added++;
        List<Integer> numbers = box.numbers;
        int size = numbers.size();
        int at = random.nextInt(size + 1);
        switch (random.nextInt(14)) {
            case 0 -> numbers.clear();
            case 1 -> Collections.shuffle(numbers, random);
            case 2 -> Collections.shuffle(numbers.subList(size / 2, Math.min(size, size / 2 + 70)), random);
            case 3 ->
                IntStream.range(size, (size / 64 + 1) * 64 + random.nextInt(3) - 1)
                        .forEach(numbers::add);
            case 4 ->
                numbers.subList(Math.max(0, size / 64 * 64 - 1 + random.nextInt(2)), size)
                        .clear();
            case 5 -> numbers.add(at, null);
            case 6 -> numbers.subList(at, Math.min(size, at + 64)).clear();
            case 7, 8 -> IntStream.range(size, 1_022 + random.nextInt(5)).forEach(numbers::add);
            case 9 -> IntStream.range(0, 400).forEach(i -> numbers.add(random.nextInt(3)));
            case 10 -> numbers.addAll(0, List.of(next));
            case 11 -> box.items.add(random.nextInt(box.items.size() + 1), Item.of(next));
            case 12 -> {
                if (!box.set.remove(at)) {
                    IntStream.range(0, 1_200).forEach(box.set::add);
                }
            }
            default ->
                IntStream.range(0, size).filter(i -> i % 64 == 63).limit(20).forEach(i -> numbers.set(i, next));
        }
    }

    @OnEveryEngine
    void editsBetweenStoresAreNeitherLostNorOverlooked(TestDatabase database) {
        runs().forEach(run -> editBetweenStores(database, run));
    }

    private static void editBetweenStores(TestDatabase database, Seeds.Run run) {
        Database db = database.open(Box.class);
        Database other = database.open(Box.class);
        Random random = new Random(run.seed());
        Box box = numbers(db);
        IntStream.range(0, 1_100).mapToObj(Item::of).forEach(box.items::add);
        for (int i = 0; i < run.amount(); i++) {
            Box mine = box;
            int kind = random.nextInt(6);
            switch (kind) {
                case 0 ->
                    db.useTransaction(tx -> {
                        for (int stores = 0; stores < 3; stores++) {
                            reshape(mine, random);
                            tx.store(mine);
                            if (random.nextBoolean()) {
                                assertThat(tx.query(Box.class, "id = :id")
                                                .with("id", mine.id)
                                                .count())
                                        .isEqualTo(1);
                            }
                        }
                    });
                case 1 -> {
                    reshape(mine, random);
                    assertThat(catchThrowable(() -> db.useTransaction(tx -> {
                                tx.store(mine);
                                throw new IllegalStateException("rolled back");
                            })))
                            .hasMessage("rolled back");
                    db.store(mine);
                }
                case 2 -> {
                    Box theirs = other.get(Box.class, mine.id);
                    theirs.numbers.add(0, -1);
                    other.store(theirs);
                    mine.numbers.add(-2);
                    assertThat(catchThrowableOfType(StoreException.class, () -> db.store(mine))
                                    .code())
                            .isEqualTo("stale");
                    db.refresh(mine);
                    assertThat(mine.content()).isEqualTo(theirs.content());
                }
                case 3 -> {
                    reshape(mine, random);
                    db.useTransaction(tx -> {
                        Item gone = mine.items.remove(random.nextInt(mine.items.size()));
                        if (random.nextBoolean()) {
                            tx.store(mine);
                            reshape(mine, random);
                        }
                        tx.delete(gone);
                        tx.store(mine);
                    });
                }
                case 4 -> {
                    reshape(mine, random);
                    db.overwrite(mine);
                }
                default -> {
                    reshape(mine, random);
                    db.store(mine);
                }
            }
            db.store(mine);
            assertThat(other.get(Box.class, box.id).content())
                    .as("kind %d, step %d, seed %d", kind, i, run.seed())
                    .isEqualTo(mine.content());
            box = random.nextBoolean() ? db.get(Box.class, box.id) : mine;
        }
        assertThat(Health.of(db).verify().toString()).isEqualTo("clean");
    }

    /** An engine may take rows that are there already in another form than new ones. */
    @OnEveryEngine
    void membersOfEveryKindMoveBehindANewOne(TestDatabase database) {
        Database db = database.open(Kinds.class);
        Kinds kinds = new Kinds();
        IntStream.range(0, 17).forEach(kinds::addAtFront);
        db.store(kinds);
        for (int number = 17; number < 20; number++) {
            kinds.addAtFront(number);
            db.store(kinds);
            Kinds stored = database.open(Kinds.class).get(Kinds.class, kinds.id);
            assertThat(stored.content()).isEqualTo(kinds.content());
        }
        assertThat(Health.of(db).verify().toString()).isEqualTo("clean");
    }

    @OnEveryEngine
    void anAppendReadsAndWritesOneBlock(TestDatabase database) {
        Box box = numbers(database.open(Box.class));
        StatementLog log = new StatementLog(database);
        Database db = database.open(log.source(), Model.of(Box.class));
        Box loaded = db.get(Box.class, box.id);
        for (Consumer<List<Integer>> edit : List.<Consumer<List<Integer>>>of(
                list -> list.add(7), list -> list.set(100, -1), list -> list.remove(SIZE))) {
            edit.accept(loaded.numbers);
            log.reads();
            db.store(loaded);
            assertThat(readsOfNumbers(log))
                    .isNotEmpty()
                    .allMatch(text -> text.contains("BETWEEN") || text.contains("DESC"));
        }
        assertThat(database.open(Box.class).get(Box.class, box.id).numbers).isEqualTo(loaded.numbers);
    }

    @OnEveryEngine
    void aCollectionThatHasNotChangedIsNotRead(TestDatabase database) {
        Box box = numbers(database.open(Box.class));
        StatementLog log = new StatementLog(database);
        Database db = database.open(log.source(), Model.of(Box.class));
        Box loaded = db.get(Box.class, box.id);
        loaded.points.add(new Point(1, "a"));
        log.reads();
        db.store(loaded);
        assertThat(readsOfNumbers(log)).isEmpty();
    }

    private static List<String> readsOfNumbers(StatementLog log) {
        return log.reads().stream().filter(text -> text.contains("box_numbers")).toList();
    }

    @OnEveryEngine
    void rowsThatAreMissingAtTheEndAreWrittenAgain(TestDatabase database) {
        Database db = database.open(Box.class);
        Box box = numbers(db);
        database.execute("DELETE FROM box_numbers WHERE pos >= " + (SIZE - 300));
        box.numbers.set(0, -1);
        db.store(box);
        assertThat(db.get(Box.class, box.id).numbers).isEqualTo(box.numbers);
        assertThat(Health.of(db).verify().toString()).isEqualTo("clean");
    }

    @OnEveryEngine
    void aRowThatIsMissingNearTheChangeIsWrittenAgain(TestDatabase database) {
        Database db = database.open(Box.class);
        Box box = numbers(db);
        database.execute("DELETE FROM box_numbers WHERE pos = 130");
        box.numbers.set(140, -1);
        db.store(box);
        assertThat(db.get(Box.class, box.id).numbers).isEqualTo(box.numbers);
        assertThat(Health.of(db).verify().toString()).isEqualTo("clean");
    }

    @OnEveryEngine
    void aChangeThatWasRolledBackIsWrittenByTheNextStore(TestDatabase database) {
        Database db = database.open(Box.class);
        Box box = numbers(db);
        Throwable thrown = catchThrowable(() -> db.useTransaction(tx -> {
            tx.remember(box);
            box.numbers.set(0, -1);
            box.numbers.add(-2);
            tx.store(box);
            assertThat(tx.query(Box.class, "numbers = -2").count()).isEqualTo(1);
            throw new IllegalStateException("rolled back");
        }));
        assertThat(thrown).hasMessage("rolled back");
        assertThat(box.numbers).hasSize(SIZE).startsWith(0, 1);
        box.numbers.set(2_000, -3);
        db.store(box);
        assertThat(database.open(Box.class).get(Box.class, box.id).numbers).isEqualTo(box.numbers);
    }

    @OnEveryEngine
    void severalStoresOfOneTransactionAreOneChange(TestDatabase database) {
        Database db = database.open(Box.class);
        Box box = numbers(db);
        db.useTransaction(tx -> {
            Box mine = tx.get(Box.class, box.id);
            mine.numbers.set(5, -1);
            tx.store(mine);
            mine.numbers.add(-2);
            mine.numbers.set(700, -3);
            tx.store(mine);
            assertThat(tx.query(Box.class, "numbers = -3").count()).isEqualTo(1);
            mine.numbers.set(1_500, -4);
            mine.numbers.subList(SIZE - 10, SIZE + 1).clear();
            tx.store(mine);
            box.numbers = mine.numbers;
        });
        assertThat(database.open(Box.class).get(Box.class, box.id).numbers)
                .isEqualTo(box.numbers)
                .hasSize(SIZE - 10);
        Box again = db.get(Box.class, box.id);
        db.useTransaction(tx -> {
            again.numbers.set(5, -5);
            tx.store(again);
            again.numbers.add(-6);
            tx.store(again);
        });
        assertThat(database.open(Box.class).get(Box.class, box.id).numbers)
                .isEqualTo(again.numbers)
                .hasSize(SIZE - 9);
    }

    @OnEveryEngine
    void aDeletionInTheSameTransactionClosesUpTheList(TestDatabase database) {
        Database db = database.open(Box.class);
        Box box = new Box();
        IntStream.range(0, 1_200).mapToObj(Item::of).forEach(box.items::add);
        db.store(box);
        db.useTransaction(tx -> {
            Box mine = tx.get(Box.class, box.id);
            Item gone = mine.items.remove(600);
            tx.delete(gone);
            mine.items.add(Item.of(-1));
            tx.store(mine);
        });
        List<Integer> expected = new ArrayList<>(
                IntStream.range(0, 1_200).filter(i -> i != 600).boxed().toList());
        expected.add(-1);
        assertThat(db.get(Box.class, box.id).items)
                .extracting(item -> item.number)
                .isEqualTo(expected);
        assertThat(Health.of(db).verify().toString()).isEqualTo("clean");
    }

    @OnEveryEngine
    void oneOfTwoProgramsIsRefused(TestDatabase database) {
        Box box = numbers(database.open(Box.class));
        Database one = database.open(Box.class);
        Database other = database.open(Box.class);
        Box first = one.get(Box.class, box.id);
        Box second = other.get(Box.class, box.id);
        first.numbers.add(-1);
        second.numbers.set(0, -2);
        one.store(first);
        assertThat(catchThrowableOfType(StoreException.class, () -> other.store(second))
                        .code())
                .isEqualTo("stale");
        assertThat(other.get(Box.class, box.id).numbers).isEqualTo(first.numbers);
    }

    @OnEveryEngine
    void concurrentAppendsKeepAllMembers(TestDatabase database) {
        Database db = database.open(Box.class);
        Box box = numbers(db);
        CyclicBarrier bothHaveRead = new CyclicBarrier(2);
        AtomicInteger next = new AtomicInteger();
        List<CompletableFuture<Void>> both = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            boolean[] isLater = new boolean[1];
            both.add(Background.run(() -> db.useTransaction(tx -> {
                Box mine = tx.get(Box.class, box.id);
                if (!isLater[0]) {
                    isLater[0] = true;
                    Background.await(bothHaveRead);
                }
                mine.numbers.add(-next.incrementAndGet());
                tx.store(mine);
            })));
        }
        both.forEach(CompletableFuture::join);
        assertThat(db.get(Box.class, box.id).numbers).hasSize(SIZE + 2).startsWith(0, 1, 2);
        assertThat(Health.of(db).verify().toString()).isEqualTo("clean");
    }

    /** The rows of a hash table stay where they are when its order changes. */
    @OnEveryEngine
    void aHashSetWritesOnlyWhatItGainsAndLoses(TestDatabase database) {
        Database db = database.open(Box.class);
        Box box = new Box();
        IntStream.range(0, 200).forEach(i -> box.unordered.add("u" + i));
        db.store(box);
        List<String> before = database.rows("SELECT pos, value FROM box_unordered ORDER BY pos");
        Box loaded = database.open(Box.class).get(Box.class, box.id);
        assertThat(loaded.unordered).isEqualTo(box.unordered);
        box.unordered.remove("u17");
        IntStream.range(0, 300).forEach(i -> box.unordered.add("w" + i));
        db.store(box);
        List<String> after = database.rows("SELECT pos, value FROM box_unordered ORDER BY pos");
        assertThat(after).hasSize(499);
        assertThat(IntStream.range(0, 200)
                        .filter(i -> !before.get(i).equals(after.get(i)))
                        .count())
                .isEqualTo(1);
    }
}
