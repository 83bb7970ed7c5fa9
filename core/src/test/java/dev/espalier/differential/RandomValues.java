package dev.espalier.differential;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Few different values of each type, so that random objects are often alike and random questions often hit. */
public class RandomValues {

    /** Order by code point differs from the order of UTF-16 units (U+FF5E before U+1F600), of words, and of most collations. */
    private static final String[] TEXTS = {
        "",
        "a",
        "A",
        "a ",
        "ab",
        "aB",
        "B",
        "\u00e4",
        "ss",
        "\u00df",
        "a%",
        "a_b",
        "a\\b",
        "it's",
        "\uff5e",
        "\ud83d\ude00",
        "\t",
        "a\nb",
        "ab\n",
        "a\rb",
        "[a]",
        "*",
        "a?",
        "^",
        "\u0130",
        "\u0131",
        "k\u212a"
    };

    private static final String[] PATTERNS = {
        "a%", "%b", "_", "__", "a\\%", "A_B", "%'%", "%", "", "\u00c4", "\u00df", "[a]", "a\\\\b", "*", "^%", "k_", "i",
        "ab"
    };

    /** Sums of them need more digits than a double has, or overflow. */
    private static final double[] DOUBLES = {1e308, -1e308, 1e16, -1e16, 1e-300, 3};

    private static final List<Class<?>> CLASSES = List.of(
            Integer.class,
            Long.class,
            Short.class,
            Byte.class,
            Boolean.class,
            Character.class,
            Float.class,
            Double.class,
            String.class,
            BigDecimal.class,
            BigInteger.class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            Instant.class,
            OffsetDateTime.class,
            Date.class,
            Duration.class,
            UUID.class,
            byte[].class,
            Object.class);

    /** The class of values with that simple name; an enum belongs to a model. */
    static Class<?> type(String name, ModelClasses classes) {
        return CLASSES.stream()
                .filter(type -> type.getSimpleName().equals(name))
                .findFirst()
                .orElseGet(() -> classes.named(name));
    }

    /** A value of a type, never null. */
    public Object of(Class<?> type, Random random) {
        int number = random.nextInt(6) - 2;
        if (type.isEnum()) {
            return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
        }
        return switch (type.getSimpleName()) {
            case "String" -> TEXTS[random.nextInt(TEXTS.length)];
            case "int", "Integer" -> number;
            case "long", "Long" -> number == -2 ? Long.MIN_VALUE : number == 3 ? Long.MAX_VALUE : number;
            case "short", "Short" -> (short) number;
            case "byte", "Byte" -> (byte) number;
            case "boolean", "Boolean" -> random.nextBoolean();
            case "char", "Character" -> "aAb\u00e4%'".charAt(number + 2);
            case "float", "Float" -> number == 3 ? 1e20f : number * 0.1f;
            case "double", "Double" -> random.nextInt(10) == 0 ? DOUBLES[number + 2] : number * 0.1;
            case "BigDecimal" ->
                new BigDecimal(number).movePointLeft(random.nextInt(3)).setScale(random.nextInt(2) + 3);
            case "BigInteger" -> number == 3 ? BigInteger.TEN.pow(25) : BigInteger.valueOf(number);
            case "LocalDate" -> LocalDate.of(2026, 1, 3 + number);
            case "LocalTime" -> LocalTime.of(10, 0).plusNanos(number * 500L);
            case "LocalDateTime" -> LocalDateTime.of(2026, 1, 1, 0, 0).plusNanos(number * 500L);
            case "Instant" -> Instant.parse("2026-01-01T00:00:00Z").plusNanos(number * 500L);
            case "OffsetDateTime" ->
                Instant.parse("2026-01-01T00:00:00Z")
                        .plusNanos(number * 500L)
                        .atOffset(ZoneOffset.ofHours(random.nextInt(5) - 2));
            case "Date" -> Date.from(Instant.parse("2026-01-01T00:00:00Z").plusMillis(number));
            case "Duration" -> Duration.ofNanos(number * 500L);
            case "UUID" -> new UUID(number, number);
            case "byte[]" -> new byte[] {(byte) number, 0, (byte) (number * 100)};
            default -> throw new IllegalArgumentException(type + " has no random values");
        };
    }

    /** What a text may be matched with. */
    public String pattern(Random random) {
        return PATTERNS[random.nextInt(PATTERNS.length)];
    }

    /** A value as it is written in a query. */
    static String literal(Object value) {
        if (value instanceof Number number) {
            return number instanceof BigDecimal decimal ? decimal.toPlainString() : number.toString();
        }
        return value instanceof Boolean truth
                ? (truth ? "TRUE" : "false")
                : "'" + text(value).replace("'", "''") + "'";
    }

    /** The form that a value of most types has in a query. */
    static String text(Object value) {
        return value instanceof Date date
                ? date.toInstant().toString()
                : value instanceof Enum<?> constant
                        ? constant.name()
                        : value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value.toString();
    }
}
