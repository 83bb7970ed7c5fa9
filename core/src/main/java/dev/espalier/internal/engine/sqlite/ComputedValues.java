package dev.espalier.internal.engine.sqlite;

import dev.espalier.internal.model.ColumnType;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Values that an SQL expression of the user's computes, as a column stores them. A column makes a number of a text that is one, and a text of a number, and
 * stores all others as they are: https://www.sqlite.org/datatype3.html#type_affinity.
 */
final class ComputedValues {

    private ComputedValues() {}

    /**
     * The value of a column's type.
     *
     * @param found as the driver reads it: a number, a text, bytes or null
     * @param text the same as text
     * @throws IllegalArgumentException if the column would store it, but it is no value of the type
     */
    static @Nullable Object value(ColumnType type, @Nullable Object found, String text) {
        if (found == null) {
            return null;
        }
        boolean areBytes = found instanceof byte[];
        Object value = areBytes == (type == ColumnType.BINARY) ? ofType(type, found, text) : null;
        if (value == null) {
            throw new IllegalArgumentException(StoredTexts.found(text) + StoredTexts.expected(type));
        }
        return value;
    }

    private static @Nullable Object ofType(ColumnType type, Object found, String text) {
        return switch (type) {
            case BOOLEAN -> {
                BigDecimal number = number(text);
                yield number == null || number.signum() != 0 && number.compareTo(BigDecimal.ONE) != 0
                        ? null
                        : (Object) (number.signum() != 0);
            }
            case SMALLINT, INTEGER, BIGINT -> {
                BigDecimal number = number(text);
                yield number == null || !isWhole(number) || !has64Bits(number)
                        ? null
                        : (Object) number.longValueExact();
            }
            case DOUBLE -> {
                BigDecimal number = number(text);
                yield number == null ? null : (Object) number.doubleValue();
            }
            case TEXT, NAME -> text;
            case BINARY -> found;
            case DECIMAL -> StoredTexts.value(type, text);
            case INTEGRAL -> {
                BigDecimal number = (BigDecimal) StoredTexts.value(type, text);
                yield isWhole(number) ? number : null;
            }
            case DATE, TIME, TIMESTAMP, UUID -> {
                Object value = StoredTexts.value(type, text);
                // Others, such as '2026-02-31', would be read, but no query would find them
                yield StoredTexts.of(type, value).equals(text) ? value : null;
            }
        };
    }

    private static @Nullable BigDecimal number(String text) {
        String digits = text.strip();
        return digits.length() <= 400 && digits.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,3})?")
                ? new BigDecimal(digits)
                : null;
    }

    private static boolean isWhole(BigDecimal number) {
        return number.stripTrailingZeros().scale() <= 0;
    }

    private static boolean has64Bits(BigDecimal number) {
        return number.compareTo(BigDecimal.valueOf(Long.MIN_VALUE)) >= 0
                && number.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
    }
}
