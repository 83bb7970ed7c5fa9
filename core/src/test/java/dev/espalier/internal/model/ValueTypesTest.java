package dev.espalier.internal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.internal.model.ValueType.Literal;
import java.lang.annotation.RetentionPolicy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Date;
import java.util.List;
import java.util.TimeZone;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
@NullUnmarked // its classes are written as users write theirs
class ValueTypesTest {

    private static List<Object> values() {
        return List.of(
                true,
                Byte.MIN_VALUE,
                Short.MAX_VALUE,
                Integer.MIN_VALUE,
                Long.MAX_VALUE,
                0.1f,
                Float.MIN_VALUE,
                -0.0,
                Double.MAX_VALUE,
                'x',
                '\ud83d',
                "",
                "a\0b \ud83d\ude00",
                DayOfWeek.MONDAY,
                new BigDecimal("1.50"),
                new BigDecimal("1E+3"),
                new BigDecimal("-0.000"),
                BigInteger.TEN.pow(40),
                LocalDate.of(1, 1, 1),
                LocalDate.of(9999, 12, 31),
                LocalTime.MAX,
                LocalTime.MIDNIGHT,
                LocalTime.of(1, 2, 3, 123_456_789),
                LocalDateTime.of(2026, 12, 1, 10, 15, 30, 999_999_999),
                Instant.parse("1582-01-01T00:00:00.000000001Z"),
                Timestamp.from(Instant.parse("2026-03-29T01:30:00.123456789Z")),
                new Date(-1),
                new Date(1_700_000_000_123L),
                java.sql.Date.valueOf("2026-12-01"),
                new Time(Time.valueOf("10:15:30").getTime() + 7),
                OffsetDateTime.parse("2026-12-01T00:00:00.000000999+05:30"),
                Duration.ofSeconds(-1, 1),
                UUID.randomUUID(),
                new byte[] {0, -1});
    }

    @Test
    void everyValueComesBackUnchanged() {
        for (Object value : values()) {
            assertThat(decoded(value)).as(value.getClass().getName()).isEqualTo(value);
        }
    }

    @Test
    void aDayThatJavaSqlDateLacksIsRefused() {
        TimeZone before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Apia"));
            ValueType type = ValueTypes.find(java.sql.Date.class);
            for (LocalDate day : List.of(LocalDate.of(2011, 12, 30), LocalDate.of(1582, 10, 10))) {
                assertThatThrownBy(() -> type.decode(new Object[] {day}, 0))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage(
                                "found " + day
                                        + ", which java.sql.Date does not have in the time zone Pacific/Apia; declare the field as LocalDate");
            }
            assertThat(type.decode(new Object[] {LocalDate.of(2011, 12, 31)}, 0))
                    .isEqualTo(java.sql.Date.valueOf("2011-12-31"));
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void everyValueComesBackInADistantTimeZone() {
        TimeZone before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Apia"));
            everyValueComesBackUnchanged();
            assertThat(encoded(new Timestamp(0))).containsExactly(LocalDateTime.of(1970, 1, 1, 0, 0), 0L);
            assertThat(encoded(new Date(0))).containsExactly(LocalDateTime.of(1970, 1, 1, 0, 0));
            assertThat(encoded(java.sql.Date.valueOf("2026-12-01"))).containsExactly(LocalDate.of(2026, 12, 1));
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void columnValuesHaveTheJavaClassOfTheirType() {
        for (Object value : values()) {
            ValueType type = type(value);
            Object[] row = encoded(value);
            for (int i = 0; i < row.length; i++) {
                assertThat(row[i]).isInstanceOf(type.parts().get(i).type().javaClass());
            }
        }
    }

    @Test
    void aValueWithoutAColumnIsNull() {
        for (Object value : values()) {
            ValueType type = type(value);
            assertThat(type.decode(new Object[type.parts().size()], 0)).isNull();
        }
    }

    @Test
    void leadingColumnsOrderValuesOfSeveralColumns() {
        assertThat(encoded(LocalTime.of(1, 2, 3, 123_456_789)))
                .containsExactly(LocalTime.of(1, 2, 3, 123_456_000), 789L);
        assertThat(encoded(OffsetDateTime.parse("2026-12-01T00:00:00.000000999+05:30")))
                .containsExactly(LocalDateTime.of(2026, 11, 30, 18, 30), 999L, 19_800L);
        assertThat(encoded(new BigDecimal("1.50"))).containsExactly(new BigDecimal("1.50"), 2L);
        assertThat(ValueTypes.find(OffsetDateTime.class).comparedParts()).isEqualTo(2);
        assertThat(ValueTypes.find(BigDecimal.class).comparedParts()).isEqualTo(1);
    }

    @Test
    void decimalOfALargerScaleKeepsItsValue() {
        assertThat(ValueTypes.find(BigDecimal.class).decode(new Object[] {new BigDecimal("1.55000"), 1L}, 0))
                .isEqualTo(new BigDecimal("1.55000"));
        assertThat(ValueTypes.find(BigDecimal.class).decode(new Object[] {new BigDecimal("1.5000"), 1L}, 0))
                .isEqualTo(new BigDecimal("1.5"));
    }

    @Test
    void unstorableValueIsRefused() {
        assertRefused(Double.NaN, "NaN; only finite numbers are kept");
        assertRefused(Float.NEGATIVE_INFINITY, "-Infinity; only finite numbers are kept");
        assertRefused("ab\ud83d", "U+D83D at index 2 is half of a surrogate pair; only whole characters are kept");
        assertRefused("\ude00\ud83d", "U+DE00 at index 0 is half of a surrogate pair; only whole characters are kept");
        assertRefused(LocalDate.of(0, 12, 31), "0000-12-31; only the years 1 to 9999 are kept");
        assertRefused(LocalDateTime.of(10_000, 1, 1, 0, 0), "+10000-01-01T00:00; only the years 1 to 9999 are kept");
        assertRefused(Instant.MAX, "+1000000000-12-31T23:59:59.999999999Z; only the years 1 to 9999 are kept");
        assertRefused(
                OffsetDateTime.parse("9999-12-31T23:00:00-02:00"),
                "+10000-01-01T01:00:00Z; only the years 1 to 9999 are kept");
        assertRefused(Duration.ofDays(200_000), "PT4800000H; only durations up to 292 years are kept");
        assertRefused(
                new BigDecimal("1e40000"), "a decimal of scale -40000; only scales from -32768 to 32767 are kept");
    }

    @Test
    void numbersInAQueryAreExact() {
        assertThat(parse(Long.class, Literal.NUMBER, "976")).isEqualTo(976L);
        assertThat(parse(Byte.class, Literal.NUMBER, "2.0")).isEqualTo(2L);
        assertThat(parse(Byte.class, Literal.NUMBER, "1e9")).isEqualTo(1_000_000_000L);
        assertThat(parse(Integer.class, Literal.NUMBER, "2.5")).isEqualTo(new BigDecimal("2.5"));
        assertThat(parse(Long.class, Literal.NUMBER, "9223372036854775808"))
                .isEqualTo(new BigDecimal("9223372036854775808"));
        assertThat(parse(Float.class, Literal.NUMBER, "0.1")).isEqualTo(0.1f);
        assertThat(parse(Double.class, Literal.NUMBER, "1e999")).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(parse(BigDecimal.class, Literal.STRING, "1.50")).isEqualTo(new BigDecimal("1.50"));
        assertThat(parse(BigInteger.class, Literal.NUMBER, "1e3")).isEqualTo(BigInteger.valueOf(1000));
        assertThat(parse(BigInteger.class, Literal.NUMBER, "0.5")).isEqualTo(new BigDecimal("0.5"));
        assertNoLiteral(Integer.class, Literal.STRING, "1", "a number such as 42");
        assertNoLiteral(Integer.class, Literal.NUMBER, "1e999999999", "a number of at most 1,000 digits");
        assertNoLiteral(BigDecimal.class, Literal.NUMBER, "1".repeat(1_001), "a number of at most 1,000 digits");
    }

    @Test
    void otherLiteralsUseTheIsoForm() {
        assertThat(parse(Boolean.class, Literal.BOOLEAN, "TRUE")).isEqualTo(true);
        assertThat(parse(Character.class, Literal.STRING, "x")).isEqualTo('x');
        assertThat(parse(RetentionPolicy.class, Literal.STRING, "CLASS")).isEqualTo(RetentionPolicy.CLASS);
        assertThat(parse(LocalDate.class, Literal.STRING, "2026-12-01")).isEqualTo(LocalDate.of(2026, 12, 1));
        assertThat(parse(Instant.class, Literal.STRING, "2026-12-01T01:00:00+01:00"))
                .isEqualTo(Instant.parse("2026-12-01T00:00:00Z"));
        assertThat(parse(byte[].class, Literal.STRING, "0aFF")).isEqualTo(new byte[] {10, -1});
        assertNoLiteral(LocalDate.class, Literal.STRING, "1.12.2026", "a date such as '2026-12-01'");
        assertNoLiteral(LocalDate.class, Literal.NUMBER, "20261201", "a date such as '2026-12-01'");
        assertNoLiteral(Character.class, Literal.STRING, "xy", "one character such as 'x'");
        assertNoLiteral(RetentionPolicy.class, Literal.STRING, "class", "one of 'SOURCE', 'CLASS', 'RUNTIME'");
        assertNoLiteral(
                UUID.class, Literal.STRING, "1-1-1-1-1", "a UUID such as '123e4567-e89b-12d3-a456-426614174000'");
        assertNoLiteral(Boolean.class, Literal.NUMBER, "1", "TRUE or FALSE");
        assertNoLiteral(byte[].class, Literal.STRING, "abc", "hexadecimal digits such as '0aff'");
    }

    private static ValueType type(Object value) {
        return ValueTypes.find(value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass());
    }

    private static Object[] encoded(Object value) {
        ValueType type = type(value);
        Object[] row = new Object[type.parts().size()];
        type.encode(value, row, 0);
        return row;
    }

    private static Object decoded(Object value) {
        return type(value).decode(encoded(value), 0);
    }

    private static Object parse(Class<?> type, Literal form, String text) {
        return ValueTypes.find(type).parse(form, text);
    }

    private static void assertRefused(Object value, String message) {
        assertThatThrownBy(() -> encoded(value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    private static void assertNoLiteral(Class<?> type, Literal form, String text, String message) {
        assertThatThrownBy(() -> parse(type, form, text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
