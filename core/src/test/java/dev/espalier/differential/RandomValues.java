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
import java.util.Random;
import java.util.UUID;

/** Few different values of each type, so that random objects are often alike and random questions often hit. */
final class RandomValues {

    /** Order by code point differs from the order of UTF-16 units (U+FF5E before U+1F600), of words, and of most collations. */
    static final String[] TEXTS = {"", "a", "A", "a ", "ab", "aB", "B", "\u00e4", "ss", "\u00df", "a%", "a_b", "a\\b", "it's", "\uff5e", "\ud83d\ude00", "\t",
        "a\nb", "ab\n", "a\rb", "[a]", "*", "a?", "^", "\u0130", "\u0131", "k\u212a"};

    private RandomValues() {}

    /** A value of a type that is no enum, never null. */
    static Object of(Class<?> type, Random random) {
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
            case "float", "Float" -> number * 0.1f;
            case "double", "Double" -> number * 0.1;
            case "BigDecimal" -> new BigDecimal(number).movePointLeft(random.nextInt(3)).setScale(random.nextInt(2) + 3);
            case "BigInteger" -> number == 3 ? BigInteger.TEN.pow(25) : BigInteger.valueOf(number);
            case "LocalDate" -> LocalDate.of(2026, 1, 3 + number);
            case "LocalTime" -> LocalTime.of(10, 0).plusNanos(number * 500L);
            case "LocalDateTime" -> LocalDateTime.of(2026, 1, 1, 0, 0).plusNanos(number * 500L);
            case "Instant" -> Instant.parse("2026-01-01T00:00:00Z").plusNanos(number * 500L);
            case "OffsetDateTime" -> Instant.parse("2026-01-01T00:00:00Z").plusNanos(number * 500L).atOffset(ZoneOffset.ofHours(random.nextInt(5) - 2));
            case "Date" -> Date.from(Instant.parse("2026-01-01T00:00:00Z").plusMillis(number));
            case "Duration" -> Duration.ofNanos(number * 500L);
            case "UUID" -> new UUID(number, number);
            default -> throw new IllegalArgumentException(type + " has no random values");
        };
    }

    /** A value of a type as it is written in a query. */
    static String literal(Class<?> type, Random random) {
        Object value = of(type, random);
        if (value instanceof Boolean truth) {
            return truth ? "TRUE" : "false";
        }
        if (value instanceof Float || value instanceof Double) {
            return value.toString();
        }
        if (value instanceof Number) {
            return value instanceof BigDecimal decimal ? decimal.toPlainString() : value + (random.nextInt(6) == 0 ? ".5" : "");
        }
        String text = value instanceof Date date ? date.toInstant().toString() : value instanceof Enum<?> constant ? constant.name() : value.toString();
        return "'" + text.replace("'", "''") + "'";
    }
}
