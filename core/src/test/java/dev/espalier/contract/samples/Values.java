package dev.espalier.contract.samples;

import dev.espalier.testing.Engine;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;

/** A class with a field of every type, and objects that hold the values at each type's ends. */
@SuppressWarnings("unused") // the fields are read by reflection
public class Values {

    public enum Colour {
        RED,
        GREEN,
        _blue
    }

    public long id;
    public boolean truth;
    public byte small;
    public short shorter;
    public int number;
    public long longer;
    public float single;
    public double real;
    public char letter;
    public Boolean boxedTruth;
    public Byte boxedSmall;
    public Short boxedShorter;
    public Integer boxedNumber;
    public Long boxedLonger;
    public Float boxedSingle;
    public Double boxedReal;
    public Character boxedLetter;
    public String text;
    public Colour colour;
    public BigDecimal decimal;
    public BigInteger whole;
    public LocalDate date;
    public LocalTime time;
    public LocalDateTime moment;
    public Instant instant;
    public OffsetDateTime offset;
    public Duration duration;
    public Date oldDate;
    public java.sql.Date sqlDate;
    public java.sql.Time sqlTime;
    public java.sql.Timestamp timestamp;
    public UUID uuid;
    public byte[] bytes;
    public Optional<String> maybeText;
    public OptionalInt maybeNumber;
    public OptionalLong maybeLonger;
    public OptionalDouble maybeReal;

    /** Nothing but what a field has from Java; an Optional that is null would come back empty. */
    public static Values nothing() {
        Values values = new Values();
        values.maybeText = Optional.empty();
        values.maybeNumber = OptionalInt.empty();
        values.maybeLonger = OptionalLong.empty();
        values.maybeReal = OptionalDouble.empty();
        return values;
    }

    public static Values least() {
        Values values = nothing();
        values.truth = false;
        values.small = Byte.MIN_VALUE;
        values.shorter = Short.MIN_VALUE;
        values.number = Integer.MIN_VALUE;
        values.longer = Long.MIN_VALUE;
        values.single = -Float.MAX_VALUE;
        values.real = -Double.MAX_VALUE;
        values.letter = Character.MIN_VALUE;
        values.boxedTruth = false;
        values.boxedSmall = Byte.MIN_VALUE;
        values.boxedShorter = Short.MIN_VALUE;
        values.boxedNumber = Integer.MIN_VALUE;
        values.boxedLonger = Long.MIN_VALUE;
        values.boxedSingle = Float.MIN_VALUE;
        values.boxedReal = Double.MIN_NORMAL;
        values.boxedLetter = Character.MIN_VALUE;
        values.text = "";
        values.colour = Colour.RED;
        values.decimal = new BigDecimal("-99999999999999999999999999999999999");
        values.whole = BigInteger.TEN.pow(65).subtract(BigInteger.ONE).negate();
        values.date = LocalDate.of(1, 1, 1);
        values.time = LocalTime.MIDNIGHT;
        values.moment = LocalDateTime.of(1, 1, 1, 0, 0);
        values.instant = Instant.parse("0001-01-01T00:00:00Z");
        values.offset = OffsetDateTime.parse("0001-01-02T00:00:00+18:00");
        values.duration = Duration.ofNanos(Long.MIN_VALUE);
        values.oldDate = Date.from(Instant.parse("1583-01-01T00:00:00.001Z"));
        values.sqlDate = java.sql.Date.valueOf("1583-01-01");
        values.sqlTime = java.sql.Time.valueOf("00:00:00");
        values.timestamp = java.sql.Timestamp.from(Instant.parse("1583-01-01T00:00:00.000000001Z"));
        values.uuid = new UUID(0, 0);
        values.bytes = new byte[0];
        values.maybeText = Optional.of("");
        values.maybeNumber = OptionalInt.of(Integer.MIN_VALUE);
        values.maybeLonger = OptionalLong.of(Long.MIN_VALUE);
        values.maybeReal = OptionalDouble.of(-0.5);
        return values;
    }

    public static Values greatest() {
        Values values = nothing();
        values.truth = true;
        values.small = Byte.MAX_VALUE;
        values.shorter = Short.MAX_VALUE;
        values.number = Integer.MAX_VALUE;
        values.longer = Long.MAX_VALUE;
        values.single = Float.MAX_VALUE;
        values.real = Double.MAX_VALUE;
        values.letter = Character.MAX_VALUE;
        values.boxedTruth = true;
        values.boxedSmall = Byte.MAX_VALUE;
        values.boxedShorter = Short.MAX_VALUE;
        values.boxedNumber = Integer.MAX_VALUE;
        values.boxedLonger = Long.MAX_VALUE;
        values.boxedSingle = 1 / 3f;
        values.boxedReal = Math.PI;
        values.boxedLetter = '\ud800';
        values.text = "x".repeat(100_000);
        values.colour = Colour._blue;
        values.decimal = new BigDecimal("99999999999999999999999999999999999.999999999999999999999999999999");
        values.whole = BigInteger.TEN.pow(65).subtract(BigInteger.ONE);
        values.date = LocalDate.of(9999, 12, 31);
        values.time = LocalTime.MAX;
        values.moment = LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_999);
        values.instant = Instant.parse("9999-12-31T23:59:59.999999999Z");
        values.offset = OffsetDateTime.parse("9999-12-31T05:59:59.999999999-18:00");
        values.duration = Duration.ofNanos(Long.MAX_VALUE);
        values.oldDate = Date.from(Instant.parse("9999-12-31T00:00:00.999Z"));
        values.sqlDate = java.sql.Date.valueOf("9999-12-31");
        values.sqlTime = java.sql.Time.valueOf("23:59:59");
        values.timestamp = java.sql.Timestamp.from(Instant.parse("9999-12-30T23:59:59.999999999Z"));
        values.uuid = new UUID(-1, -1);
        values.bytes = new byte[100_000];
        new java.util.Random(1).nextBytes(values.bytes);
        values.maybeText = Optional.of("\ud83d\ude00");
        values.maybeNumber = OptionalInt.of(Integer.MAX_VALUE);
        values.maybeLonger = OptionalLong.of(Long.MAX_VALUE);
        values.maybeReal = OptionalDouble.of(1e-300);
        return values;
    }

    /** Texts that a driver, a bulk road or a collation may take for something else. */
    public static List<Values> texts() {
        List<Values> all = new ArrayList<>();
        for (String text : new String[] {
            " ",
            "a ",
            " a",
            "a",
            "A",
            "\u00e4",
            "a\u0308",
            "it's",
            "\"",
            "`",
            "\\",
            "\\N",
            "\\n",
            "\\.",
            "NULL",
            "null",
            "\t",
            "\n",
            "\r\n",
            "a\tb\nc",
            "\u001a",
            "\u0001",
            "\u2028",
            "\ufeffx",
            "\ud83d\ude00\ud83c\udf33",
            "\uffff",
            "%_",
            "?",
            ":a",
            "$1",
            "{fn now()}",
            "{ts",
            "--",
            "/*",
            ";",
            "x,y;\"z\"",
            "\u0000".repeat(0)
        }) {
            Values values = nothing();
            values.text = text;
            values.letter = text.isEmpty() ? 'e' : text.charAt(text.length() - 1);
            values.bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            all.add(values);
        }
        return all;
    }

    /** The same values, with decimal numbers as large as the engine keeps: DuckDB has 38 digits, 18 of them after the point. */
    public static <C extends Collection<Values>> C within(Engine engine, C all) {
        if (engine == Engine.DUCKDB) {
            for (Values values : all) {
                if (values.decimal != null && values.decimal.precision() - values.decimal.scale() > 20) {
                    values.decimal = new BigDecimal("99999999999999999999.999999999999999999")
                            .multiply(BigDecimal.valueOf(values.decimal.signum()));
                    values.whole = BigInteger.TEN
                            .pow(38)
                            .subtract(BigInteger.ONE)
                            .multiply(BigInteger.valueOf(values.decimal.signum()));
                } else if (values.decimal != null && values.decimal.scale() > 18) {
                    values.decimal =
                            BigDecimal.ONE.movePointLeft(18).multiply(BigDecimal.valueOf(values.decimal.signum()));
                }
            }
        }
        return all;
    }

    /** The same number at other scales, and small ones. */
    public static List<Values> numbers() {
        List<Values> all = new ArrayList<>();
        for (String decimal : new String[] {
            "0",
            "0.0",
            "0.00",
            "0E+3",
            "1",
            "1.0",
            "1.50",
            "-1.5",
            "1E+3",
            "1E-30",
            "-0.000000000000000000000000000001",
            "123456789.123456789"
        }) {
            Values values = nothing();
            values.decimal = new BigDecimal(decimal);
            values.whole = values.decimal.toBigInteger();
            values.real = values.decimal.doubleValue();
            values.single = values.decimal.floatValue();
            values.bytes = new byte[] {0, 1, (byte) 0xff, (byte) all.size()};
            values.instant = Instant.ofEpochSecond(1_700_000_000L, all.size());
            values.moment = LocalDateTime.of(1970, 1, 1, 0, 0, 0, 999_999_000 + all.size());
            values.time = LocalTime.ofNanoOfDay(all.size() * 1_001L);
            values.offset = values.instant.atOffset(java.time.ZoneOffset.ofTotalSeconds(all.size() * 61));
            values.sqlTime = new java.sql.Time(java.sql.Time.valueOf("10:15:30").getTime() + all.size());
            all.add(values);
        }
        return all;
    }

    /** Days and moments that calendars leave out or have twice: around 1582, leap days of the Julian calendar, changes to summer time and back. */
    public static List<Values> days() {
        List<Values> all = new ArrayList<>();
        for (String moment : new String[] {
            "1582-10-04T12:00",
            "1582-10-05T00:00",
            "1582-10-10T02:30",
            "1582-10-14T23:59:59.999999",
            "1582-10-15T00:00",
            "1500-02-28T00:00",
            "1500-03-01T00:00",
            "1900-02-28T00:00",
            "2000-02-29T00:00",
            "1969-12-31T23:59:59.999999999",
            "2026-03-29T02:30",
            "2026-10-25T02:30",
            "2011-12-30T00:00"
        }) {
            Values values = nothing();
            values.moment = LocalDateTime.parse(moment);
            values.date = values.moment.toLocalDate();
            values.time = values.moment.toLocalTime();
            values.instant = values.moment.toInstant(java.time.ZoneOffset.UTC);
            all.add(values);
        }
        return all;
    }
}
