package dev.espalier.naive;

import dev.espalier.internal.rql.Operand;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.stream.Stream;

/** What SUM, MIN, MAX and AVG make of values. */
final class Aggregates {

    private Aggregates() {}

    /**
     * Whole and decimal numbers are added exactly, an average of them is a {@link Order.Fraction}; of floating numbers the exact result is
     * rounded once to a double.
     *
     * @param values none of them null
     * @return null of no values
     */
    static Object of(Operand.Function function, List<Object> values) {
        if (values.isEmpty()) {
            return null;
        }
        return switch (function) {
            case MIN -> values.stream().min(Order::compare).orElseThrow();
            case MAX -> values.stream().max(Order::compare).orElseThrow();
            case SUM -> isFloating(values) ? (Object) nearest(sum(values), 1) : sum(values);
            case AVG ->
                isFloating(values)
                        ? (Object) nearest(sum(values), values.size())
                        : new Order.Fraction(sum(values), values.size());
        };
    }

    private static boolean isFloating(List<Object> values) {
        return Order.isFloating(values.get(0));
    }

    private static BigDecimal sum(List<Object> values) {
        return values.stream().map(value -> Order.exact((Number) value)).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** The double next to a quotient; of two that are equally near the even one. */
    static double nearest(BigDecimal sum, int count) {
        // Within one unit in the last place of the answer, since so many digits are more than a double has.
        double near = sum.divide(BigDecimal.valueOf(count), new MathContext(40)).doubleValue();
        return Stream.of(Math.nextDown(near), near, Math.nextUp(near))
                .filter(Double::isFinite)
                .min((a, b) -> {
                    int order = distance(a, sum, count).compareTo(distance(b, sum, count));
                    return order != 0
                            ? order
                            : Long.compare(Double.doubleToLongBits(a) & 1, Double.doubleToLongBits(b) & 1);
                })
                .filter(nearest -> Double.isFinite(near))
                .orElse(near);
    }

    private static BigDecimal distance(double candidate, BigDecimal sum, int count) {
        return new BigDecimal(candidate)
                .multiply(BigDecimal.valueOf(count))
                .subtract(sum)
                .abs();
    }
}
