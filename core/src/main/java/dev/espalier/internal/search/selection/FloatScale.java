package dev.espalier.internal.search.selection;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The levels by which an engine adds the floats of a column exactly, in any order, since it rounds no sum of a level: Rump, Ogita, Oishi 2008, Accurate
 * floating-point summation; Demmel, Nguyen 2013, Fast reproducible floating-point summation. Each level has the values of the level above, less what these are
 * when they are rounded to a multiple of its unit; the last level has the rest, which is not rounded.
 *
 * <pre>
 * SUM((x + c) - c), SUM(x - ((x + c) - c))     c = 1.5 * 2^52 * unit
 * </pre>
 *
 * @param bound the power of two that is greater than each absolute value
 * @param growth the bits of the number of values
 * @param unit the power of two of which each rest in the last level is a multiple
 * @param shifts for each level but the last the number that rounds to its unit
 */
public record FloatScale(int bound, int growth, int unit, List<Double> shifts) {

    /** More levels take longer than reading the values. */
    private static final int MOST_LEVELS = 3;

    private static final int DIGITS = 53;
    /** With fewer values a shift would be less than twice the greatest one. */
    private static final int LEAST_GROWTH = 2;

    private static final int LEAST_UNIT = Double.MIN_EXPONENT - DIGITS + 1;

    /**
     * Returns the levels for values of a column.
     *
     * @return empty if three levels cannot hold them, or a value is not finite
     */
    static Optional<FloatScale> of(FloatRange range) {
        int bound = bound(range);
        int growth = Math.max(LEAST_GROWTH, growth(range));
        if (!Double.isFinite(range.greatest()) || bound + growth >= Double.MAX_EXPONENT) {
            return Optional.empty();
        }
        List<Double> shifts = new ArrayList<>();
        // Values up to 2^bound add up to 2^(bound + growth) at most, which is exact in multiples of this unit.
        int unit = bound + growth - DIGITS;
        while (unit > unit(range)) {
            if (shifts.size() == MOST_LEVELS - 1) {
                return Optional.empty();
            }
            shifts.add(Math.scalb(1.5, DIGITS - 1 + unit));
            unit += growth - DIGITS - 1; // a rest is half a unit at most
        }
        return Optional.of(new FloatScale(bound, growth, unit, List.copyOf(shifts)));
    }

    /** Returns whether no sum of a level of such values is rounded. */
    boolean holds(FloatRange range) {
        return Double.isFinite(range.greatest())
                && bound(range) <= bound
                && growth(range) <= growth
                && unit(range) >= unit;
    }

    /** The power of two that is greater than each absolute value. */
    private static int bound(FloatRange range) {
        return exponent(range.greatest()) + 1;
    }

    /** The bits of the number of values. */
    private static int growth(FloatRange range) {
        return Long.SIZE - Long.numberOfLeadingZeros(range.count());
    }

    /** A power of two of which each value is a multiple. */
    private static int unit(FloatRange range) {
        return Math.max(LEAST_UNIT, exponent(range.least()) - DIGITS + 1);
    }

    /** The exponent of a number's first digit; of a subnormal number a greater one. */
    private static int exponent(double number) {
        return Math.max(Double.MIN_EXPONENT, Math.getExponent(number));
    }

    /** Returns the values of each level. */
    List<Expression> levels(ColumnOf column) {
        List<Expression> levels = new ArrayList<>();
        Expression rest = column;
        for (double shift : shifts) {
            Expression rounded = new Expression.Rounded(rest, new Expression.Bind(ColumnType.DOUBLE, shift));
            levels.add(rounded);
            rest = new Expression.Minus(rest, rounded);
        }
        levels.add(rest);
        return levels;
    }
}
