package dev.espalier.internal.model;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Date;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Converts values to another type, if the other type has a value that means the same. A text becomes what a query's literal of that text means;
 * everything becomes the text that says it. Numbers keep all decimal digits.
 */
public final class ValueConversion {

    private ValueConversion() {}

    /**
     * Converts a value.
     *
     * @param value of any type of values, never null; the constant of an enum by its name
     * @throws IllegalArgumentException if the type has no such value; the message says what is expected, for example {@code a number such as 42}
     */
    public static Object convert(Object value, ValueType to) {
        if (to.javaClass().isInstance(value)) {
            return value;
        }
        if (value instanceof LocalDate date && to.javaClass() == LocalDateTime.class) {
            return date.atStartOfDay();
        }
        if (to.javaClass() == String.class && !to.isEnum()) {
            return text(value);
        }
        Object parsed = to.javaClass() == Boolean.class && value instanceof String text
                ? truth(text)
                : to.parse(form(value, to), text(value));
        Object[] row = new Object[to.parts().size()];
        to.encode(parsed, row, 0);
        Object converted = Objects.requireNonNull(to.decode(row, 0));
        if (converted instanceof Number
                && new BigDecimal(text(converted))
                                .compareTo(new BigDecimal(text(value).strip()))
                        != 0) {
            throw new IllegalArgumentException("a number that " + to.name() + " can hold");
        }
        return converted;
    }

    private static Boolean truth(String text) {
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return Boolean.valueOf(text);
        }
        throw new IllegalArgumentException("'true' or 'false'");
    }

    private static ValueType.Literal form(Object value, ValueType to) {
        if (value instanceof String) {
            return Number.class.isAssignableFrom(to.javaClass()) ? ValueType.Literal.NUMBER : ValueType.Literal.STRING;
        }
        return value instanceof Number
                ? ValueType.Literal.NUMBER
                : value instanceof Boolean ? ValueType.Literal.BOOLEAN : ValueType.Literal.STRING;
    }

    private static String text(Object value) {
        if (value instanceof Double || value instanceof Float) {
            return new BigDecimal(value.toString()).stripTrailingZeros().toPlainString();
        }
        return value instanceof BigDecimal decimal
                ? decimal.toPlainString()
                : value instanceof byte[] bytes
                        ? HexFormat.of().formatHex(bytes)
                        : value instanceof Date date
                                        && !(date instanceof java.sql.Date)
                                        && !(date instanceof java.sql.Time)
                                ? date.toInstant().toString()
                                : value.toString();
    }
}
