package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Query;
import dev.espalier.SearchStrategy;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.Seeds;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A list of values, and a set of ids between two steps, may be longer than what an engine takes beside one statement. */
class ManyValuesContractTest {

    /** No server takes as many one by one: 65,535 at most. */
    private static final int VALUES = 66_000;
    /** Of types that take longer. SQLite takes 32,766 values one by one. */
    private static final int FEWER = 33_000;

    private static final int OBJECTS = 60;

    enum Colour {
        RED,
        GREEN,
        BLUE
    }

    static class Thing {
        long id;
        Short small;
        Integer number;
        Long big;
        Double weight;
        BigDecimal price;
        BigInteger whole;
        String name;
        LocalDate day;
        LocalTime time;
        LocalDateTime moment;
        Instant instant;
        UUID key;
        Colour colour;
        Leaf leaf;
    }

    static class Leaf {
        long id;
        int number;
    }

    /** Random values of each field that is not about an enum or an object. */
    private static Map<String, Function<Random, Object>> values(boolean nullCharacter) {
        Map<String, Function<Random, Object>> values = new LinkedHashMap<>();
        values.put("small", random -> (short) random.nextInt());
        values.put("number", random -> random.nextInt());
        values.put("big", random -> random.nextLong());
        values.put("weight", random -> Math.scalb(random.nextDouble() - 0.5, random.nextInt(1_600) - 800));
        values.put("price", random -> BigDecimal.valueOf(random.nextLong(), random.nextInt(20) - 1));
        values.put("whole", random -> new BigInteger(100, random));
        values.put("name", random -> text(random, nullCharacter));
        values.put("day", random -> LocalDate.of(1, 1, 1).plusDays(random.nextInt(3_652_059)));
        values.put("time", random -> LocalTime.ofNanoOfDay((long) (random.nextDouble() * 86_400e9)));
        values.put("moment", random -> moment(random));
        values.put("instant", random -> moment(random).toInstant(ZoneOffset.UTC));
        values.put("key", random -> new UUID(random.nextLong(), random.nextLong()));
        return values;
    }

    private static LocalDateTime moment(Random random) {
        LocalDateTime day =
                LocalDate.of(2, 1, 1).plusDays(random.nextInt(3_650_000)).atStartOfDay();
        return day.plusNanos((long) (random.nextDouble() * 86_400e9))
                .withNano(random.nextInt(1_000_000) * 1_000 + random.nextInt(3));
    }

    private static String text(Random random, boolean nullCharacter) {
        String characters = "aA \u00e4'\"\\%_[]{},:?$\n\t\u0001\u20ac\uffee" + (nullCharacter ? "\0" : "");
        String text = IntStream.range(0, 4 + random.nextInt(12))
                .mapToObj(i -> String.valueOf(characters.charAt(random.nextInt(characters.length()))))
                .collect(Collectors.joining());
        return text + (random.nextInt(4) == 0 ? "\ud83d\ude00" : "") + (random.nextInt(4) == 0 ? " " : "");
    }

    private static void set(Thing thing, String field, Object value) {
        try {
            Thing.class.getDeclaredField(field).set(thing, value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object get(Thing thing, String field) {
        try {
            return Thing.class.getDeclaredField(field).get(thing);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Decimals of different scales are equal, and so are they in the language. */
    private static Object comparable(Object value) {
        return value instanceof BigDecimal number ? number.stripTrailingZeros() : value;
    }

    private static void assertFound(
            Database db, List<Thing> all, String field, Collection<?> values, String list, boolean isParameter) {
        Set<Object> set =
                values.stream().map(ManyValuesContractTest::comparable).collect(Collectors.toCollection(HashSet::new));
        Map<Boolean, List<Long>> expected = all.stream()
                .collect(Collectors.partitioningBy(
                        thing -> get(thing, field) != null && set.contains(comparable(get(thing, field))),
                        Collectors.mapping(thing -> thing.id, Collectors.toList())));
        Map<Boolean, SearchStrategy> strategies = Map.of(true, SearchStrategy.STATEMENT, false, SearchStrategy.STEPS);
        strategies.forEach((isIn, strategy) -> {
            Query<Thing> query = db.query(Thing.class, field + (isIn ? " IN " : " NOT IN ") + list)
                    .strategy(strategy);
            assertThat((isParameter ? query.with("values", values) : query).ids())
                    .as(field + ", " + strategy + ", " + isIn)
                    .containsExactlyInAnyOrder(expected.get(isIn).toArray(Long[]::new));
        });
    }

    /** As many values, about half of those that are stored among them, and nulls, which equal nothing. */
    private static List<Object> list(Random random, List<Thing> things, String field, Function<Random, Object> value) {
        List<Object> list = new ArrayList<>(Arrays.asList(null, null));
        things.stream()
                .map(thing -> get(thing, field))
                .filter(stored -> random.nextBoolean())
                .forEach(list::add);
        while (list.size() < (Set.of("number", "name").contains(field) ? VALUES : FEWER)) {
            list.add(value.apply(random));
        }
        Collections.shuffle(list, random);
        return list;
    }

    private static List<Thing> things(Random random, Map<String, Function<Random, Object>> values) {
        return IntStream.range(0, OBJECTS)
                .mapToObj(i -> {
                    Thing thing = new Thing();
                    values.forEach((field, value) -> set(thing, field, i % 10 == 0 ? null : value.apply(random)));
                    thing.colour = i % 4 == 3 ? null : Colour.values()[i % 4];
                    return thing;
                })
                .toList();
    }

    @OnEveryEngine
    void manyValuesOfOneParameterAreFoundAsByComparingThemOneByOne(TestDatabase database) {
        Random random = Seeds.random(1);
        Database db = database.open(Thing.class, Leaf.class);
        Map<String, Function<Random, Object>> values = values(database.engine() != Engine.POSTGRES);
        List<Thing> things = things(random, values);
        db.storeAll(things);
        values.put("colour", any -> any.nextBoolean() ? Colour.RED : Colour.BLUE);

        for (String field : Sample.among("many values", List.copyOf(values.keySet()))) {
            assertFound(db, things, field, list(random, things, field, values.get(field)), "(:values)", true);
        }
    }

    @OnEveryEngine
    void manyWrittenValuesAreFoundAsByComparingThemOneByOne(TestDatabase database) {
        Random random = Seeds.random(2);
        Database db = database.open(Thing.class, Leaf.class);
        Map<String, Function<Random, Object>> values = values(false);
        List<Thing> things = things(random, values);
        db.storeAll(things);

        for (String field : Sample.among("many written values", List.of("number", "name", "day", "moment"))) {
            List<Object> list = list(random, things, field, values.get(field));
            String text = list.stream()
                    .map(value -> value == null || value instanceof Number
                            ? String.valueOf(value)
                            : "'" + value.toString().replace("'", "''") + "'")
                    .collect(Collectors.joining(", ", "(", ")"));
            assertFound(db, things, field, list, text, false);
        }
    }

    /** Of times with nanoseconds each value is compared by two columns. The most values that stand in a statement one by one, and one more. */
    @OnEveryEngine
    void timesWithManyDifferentNanosecondsAreFound(TestDatabase database) {
        Random random = Seeds.random(3);
        Database db = database.open(Thing.class, Leaf.class);
        Map<String, Function<Random, Object>> values = values(false);
        List<Thing> things = things(random, values);
        for (int i = 0; i < things.size(); i++) {
            things.get(i).time = LocalTime.ofNanoOfDay(1_001L * i + i % 2);
            things.get(i).moment = things.get(i).time.atDate(LocalDate.of(2026, 11, 26));
            things.get(i).instant = things.get(i).moment.toInstant(ZoneOffset.UTC);
        }
        db.storeAll(things);

        for (int number : new int[] {1_000, 1_001}) {
            List<LocalTime> times = IntStream.range(0, number)
                    .mapToObj(i -> LocalTime.ofNanoOfDay(1_001L * i))
                    .toList();
            List<LocalDateTime> moments = times.stream()
                    .map(time -> time.atDate(LocalDate.of(2026, 11, 26)))
                    .toList();
            List<Instant> instants = moments.stream()
                    .map(moment -> moment.toInstant(ZoneOffset.UTC))
                    .toList();
            assertFound(db, things, "time", times, "(:values)", true);
            assertFound(db, things, "moment", moments, "(:values)", true);
            assertFound(db, things, "instant", instants, "(:values)", true);
        }
    }

    /** More than {@code idsPerStatement}, and than values may stand beside one statement. */
    private static int ids(Engine engine) {
        return switch (engine) {
            case MYSQL, MARIADB, TIDB, DUCKDB -> 66_000;
            case SQLITE, POSTGRES, H2 -> 100_500;
        };
    }

    /** Another set of ids than those of a list: a step gives them to the next one. */
    @OnEveryEngine
    void stepTakesMoreIdsThanOneArrayHolds(TestDatabase database) {
        Database db = database.open(Thing.class, Leaf.class);
        int most = ids(database.engine());
        List<Leaf> leaves = IntStream.range(0, most)
                .mapToObj(number -> {
                    Leaf leaf = new Leaf();
                    leaf.number = number;
                    return leaf;
                })
                .toList();
        try (BulkWriter bulk = db.bulkWriter()) {
            leaves.forEach(bulk::store);
            for (int number : new int[] {0, most / 2, most - 1}) {
                Thing thing = new Thing();
                thing.number = number;
                thing.leaf = leaves.get(number);
                bulk.store(thing);
            }
            bulk.store(new Thing());
        }

        assertThat(db.query(Thing.class, "leaf.number >= 0")
                        .strategy(SearchStrategy.STEPS)
                        .ids())
                .hasSize(3);
        List<Long> ids = leaves.stream().map(leaf -> leaf.id).toList();
        assertThat(db.query(Thing.class, "leaf IN (:leaves)")
                        .with("leaves", leaves)
                        .ids())
                .hasSize(3);
        assertThat(db.query(Leaf.class, "id IN (:ids)").with("ids", ids).count())
                .isEqualTo(most);
        assertThat(db.query(Leaf.class, "id NOT IN (:ids)")
                        .with("ids", ids.subList(1, most))
                        .ids())
                .containsExactly(ids.get(0));
    }
}
