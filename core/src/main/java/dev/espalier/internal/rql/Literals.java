package dev.espalier.internal.rql;

import dev.espalier.internal.model.LargestDecimals;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.Date;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Java values as the literals that stand for them in a query. */
public final class Literals {

    /** The position of a literal that stands in no text. */
    private static final int NOWHERE = 0;

    private Literals() {}

    /** @throws IllegalArgumentException for a number that no query can have */
    public static Value of(@Nullable Object value) {
        if (value == null) {
            return new Value.NullLiteral(NOWHERE);
        }
        if (value instanceof Boolean truth) {
            return new Value.TruthLiteral(NOWHERE, truth);
        }
        if (value instanceof Number number) {
            return new Value.NumberLiteral(NOWHERE, number(number));
        }
        return new Value.TextLiteral(NOWHERE, text(value));
    }

    private static String number(Number number) {
        if (!LargestDecimals.include(number)) {
            throw new IllegalArgumentException(
                    "found a number beyond what any engine keeps; expected " + LargestDecimals.EXPECTED);
        }
        String text = number.toString();
        try {
            LargestDecimals.parse(text);
        } catch (NumberFormatException notFinite) {
            throw new IllegalArgumentException(
                    text + " is no number that a query can have; expected a finite one", notFinite);
        }
        return text;
    }

    /** The forms that the columns' types read. */
    private static String text(Object value) {
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        if (value instanceof java.sql.Date date) {
            return date.toLocalDate().toString();
        }
        if (value instanceof Time time) {
            // toLocalTime() drops the milliseconds.
            return time.toLocalTime()
                    .with(ChronoField.MILLI_OF_SECOND, Math.floorMod(time.getTime(), 1000L))
                    .toString();
        }
        if (value instanceof Timestamp moment) {
            return moment.toInstant().toString();
        }
        if (value instanceof Date moment) {
            return Instant.ofEpochMilli(moment.getTime()).toString();
        }
        return value.toString();
    }
}
