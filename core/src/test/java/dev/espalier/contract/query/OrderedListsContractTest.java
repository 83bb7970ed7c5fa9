package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Query;
import dev.espalier.SearchStrategy;
import dev.espalier.annotation.InverseOf;
import dev.espalier.annotation.Part;
import dev.espalier.annotation.Was;
import dev.espalier.error.EspalierException;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Lists with sort keys and limits are searched and loaded by one statement; a search in steps sorts in this program. Both must agree for each key. */
class OrderedListsContractTest {

    enum Grade {
        LOW,
        @Was("MEDIUM")
        MIDDLE,
        @Was("BIG")
        A_HIGH,
        HUGE
    }

    record Maker(String name, Integer since) {}

    abstract static class Thing {
        long id;
        String label;
        Integer rank;
    }

    static class Item extends Thing {
        String text;
        Double number;
        float fraction;
        BigDecimal price;
        BigInteger whole;
        UUID key;
        LocalTime time;
        Instant instant;
        LocalDateTime local;
        OffsetDateTime offset;
        LocalDate date;
        Duration duration;
        char letter;
        Boolean flag;
        Byte tiny;
        short small;
        byte[] bytes;
        Grade grade;
        Maker maker;
        Place place;
        List<String> names = new ArrayList<>();
        Set<Place> places = new LinkedHashSet<>();
        Map<String, Place> byName = new LinkedHashMap<>();

        @Part
        List<Piece> pieces = new ArrayList<>();

        @InverseOf("item")
        List<Note> notes = new ArrayList<>();
    }

    static class Special extends Thing {
        Integer extra;
    }

    static class Place {
        long id;
        String name;
        Integer rank;
    }

    static class Piece {
        long id;
        int weight;
        List<Place> from = new ArrayList<>();
    }

    static class Note {
        long id;
        String text;
        Item item;
    }

    private static final String[] TEXTS = {
        null,
        "",
        "a",
        "A",
        "a ",
        "a  ",
        "b",
        "\u00e4",
        "z",
        "\uffee",
        "\ud83d\ude00",
        "\ud83d\ude00a",
        "a\t",
        "a!",
        "B",
        "x".repeat(3000) + "b",
        "x".repeat(3000) + "a",
        "x".repeat(3000),
        "\u0301",
        "e\u0301",
        "\u00e9",
        "ss",
        "\u00df"
    };

    private static List<Item> items() {
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            Place place = new Place();
            place.name = TEXTS[i];
            place.rank = i % 3 == 0 ? null : i % 4;
            places.add(place);
        }
        Double[] numbers = {null, 0.0, -0.0, 1e300, -1e300, 1.5, Double.MIN_VALUE, -Double.MIN_VALUE, 0.1 + 0.2, 0.3};
        String[] prices = {null, "1.0", "1.00", "1", "0.10", "-1.000", "1.01", "100", "1E+2", "0", "0.00", "-0.5"};
        long[] bits = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0x1234_5678_9abc_1defL, 0x0000_0001_9abc_7defL};
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Item item = new Item();
            item.label = i % 5 == 0 ? null : "label " + i % 3;
            item.rank = i % 2 == 0 ? null : i % 7;
            item.text = TEXTS[i % TEXTS.length];
            item.number = numbers[i % numbers.length];
            item.fraction = i % 3 == 0 ? -0.0f : i % 4 / 3f;
            item.price = prices[i % prices.length] == null ? null : new BigDecimal(prices[i % prices.length]);
            item.whole = i % 4 == 0 ? null : BigInteger.TEN.pow(i % 25).negate();
            item.key = i % 6 == 0 ? null : new UUID(bits[i % bits.length], bits[(i * 3 + 1) % bits.length]);
            item.time = i % 6 == 1 ? null : LocalTime.of(i % 24, 0, 0, i % 3 * 1_000 + i % 2);
            item.instant = i % 6 == 2 ? null : Instant.ofEpochSecond(i % 4 - 1, i % 5 * 500L);
            item.local = i % 6 == 2 ? null : LocalDateTime.of(1969 + i % 3, 1, 1, 0, 0, 0, 999_999_000 + i % 4 * 333);
            item.offset = i % 6 == 3
                    ? null
                    : OffsetDateTime.of(2020, 1, 1, 12 + i % 3, 0, 0, 0, ZoneOffset.ofHours(i % 3 + i % 2));
            item.date = i % 6 == 4 ? null : LocalDate.of(1 + i % 3 * 4000, 1, 1 + i % 2);
            item.duration = i % 6 == 5 ? null : Duration.ofNanos(i % 4 - 2);
            item.letter = (char) (i % 5 * 13107);
            item.flag = i % 3 == 0 ? null : i % 2 == 0;
            item.tiny = i % 7 == 0 ? null : (byte) (i * 40);
            item.small = (short) (i % 6 * 10_000);
            item.bytes = i % 4 == 0 ? null : new byte[] {(byte) (i * 50), (byte) i};
            item.grade = i % 5 == 0 ? null : Grade.values()[i % 4];
            item.maker = i % 4 == 3 ? null : new Maker(TEXTS[i % 5], i % 3 == 0 ? null : i % 5);
            item.place = i % 8 == 7 ? null : places.get(i % 7);
            for (int k = 0; k < i % 4; k++) {
                item.names.add(k == 1 ? null : "name " + (9 - k));
                item.places.add(places.get((i + k) % 7));
                item.byName.put("key " + (9 - k), places.get((i * k) % 7));
                Piece piece = new Piece();
                piece.weight = i * k;
                if (k == 1) {
                    piece.from.add(places.get(i % 7));
                    piece.from.add(null);
                    piece.from.add(places.get((i + 3) % 7));
                }
                item.pieces.add(piece);
            }
            item.pieces.sort((a, b) -> b.weight - a.weight);
            items.add(item);
        }
        return items;
    }

    private static List<Object> objects() {
        List<Item> items = items();
        List<Object> all = new ArrayList<>(items);
        for (int i = 59; i >= 0; i -= 3) {
            Note note = new Note();
            note.text = "note " + i % 4;
            note.item = items.get(i % 13);
            all.add(note);
            items.get(i % 13).notes.add(note);
        }
        for (int i = 0; i < 9; i++) {
            Special special = new Special();
            special.rank = i % 4;
            special.extra = i % 2 == 0 ? null : i;
            all.add(special);
        }
        return all;
    }

    /** Everything that an object leads to, and in which order. */
    private static String text(Object value) {
        StringBuilder text = new StringBuilder();
        write(value, new IdentityHashMap<>(), text);
        return text.toString();
    }

    private static void write(Object value, Map<Object, Integer> seen, StringBuilder text) {
        if (value instanceof Collection<?> all) {
            text.append('[');
            try {
                all.forEach(one -> write(one, seen, text));
            } catch (EspalierException e) {
                text.append("not loaded");
            }
            text.append(']');
        } else if (value instanceof Map<?, ?> map) {
            text.append('{');
            try {
                map.forEach((key, one) -> {
                    write(key, seen, text);
                    write(one, seen, text);
                });
            } catch (EspalierException e) {
                text.append("not loaded");
            }
            text.append('}');
        } else if (value instanceof byte[] bytes) {
            text.append(Arrays.toString(bytes));
        } else if (value == null || value.getClass().getPackageName().startsWith("java") || value instanceof Enum<?>) {
            text.append(value).append(' ');
        } else if (seen.containsKey(value)) {
            text.append('#').append(seen.get(value)).append(' ');
        } else {
            seen.put(value, seen.size());
            text.append(value.getClass().getSimpleName()).append('(');
            try {
                for (Class<?> type = value.getClass(); type != Object.class; type = type.getSuperclass()) {
                    for (Field field : type.getDeclaredFields()) {
                        if (!field.isSynthetic()) {
                            field.setAccessible(true);
                            write(field.get(value), seen, text);
                        }
                    }
                }
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
            text.append(")\n");
        }
    }

    private static final List<String> RESTS =
            List.of("", " DESC", ", grade DESC", " DESC, id DESC", " DESC, number, place.name");

    private static final List<String> LIMITS =
            List.of("", " LIMIT 0", " LIMIT 1", " LIMIT 4", " LIMIT 40", " LIMIT 60", " LIMIT 9223372036854775807");

    private static final int EVERY = 101;

    private static final List<String> KEYS = List.of(
            "label",
            "rank",
            "text",
            "number",
            "fraction",
            "price",
            "whole",
            "key",
            "time",
            "instant",
            "local",
            "offset",
            "date",
            "duration",
            "letter",
            "flag",
            "tiny",
            "small",
            "grade",
            "maker.name",
            "maker.since",
            "place.name",
            "place.rank",
            "id");

    private static final List<String> CONDITIONS = List.of(
            "",
            "id > 0",
            "small >= 0",
            "rank IS NULL",
            "rank IS NOT NULL",
            "grade = 'LOW'",
            "names = 'name 9'",
            "places.rank = 2",
            "place.rank = 2",
            "notes.text = 'note 2'",
            "rank > 100",
            "pieces.weight >= 0");

    private static final List<UnaryOperator<Query<Item>>> BOUNDS = List.of(
            query -> query,
            query -> query.untracked(),
            query -> query.depth(0),
            query -> query.depth(1),
            query -> query.only("pieces", "places"),
            query -> query.stopAt("pieces.from"),
            query -> query.follow("notes"),
            query -> query.complete());

    /** Each condition, key, direction and limit is asked with some of the others: all of them together are ten thousand questions. */
    @OnEveryEngine
    void listsHaveTheOrderAndTheStructuresOfASearchInSteps(TestDatabase database) {
        try (Database db = database.open(Item.class, Special.class, Place.class, Piece.class, Note.class)) {
            db.storeAll(objects());
            int question = 0;
            for (String condition : CONDITIONS) {
                for (String key : KEYS) {
                    for (String rest : RESTS) {
                        for (String limit : LIMITS) {
                            if (++question % EVERY == 0) {
                                requireTheSame(
                                        db,
                                        condition + " ORDER BY " + key + rest + limit,
                                        BOUNDS.get(question / EVERY % BOUNDS.size()));
                            }
                        }
                    }
                }
            }
        }
    }

    private static void requireTheSame(Database db, String text, UnaryOperator<Query<Item>> bounds) {
        Query<Item> searched = bounds.apply(db.query(Item.class, text).strategy(SearchStrategy.STEPS));
        String structures = text(searched.list());
        long[] ids = searched.ids();
        for (int repetition = 0; repetition < 3; repetition++) {
            Query<Item> query = bounds.apply(db.query(Item.class, text));
            assertThat(query.ids()).as(text).containsExactly(ids);
            assertThat(text(query.list())).as(text).isEqualTo(structures);
            assertThat(query.count()).as(text).isEqualTo(ids.length);
            assertThat(query.exists()).as(text).isEqualTo(ids.length > 0);
            assertThat(query.first().map(db::idOf).stream().toList())
                    .as(text)
                    .isEqualTo(Arrays.stream(ids).limit(1).boxed().toList());
        }
    }
}
