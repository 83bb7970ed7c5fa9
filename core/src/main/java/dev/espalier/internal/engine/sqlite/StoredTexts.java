package dev.espalier.internal.engine.sqlite;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.LargestDecimals;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.UUID;

/** The texts that stand for decimals, dates, times and UUIDs, and back. */
final class StoredTexts {

    /** So many characters of a text a message shows. */
    private static final int SHOWN = 60;

    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.MICRO_OF_SECOND, 6, 6, true)
            .toFormatter(Locale.ROOT);
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT);
    private static final DateTimeFormatter TIMESTAMP = new DateTimeFormatterBuilder()
            .append(DATE)
            .appendLiteral(' ')
            .append(TIME)
            .toFormatter(Locale.ROOT);

    private StoredTexts() {}

    /** Whether texts stand for the values of a type. */
    static boolean areOf(ColumnType type) {
        return switch (type) {
            case DECIMAL, INTEGRAL, DATE, TIME, TIMESTAMP, UUID -> true;
            case BOOLEAN, SMALLINT, INTEGER, BIGINT, DOUBLE, TEXT, NAME, BINARY -> false;
        };
    }

    /** The text of a value; any other value itself. */
    static Object of(ColumnType type, Object value) {
        return switch (type) {
            case DECIMAL, INTEGRAL -> ((BigDecimal) value).toPlainString();
            case DATE -> DATE.format((LocalDate) value);
            case TIME -> TIME.format((LocalTime) value);
            case TIMESTAMP -> TIMESTAMP.format((LocalDateTime) value);
            case UUID -> value.toString();
            case BOOLEAN, SMALLINT, INTEGER, BIGINT, DOUBLE, TEXT, NAME, BINARY -> value;
        };
    }

    /**
     * The value of a text.
     *
     * @throws IllegalArgumentException if it has none: a plain SQL client can write any text into any column
     */
    static Object value(ColumnType type, String text) {
        try {
            return switch (type) {
                case DECIMAL, INTEGRAL -> LargestDecimals.parse(text);
                case DATE -> date(text);
                case TIME -> LocalTime.parse(text, TIME);
                case TIMESTAMP -> LocalDateTime.parse(text, TIMESTAMP);
                case UUID -> UUID.fromString(text);
                case BOOLEAN, SMALLINT, INTEGER, BIGINT, DOUBLE, TEXT, NAME, BINARY -> text;
            };
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new IllegalArgumentException(found(text) + expected(type), e);
        }
    }

    /** The beginning of a message about a text. */
    static String found(String text) {
        return "found '" + (text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text) + "'; expected ";
    }

    static String expected(ColumnType type) {
        return switch (type) {
            case DECIMAL, INTEGRAL -> LargestDecimals.EXPECTED;
            case DATE -> "a date such as '2026-12-01'";
            case TIME -> "a time such as '17:30:00.000000'";
            case TIMESTAMP -> "a date and a time such as '2026-12-01 17:30:00.000000'";
            case UUID -> "a UUID such as '123e4567-e89b-12d3-a456-426614174000'";
            case BOOLEAN -> "0 or 1";
            case SMALLINT, INTEGER, BIGINT -> "a whole number of the type";
            case DOUBLE -> "a number";
            case TEXT, NAME -> "a text";
            case BINARY -> "bytes such as x'00ff'";
        };
    }

    /** Reads dates of four-digit years without the formatter: 0.02 us in place of 0.4 (2026-11-23). Days that not every month has are left to the formatter. */
    private static LocalDate date(String text) {
        if (text.length() == 10 && text.charAt(4) == '-' && text.charAt(7) == '-') {
            int year = number(text, 0, 4);
            int month = number(text, 5, 7);
            int day = number(text, 8, 10);
            if (year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= 28) {
                return LocalDate.of(year, month, day);
            }
        }
        return LocalDate.parse(text, DATE);
    }

    /** Returns the number that these characters spell; negative if one of them is no digit. */
    private static int number(String text, int from, int to) {
        int number = 0;
        for (int at = from; at < to; at++) {
            int digit = text.charAt(at) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }
}
