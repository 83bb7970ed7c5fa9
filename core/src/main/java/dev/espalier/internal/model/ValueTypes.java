package dev.espalier.internal.model;

import static dev.espalier.internal.model.ColumnType.BIGINT;
import static dev.espalier.internal.model.ColumnType.BINARY;
import static dev.espalier.internal.model.ColumnType.BOOLEAN;
import static dev.espalier.internal.model.ColumnType.DATE;
import static dev.espalier.internal.model.ColumnType.INTEGER;
import static dev.espalier.internal.model.ColumnType.SMALLINT;
import static dev.espalier.internal.model.ColumnType.TEXT;
import static dev.espalier.internal.model.ColumnType.TIME;
import static dev.espalier.internal.model.ColumnType.TIMESTAMP;

import java.lang.invoke.MethodType;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The Java types that are kept as plain values. A new one is one line here, and a class if it needs more than one column. */
final class ValueTypes {

    private static final Map<Class<?>, ValueType> BY_CLASS = Arrays.stream(new ValueType[] {
                new IntegerType(Byte.class, SMALLINT, number -> (byte) number),
                new IntegerType(Short.class, SMALLINT, number -> (short) number),
                new IntegerType(Integer.class, INTEGER, number -> (int) number),
                new IntegerType(Long.class, BIGINT, number -> number),
                FloatingType.FLOAT,
                FloatingType.DOUBLE,
                new DecimalType(),
                new BigIntegerType(),
                new PlainType<>(Boolean.class, BOOLEAN, value -> value, column -> column, ValueTypes::parseBoolean),
                new PlainType<>(
                        Character.class,
                        INTEGER,
                        value -> (long) value,
                        (Long column) -> (char) column.longValue(),
                        text(ValueTypes::parseCharacter, "one character such as 'x'")),
                new PlainType<>(
                        String.class,
                        TEXT,
                        ValueTypes::checkText,
                        column -> column,
                        text(value -> value, "a text such as 'x'")),
                new PlainType<>(
                        LocalDate.class,
                        DATE,
                        Years::check,
                        column -> column,
                        text(LocalDate::parse, "a date such as '2026-12-01'")),
                new PlainType<>(
                        java.sql.Date.class,
                        DATE,
                        value -> Years.check(value.toLocalDate()),
                        ValueTypes::sqlDate,
                        text(text -> sqlDate(LocalDate.parse(text)), "a date such as '2026-12-01'")),
                new TimeType(),
                new PlainType<>(
                        Time.class,
                        TIME,
                        ValueTypes::timeOfDay,
                        ValueTypes::sqlTime,
                        text(text -> sqlTime(LocalTime.parse(text)), "a time such as '10:15:30.123'")),
                new MomentType<>(
                        LocalDateTime.class,
                        Years::check,
                        column -> column,
                        text(LocalDateTime::parse, "a time such as '2026-12-01T10:15:30'")),
                new MomentType<>(
                        Instant.class,
                        Years::utc,
                        column -> column.toInstant(ZoneOffset.UTC),
                        text(ValueTypes::parseInstant, MomentType.INSTANT)),
                new MomentType<>(
                        Timestamp.class,
                        value -> Years.utc(value.toInstant()),
                        column -> Timestamp.from(column.toInstant(ZoneOffset.UTC)),
                        text(text -> Timestamp.from(parseInstant(text)), MomentType.INSTANT)),
                new PlainType<>(
                        Date.class,
                        TIMESTAMP,
                        value -> Years.utc(Instant.ofEpochMilli(value.getTime())),
                        column -> Date.from(column.toInstant(ZoneOffset.UTC)),
                        text(text -> Date.from(parseInstant(text)), MomentType.INSTANT)),
                new OffsetDateTimeType(),
                new PlainType<>(
                        Duration.class,
                        BIGINT,
                        ValueTypes::nanoseconds,
                        Duration::ofNanos,
                        text(Duration::parse, "a duration such as 'PT1H30M'")),
                new PlainType<>(
                        UUID.class,
                        ColumnType.UUID,
                        value -> value,
                        column -> column,
                        text(ValueTypes::parseUuid, "a UUID such as '123e4567-e89b-12d3-a456-426614174000'")),
                new PlainType<>(
                        byte[].class,
                        BINARY,
                        value -> value,
                        column -> column,
                        text(HexFormat.of()::parseHex, "hexadecimal digits such as '0aff'")),
            })
            .collect(Collectors.toUnmodifiableMap(ValueType::javaClass, Function.identity()));

    /** By the names that source code gives to them: simple ones, and full ones if two classes have one simple name. */
    private static final Map<String, ValueType> BY_NAME = byName();

    private static final Map<String, Class<?>> PRIMITIVES = Stream.of(
                    boolean.class,
                    byte.class,
                    short.class,
                    int.class,
                    long.class,
                    float.class,
                    double.class,
                    char.class)
            .collect(Collectors.toUnmodifiableMap(Class::getName, Function.identity()));

    private ValueTypes() {}

    private static Map<String, ValueType> byName() {
        Map<String, ValueType> names = new HashMap<>();
        BY_CLASS.forEach((type, value) -> {
            names.put(type.getCanonicalName(), value);
            if (type != java.sql.Date.class) {
                names.put(type.getSimpleName(), value);
            }
        });
        return names;
    }

    /** The type of values of that name, or null. */
    static @Nullable ValueType named(String name) {
        Class<?> primitive = PRIMITIVES.get(name);
        return primitive == null ? BY_NAME.get(name) : find(primitive);
    }

    /** The name of a type of values that are no constants of an enum. */
    static String name(Class<?> type) {
        return type.getPackageName().startsWith("java.sql") || type == Date.class
                ? type.getName()
                : type.getSimpleName();
    }

    static List<String> names() {
        return Stream.concat(
                        PRIMITIVES.keySet().stream(), BY_CLASS.keySet().stream().map(ValueTypes::name))
                .sorted()
                .toList();
    }

    /** The primitive of that name, or null. */
    static @Nullable Class<?> primitive(String name) {
        return PRIMITIVES.get(name);
    }

    /** The type of values of that class, primitive or not, or null if its objects are no plain values. */
    static @Nullable ValueType find(Class<?> type) {
        if (type.isEnum()) {
            return EnumType.of(type);
        }
        return BY_CLASS.get(MethodType.methodType(type).wrap().returnType());
    }

    /** Takes string literals only; whatever {@code parser} throws at a wrong one becomes the expectation. */
    static PlainType.Parser text(Function<String, Object> parser, String expected) {
        return (form, text) -> {
            if (form == ValueType.Literal.STRING) {
                try {
                    return parser.apply(text);
                } catch (RuntimeException e) {
                    throw new IllegalArgumentException(expected, e);
                }
            }
            throw new IllegalArgumentException(expected);
        };
    }

    static Instant parseInstant(String text) {
        return java.time.OffsetDateTime.parse(text).toInstant();
    }

    private static Object parseBoolean(ValueType.Literal form, String text) {
        if (form == ValueType.Literal.BOOLEAN) {
            return Boolean.valueOf(text);
        }
        throw new IllegalArgumentException("TRUE or FALSE");
    }

    private static Character parseCharacter(String text) {
        if (text.length() != 1) {
            throw new IllegalArgumentException();
        }
        return text.charAt(0);
    }

    /** {@code UUID.fromString} also takes shortened groups of digits, which would hide mistakes. */
    private static UUID parseUuid(String text) {
        UUID value = UUID.fromString(text);
        if (text.length() != 36) {
            throw new IllegalArgumentException();
        }
        return value;
    }

    /** No engine keeps half of a surrogate pair: it has no UTF-8 form. */
    private static String checkText(String value) {
        for (int i = 0; i < value.length(); i++) {
            char unit = value.charAt(i);
            if (Character.isSurrogate(unit)) {
                if (Character.isHighSurrogate(unit)
                        && i + 1 < value.length()
                        && Character.isLowSurrogate(value.charAt(i + 1))) {
                    i++;
                } else {
                    throw new IllegalArgumentException(String.format(
                            "U+%04X at index %d is half of a surrogate pair; only whole characters are kept",
                            (int) unit, i));
                }
            }
        }
        return value;
    }

    private static long nanoseconds(Duration value) {
        try {
            return value.toNanos();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(value + "; only durations up to 292 years are kept", e);
        }
    }

    /** A {@code java.sql.Date} of a day that the program's time zone or calendar left out would be another day, and be stored as such. */
    private static java.sql.Date sqlDate(LocalDate column) {
        java.sql.Date date = java.sql.Date.valueOf(column);
        if (!date.toLocalDate().equals(column)) {
            throw new IllegalArgumentException(
                    "found " + column + ", which java.sql.Date does not have in the time zone "
                            + TimeZone.getDefault().getID() + "; declare the field as LocalDate");
        }
        return date;
    }

    private static LocalTime timeOfDay(Time value) {
        // Time.toLocalTime() drops the milliseconds.
        return value.toLocalTime().with(ChronoField.MILLI_OF_SECOND, Math.floorMod(value.getTime(), 1000L));
    }

    private static Time sqlTime(LocalTime column) {
        return new Time(Time.valueOf(column).getTime() + column.get(ChronoField.MILLI_OF_SECOND));
    }
}
