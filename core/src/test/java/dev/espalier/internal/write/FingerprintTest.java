package dev.espalier.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Objects with different contents have different fingerprints; objects with equal contents have equal ones. */
@Tag("pure")
@NullUnmarked // it compares null with all other values
class FingerprintTest {

    /** The number that the letters of "null" make. */
    private static final int NULL_LETTERS = 1853189228;

    enum Colour {
        RED,
        GREEN,
        NULL
    }

    record Empty(Integer number) {}

    record Pair(Integer left, Long right) {}

    record Nested(Pair first, Pair second, Target target) {}

    record Fixed(int number, Empty empty) {}

    static class Target {
        long id;
    }

    /** A class with two fields of one type, and lists of it. */
    @SuppressWarnings("unused")
    static class Two<T> {
        T first;
        T second;
        List<T> list = new ArrayList<>();
        List<T> more;
        Map<String, T> map = new HashMap<>();
    }

    static class OfBoolean extends Two<Boolean> {}

    static class OfByte extends Two<Byte> {}

    static class OfInteger extends Two<Integer> {}

    static class OfLong extends Two<Long> {}

    static class OfDouble extends Two<Double> {}

    static class OfFloat extends Two<Float> {}

    static class OfCharacter extends Two<Character> {}

    static class OfString extends Two<String> {}

    static class OfColour extends Two<Colour> {}

    static class OfDecimal extends Two<BigDecimal> {}

    static class OfWhole extends Two<BigInteger> {}

    static class OfDate extends Two<LocalDate> {}

    static class OfTime extends Two<LocalTime> {}

    static class OfMoment extends Two<LocalDateTime> {}

    static class OfInstant extends Two<Instant> {}

    static class OfOffset extends Two<OffsetDateTime> {}

    static class OfDuration extends Two<Duration> {}

    static class OfUuid extends Two<UUID> {}

    static class OfBytes extends Two<byte[]> {}

    static class OfEmpty extends Two<Empty> {}

    static class OfPair extends Two<Pair> {}

    static class OfNested extends Two<Nested> {}

    static class OfFixed extends Two<Fixed> {}

    static class OfTarget extends Two<Target> {}

    private static final Target ONE = target(1);
    private static final Target NULLISH = target(NULL_LETTERS);

    private static Target target(long id) {
        Target target = new Target();
        target.id = id;
        return target;
    }

    private static Map<Class<?>, List<?>> specials() {
        Map<Class<?>, List<?>> specials = new LinkedHashMap<>();
        specials.put(OfBoolean.class, Arrays.asList(null, true, false));
        specials.put(
                OfByte.class,
                Arrays.asList(null, (byte) 0, (byte) 1, (byte) -1, (byte) 2, Byte.MIN_VALUE, Byte.MAX_VALUE));
        specials.put(
                OfInteger.class, Arrays.asList(null, 0, 1, -1, 2, Integer.MIN_VALUE, Integer.MAX_VALUE, NULL_LETTERS));
        specials.put(
                OfLong.class,
                Arrays.asList(
                        null,
                        0L,
                        1L,
                        -1L,
                        2L,
                        Long.MIN_VALUE,
                        Long.MAX_VALUE,
                        (long) NULL_LETTERS,
                        1L << 32,
                        1L << 31));
        specials.put(
                OfDouble.class,
                Arrays.asList(
                        null,
                        0.0,
                        -0.0,
                        1.0,
                        -1.0,
                        Double.MIN_VALUE,
                        Double.MAX_VALUE,
                        Double.longBitsToDouble(NULL_LETTERS)));
        specials.put(OfFloat.class, Arrays.asList(null, 0f, -0f, 1f, -1f, Float.MIN_VALUE, Float.MAX_VALUE));
        specials.put(OfCharacter.class, Arrays.asList(null, '\0', '\1', 'a', 'n', '\uffff'));
        specials.put(
                OfString.class,
                Arrays.asList(
                        null,
                        "",
                        "null",
                        "\0",
                        "\0\0",
                        "a",
                        "\0a",
                        "a\0",
                        "ab",
                        "abcd",
                        "abcde",
                        "abcd\0",
                        "bcda",
                        "\1",
                        "\2\0",
                        "\ud83d\ude00",
                        "n\ufeff",
                        "NULL",
                        "x".repeat(1000),
                        "x".repeat(999) + "y"));
        specials.put(OfColour.class, Arrays.asList(null, Colour.RED, Colour.GREEN, Colour.NULL));
        specials.put(
                OfDecimal.class,
                Arrays.asList(
                        null,
                        BigDecimal.ZERO,
                        new BigDecimal("0.0"),
                        BigDecimal.ONE,
                        new BigDecimal("1.0"),
                        new BigDecimal("-1"),
                        new BigDecimal("1E+3"),
                        new BigDecimal("1000"),
                        new BigDecimal(NULL_LETTERS),
                        new BigDecimal("0.1"),
                        new BigDecimal("10")));
        specials.put(
                OfWhole.class,
                Arrays.asList(
                        null,
                        BigInteger.ZERO,
                        BigInteger.ONE,
                        BigInteger.ONE.negate(),
                        BigInteger.TEN.pow(40),
                        BigInteger.valueOf(256),
                        BigInteger.valueOf(NULL_LETTERS)));
        specials.put(
                OfDate.class,
                Arrays.asList(
                        null,
                        LocalDate.EPOCH,
                        LocalDate.of(1, 1, 1),
                        LocalDate.of(9999, 12, 31),
                        LocalDate.of(1970, 1, 2)));
        specials.put(
                OfTime.class,
                Arrays.asList(
                        null,
                        LocalTime.MIDNIGHT,
                        LocalTime.MAX,
                        LocalTime.ofNanoOfDay(1),
                        LocalTime.ofNanoOfDay(1000)));
        specials.put(
                OfMoment.class,
                Arrays.asList(
                        null,
                        LocalDate.EPOCH.atStartOfDay(),
                        LocalDate.EPOCH.atStartOfDay().plusNanos(1),
                        LocalDate.EPOCH.atStartOfDay().plusNanos(1000),
                        LocalDate.EPOCH.atStartOfDay().plusDays(1),
                        LocalDateTime.of(9999, 12, 31, 23, 59)));
        specials.put(
                OfInstant.class,
                Arrays.asList(
                        null,
                        Instant.EPOCH,
                        Instant.EPOCH.plusNanos(1),
                        Instant.EPOCH.minusNanos(1),
                        Instant.ofEpochSecond(NULL_LETTERS)));
        specials.put(
                OfOffset.class,
                Arrays.asList(
                        null,
                        OffsetDateTime.parse("2026-01-01T00:00:00Z"),
                        OffsetDateTime.parse("2026-01-01T01:00:00+01:00"),
                        OffsetDateTime.parse("2026-01-01T00:00:01Z"),
                        OffsetDateTime.parse("2025-12-31T23:00:00-01:00")));
        specials.put(
                OfDuration.class,
                Arrays.asList(
                        null,
                        Duration.ZERO,
                        Duration.ofNanos(1),
                        Duration.ofNanos(-1),
                        Duration.ofNanos(Long.MAX_VALUE),
                        Duration.ofNanos(NULL_LETTERS)));
        specials.put(
                OfUuid.class,
                Arrays.asList(
                        null,
                        new UUID(0, 0),
                        new UUID(0, 1),
                        new UUID(1, 0),
                        new UUID(-1, -1),
                        new UUID(NULL_LETTERS, NULL_LETTERS)));
        specials.put(
                OfBytes.class,
                Arrays.asList(
                        null,
                        new byte[0],
                        new byte[1],
                        new byte[2],
                        new byte[] {1},
                        new byte[] {-1},
                        new byte[] {1, 0},
                        new byte[] {0, 1},
                        new byte[8],
                        new byte[9],
                        new byte[] {1, 2, 3, 4, 5, 6, 7, 8},
                        new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9},
                        new byte[] {9, 2, 3, 4, 5, 6, 7, 8, 1}));
        specials.put(OfEmpty.class, Arrays.asList(null, new Empty(null), new Empty(0), new Empty(NULL_LETTERS)));
        specials.put(
                OfPair.class,
                Arrays.asList(
                        null,
                        new Pair(null, null),
                        new Pair(0, null),
                        new Pair(null, 0L),
                        new Pair(0, 0L),
                        new Pair(1, 2L),
                        new Pair(2, 1L),
                        new Pair(NULL_LETTERS, null),
                        new Pair(null, (long) NULL_LETTERS)));
        specials.put(
                OfNested.class,
                Arrays.asList(
                        null,
                        new Nested(null, null, null),
                        new Nested(new Pair(null, null), null, null),
                        new Nested(null, new Pair(null, null), null),
                        new Nested(null, null, ONE),
                        new Nested(null, null, NULLISH),
                        new Nested(new Pair(1, null), new Pair(null, null), ONE),
                        new Nested(new Pair(1, null), null, ONE),
                        new Nested(null, new Pair(1, null), ONE)));
        specials.put(
                OfFixed.class,
                Arrays.asList(
                        null,
                        new Fixed(0, null),
                        new Fixed(0, new Empty(null)),
                        new Fixed(NULL_LETTERS, null),
                        new Fixed(0, new Empty(0))));
        specials.put(OfTarget.class, Arrays.asList(null, ONE, NULLISH, target(2), target(Long.MAX_VALUE)));
        return specials;
    }

    private static final ObjectModel MODEL = ObjectModel.of(specials().keySet().toArray(Class<?>[]::new));

    private static Fingerprint of(Object object) {
        PersistentClass type = MODEL.find(object.getClass());
        return new Fingerprinter(target -> ((Target) target).id).of(type, object, null);
    }

    @SuppressWarnings("unchecked")
    private static Two<Object> object(Class<?> type) {
        return (Two<Object>) MODEL.find(type).newInstance();
    }

    private static void assertAllDiffer(Class<?> type, List<Two<Object>> objects) {
        Map<Fingerprint, Integer> seen = new HashMap<>();
        for (int i = 0; i < objects.size(); i++) {
            Integer other = seen.put(of(objects.get(i)), i);
            assertThat(other)
                    .as("%s: objects %s and %d have the same fingerprint", type.getSimpleName(), other, i)
                    .isNull();
        }
    }

    @Test
    void pairsOfSpecialValuesHaveDistinctFingerprints() {
        specials().forEach((type, values) -> {
            List<Two<Object>> objects = new ArrayList<>();
            for (Object first : values) {
                for (Object second : values) {
                    Two<Object> object = object(type);
                    object.first = first;
                    object.second = second;
                    objects.add(object);
                }
            }
            assertAllDiffer(type, objects);
        });
    }

    @Test
    void listsOfSpecialValuesHaveDistinctFingerprints() {
        specials().forEach((type, values) -> {
            List<List<Object>> lists = new ArrayList<>(List.of(List.of()));
            for (Object first : values) {
                lists.add(Arrays.asList(first));
                for (Object second : values) {
                    lists.add(Arrays.asList(first, second));
                }
            }
            lists.add(Arrays.asList(null, null, null));
            List<Two<Object>> objects = new ArrayList<>();
            for (List<Object> list : lists) {
                Two<Object> object = object(type);
                object.list = list;
                objects.add(object);
                if (!list.isEmpty()) {
                    Two<Object> other = object(type);
                    other.more = list;
                    objects.add(other);
                }
            }
            for (Object first : values) {
                for (Object second : values) {
                    Two<Object> object = object(type);
                    object.list = Arrays.asList(first);
                    object.more = Arrays.asList(second);
                    objects.add(object);
                }
            }
            assertAllDiffer(type, objects);
        });
    }

    @Test
    void mapsOfSpecialValuesHaveDistinctFingerprints() {
        specials().forEach((type, values) -> {
            List<Two<Object>> objects = new ArrayList<>();
            for (Object first : values) {
                for (String key : Arrays.asList(null, "", "a", "null")) {
                    Two<Object> one = object(type);
                    one.map = new HashMap<>();
                    one.map.put(key, first);
                    objects.add(one);
                }
                for (Object second : values) {
                    Two<Object> two = object(type);
                    two.map = new HashMap<>();
                    two.map.put("a", first);
                    two.map.put("b", second);
                    objects.add(two);
                }
            }
            assertAllDiffer(type, objects);
        });
    }

    @Test
    void unstorableValuesDifferFromStoredValues() {
        OfDouble stored = (OfDouble) (Object) object(OfDouble.class);
        OfDouble now = (OfDouble) (Object) object(OfDouble.class);
        for (Double value : Arrays.asList(null, 0.0, 1.0)) {
            stored.first = value;
            for (double refused : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
                now.first = refused;
                assertThat(of(now)).isNotEqualTo(of(stored));
            }
        }
    }

    @SuppressWarnings("unused")
    static class Unique {
        @dev.espalier.annotation.Unique
        Long number;

        @dev.espalier.annotation.Unique
        Target target;
    }

    @Test
    void uniqueFieldsHaveA64BitHash() {
        PersistentClass type = ObjectModel.of(Unique.class).find(Unique.class);
        Fingerprinter fingerprinter = new Fingerprinter(target -> ((Target) target).id);
        Set<Long> seen = new HashSet<>();
        Unique object = new Unique();
        for (Long number : Arrays.asList(null, 0L, 1L, (long) NULL_LETTERS)) {
            for (Target target : Arrays.asList(null, target(0), ONE, NULLISH)) {
                object.number = number;
                object.target = target;
                assertThat(seen.add(fingerprinter.of(type, object, null).uniques()))
                        .as("%s, %s", number, target)
                        .isTrue();
            }
        }
        object.target = null;
        for (long number = 2; number < 400_000; number++) { // by 32 bits, 18 would meet
            object.number = number;
            assertThat(seen.add(fingerprinter.of(type, object, null).uniques())).isTrue();
        }
    }

    @SuppressWarnings("unused")
    static class Optionals {
        Optional<String> text = Optional.empty();
        OptionalInt number = OptionalInt.empty();
        OptionalLong longer = OptionalLong.empty();
    }

    @Test
    void anEmptyOptionalDiffersFromEveryValue() {
        PersistentClass type = ObjectModel.of(Optionals.class).find(Optionals.class);
        Fingerprinter fingerprinter = new Fingerprinter(target -> 0);
        Set<Fingerprint> seen = new HashSet<>();
        Optionals object = new Optionals();
        int count = 0;
        for (Optional<String> text : List.of(Optional.<String>empty(), Optional.of(""), Optional.of("null"))) {
            for (OptionalInt number : List.of(OptionalInt.empty(), OptionalInt.of(0), OptionalInt.of(NULL_LETTERS))) {
                for (OptionalLong longer :
                        List.of(OptionalLong.empty(), OptionalLong.of(0), OptionalLong.of(NULL_LETTERS))) {
                    object.text = text;
                    object.number = number;
                    object.longer = longer;
                    seen.add(fingerprinter.of(type, object, null));
                    count++;
                }
            }
        }
        assertThat(seen).hasSize(count);
    }

    @Test
    void millionsOfSmallPairsHaveDistinctFingerprints() {
        Hasher hasher = new Hasher();
        int side = 1500;
        long[] hashes = new long[side * side];
        for (int i = 0; i < side; i++) {
            for (int j = 0; j < side; j++) {
                hasher.reset();
                hasher.addNumber(i);
                hasher.addNumber(j);
                hashes[i * side + j] = hasher.result();
            }
        }
        Arrays.sort(hashes);
        assertThat(IntStream.range(1, hashes.length).filter(i -> hashes[i - 1] == hashes[i]))
                .isEmpty();
    }

    @SuppressWarnings("unused")
    static class Sets {
        Set<String> set;
        Map<Integer, Pair> map;
    }

    private static Fingerprint ofSets(Set<String> set, Map<Integer, Pair> map) {
        Sets object = new Sets();
        object.set = set;
        object.map = map;
        return new Fingerprinter(target -> 0).of(ObjectModel.of(Sets.class).find(Sets.class), object, null);
    }

    @Test
    void orderOfAHashTableDoesNotChangeTheFingerprint() {
        Set<String> small = new HashSet<>(List.of("a", "b", "cc", "ddd", "Aa", "BB", "17"));
        Set<String> grown = new HashSet<>();
        IntStream.range(0, 100_000).forEach(i -> grown.add("x" + i));
        grown.clear();
        grown.addAll(List.of("BB", "17", "Aa", "ddd", "cc", "b", "a"));
        assertThat(new ArrayList<>(grown)).as("the orders differ").isNotEqualTo(new ArrayList<>(small));
        assertThat(ofSets(grown, null)).isEqualTo(ofSets(small, null)).isEqualTo(ofSets(Set.copyOf(grown), null));

        Map<Integer, Pair> one = new HashMap<>();
        Map<Integer, Pair> other = new HashMap<>(100_000);
        List<Integer> keys = List.of(1, 70_000, 5, 17, 33);
        keys.forEach(key -> one.put(key, new Pair(key, null)));
        keys.forEach(key -> other.put(key, new Pair(key, null)));
        assertThat(new ArrayList<>(one.keySet())).as("the orders differ").isNotEqualTo(new ArrayList<>(other.keySet()));
        assertThat(ofSets(null, one)).isEqualTo(ofSets(null, other));
        other.put(5, new Pair(17, null));
        other.put(17, new Pair(5, null));
        assertThat(ofSets(null, one)).as("two values have changed places").isNotEqualTo(ofSets(null, other));
    }

    @Test
    void orderOfALinkedSetChangesTheFingerprint() {
        assertThat(ofSets(new LinkedHashSet<>(List.of("a", "b")), null))
                .isNotEqualTo(ofSets(new LinkedHashSet<>(List.of("b", "a")), null));
        assertThat(ofSets(new LinkedHashSet<>(), null))
                .isEqualTo(ofSets(new HashSet<>(), null))
                .isEqualTo(ofSets(null, null));
    }

    /** Among some 60,000 objects two have the same identity hash, which has 31 bits. */
    @Test
    void anObjectWithTheSameIdentityHashIsNotTheOneThatAnInverseHeld() {
        Map<Integer, Target> byHash = new HashMap<>();
        Target held = null;
        Target other = null;
        while (held == null) {
            other = new Target();
            held = byHash.put(System.identityHashCode(other), other);
        }

        Fingerprint fingerprint = new Fingerprint(0, 0, 0, 0).withOne("target", held, 7);

        assertThat(fingerprint.isOne("target", held)).isTrue();
        assertThat(fingerprint.isOne("target", other)).isFalse();
        assertThat(fingerprint.one("target")).isEqualTo(7);
    }
}
