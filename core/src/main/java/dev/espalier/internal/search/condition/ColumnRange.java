package dev.espalier.internal.search.condition;

import dev.espalier.internal.dialect.Limits;
import dev.espalier.internal.model.ColumnType;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The numbers that a column can hold on an engine. An engine may refuse to compare a column with any other number, or take it for one of these.
 *
 * @param integerDigits the number of decimal digits before the point
 * @param scale the number of decimal digits behind the point
 */
public record ColumnRange(long integerDigits, int scale) {

    /** Returns whether a column of the type can hold the value; true for values that are no numbers. */
    public static boolean holds(ColumnType type, Limits limits, Object value) {
        return switch (type) {
            case SMALLINT -> !(value instanceof Long number) || number == number.shortValue();
            case INTEGER -> !(value instanceof Long number) || number == number.intValue();
            case DECIMAL, INTEGRAL ->
                !(value instanceof BigDecimal number) || of(type, limits).holds(number);
            case BIGINT, DOUBLE, BOOLEAN, TEXT, NAME, DATE, TIME, TIMESTAMP, UUID, BINARY -> true;
        };
    }

    /** Returns the greatest number below one that a column cannot hold; the number itself if that is beyond the column's range. */
    static Object floor(ColumnType type, Limits limits, Object value) {
        return value instanceof BigDecimal number && of(type, limits).isInRange(number)
                ? number.setScale(of(type, limits).scale, RoundingMode.FLOOR)
                : value;
    }

    private static ColumnRange of(ColumnType type, Limits limits) {
        return type == ColumnType.DECIMAL
                ? new ColumnRange(limits.decimalInteger(), limits.decimalScale())
                : new ColumnRange((long) limits.decimalInteger() + limits.decimalScale(), 0);
    }

    private boolean holds(BigDecimal number) {
        return isInRange(number) && number.stripTrailingZeros().scale() <= scale;
    }

    /** Also a fraction below the least number is beyond the range once it is rounded down. */
    private boolean isInRange(BigDecimal number) {
        if (number.signum() == 0) {
            return true;
        }
        return (long) number.precision() - number.scale() <= integerDigits
                && (number.signum() > 0
                        || number.scale() <= scale
                        || number.setScale(scale, RoundingMode.FLOOR).precision() - scale <= integerDigits);
    }
}
