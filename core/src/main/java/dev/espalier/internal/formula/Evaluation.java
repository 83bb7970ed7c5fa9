package dev.espalier.internal.formula;

import dev.espalier.internal.plan.FormulaType.Kind;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.PlannedTest;
import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.rql.Operator;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Evaluates formulas and tests. A formula of a missing value has no value. For one thread. */
public final class Evaluation {

    /** The digits of a quotient behind the point: MySQL and MariaDB store no more. */
    public static final int PLACES = 30;

    private final Map<PlannedTest.Match, Pattern> patterns = new HashMap<>();

    /**
     * Returns the value of a formula.
     *
     * @throws ArithmeticException if a number is too large
     */
    @Nullable
    public Object value(PlannedFormula formula, RowValues row) {
        if (formula instanceof PlannedFormula.Field field) {
            return row.field(field.source(), field.index());
        }
        if (formula instanceof PlannedFormula.Key key) {
            return row.key(key.index());
        }
        if (formula instanceof PlannedFormula.Aggregate aggregate) {
            return row.aggregate(aggregate.index());
        }
        if (formula instanceof PlannedFormula.Constant constant) {
            return constant.value();
        }
        if (formula instanceof PlannedFormula.Arithmetic arithmetic) {
            Object left = value(arithmetic.left(), row);
            Object right = value(arithmetic.right(), row);
            return left == null || right == null
                    ? null
                    : computed(arithmetic.sign(), arithmetic.type().kind(), (Number) left, (Number) right);
        }
        if (formula instanceof PlannedFormula.Negated negated) {
            Object part = value(negated.part(), row);
            return part == null ? null : negated(negated.type().kind(), (Number) part);
        }
        if (formula instanceof PlannedFormula.Call call) {
            return Functions.value(call, place -> value(call.arguments().get(place), row));
        }
        PlannedFormula.Case ofCase = (PlannedFormula.Case) formula;
        for (PlannedFormula.When when : ofCase.whens()) {
            if (holds(when.test(), row)) {
                return as(ofCase, value(when.value(), row));
            }
        }
        return as(ofCase, value(ofCase.otherwise(), row));
    }

    /** Returns the value of one of several formulas in the class of their common type. */
    static @Nullable Object as(PlannedFormula several, @Nullable Object value) {
        return value instanceof Number number
                        && several.type().values() == null
                        && several.type().kind().isNumber()
                ? Cells.as(several.type().kind(), number)
                : value;
    }

    private static @Nullable Object computed(Formula.Sign sign, Kind kind, Number left, Number right) {
        return switch (kind) {
            case WHOLE -> {
                long a = left.longValue();
                long b = right.longValue();
                yield switch (sign) {
                    case PLUS -> Math.addExact(a, b);
                    case MINUS -> Math.subtractExact(a, b);
                    case TIMES -> Math.multiplyExact(a, b);
                    case DIVIDED -> throw new IllegalStateException("a quotient is a decimal");
                };
            }
            case DECIMAL -> {
                BigDecimal a = Cells.decimal(left);
                BigDecimal b = Cells.decimal(right);
                yield switch (sign) {
                    case PLUS -> a.add(b);
                    case MINUS -> a.subtract(b);
                    case TIMES -> a.multiply(b);
                    case DIVIDED -> b.signum() == 0 ? null : quotient(a, b);
                };
            }
            case FLOAT -> {
                double a = left.doubleValue();
                double b = right.doubleValue();
                yield switch (sign) {
                    case PLUS -> finite(a + b);
                    case MINUS -> finite(a - b);
                    case TIMES -> finite(a * b);
                    case DIVIDED -> b == 0 ? null : (Double) finite(a / b);
                };
            }
            default -> null;
        };
    }

    /** Returns a quotient to 30 digits behind the point, without zeros at its end. */
    public static BigDecimal quotient(BigDecimal a, BigDecimal b) {
        BigDecimal quotient = a.divide(b, PLACES, RoundingMode.HALF_EVEN).stripTrailingZeros();
        return quotient.scale() < 0 ? quotient.setScale(0) : quotient;
    }

    public static double finite(double number) {
        if (!Double.isFinite(number)) {
            throw new ArithmeticException("double overflow");
        }
        return number;
    }

    private static Object negated(Kind kind, Number number) {
        return switch (kind) {
            case WHOLE -> Math.negateExact(number.longValue());
            case DECIMAL -> Cells.decimal(number).negate();
            default -> -number.doubleValue();
        };
    }

    /** Returns whether a test holds. */
    public boolean holds(PlannedTest test, RowValues row) {
        if (test instanceof PlannedTest.And and) {
            return and.parts().stream().allMatch(part -> holds(part, row));
        }
        if (test instanceof PlannedTest.Or or) {
            return or.parts().stream().anyMatch(part -> holds(part, row));
        }
        if (test instanceof PlannedTest.Not not) {
            return !holds(not.part(), row);
        }
        if (test instanceof PlannedTest.IsNull isNull) {
            return value(isNull.value(), row) == null;
        }
        if (test instanceof PlannedTest.Comparison comparison) {
            return holds(
                    value(comparison.left(), row),
                    comparison.operator(),
                    value(comparison.right(), row),
                    Cells.order(comparison.left().type()));
        }
        if (test instanceof PlannedTest.In in) {
            return in(in, value(in.value(), row));
        }
        PlannedTest.Match match = (PlannedTest.Match) test;
        Object text = value(match.value(), row);
        return text != null
                && patterns.computeIfAbsent(match, Evaluation::pattern)
                        .matcher(text instanceof Enum<?> constant ? constant.name() : text.toString())
                        .matches();
    }

    private static boolean holds(
            @Nullable Object left, Operator operator, @Nullable Object right, Comparator<Object> order) {
        if (left == null || right == null) {
            return operator == Operator.NOT_EQUAL;
        }
        return operator.holds(order.compare(left, right));
    }

    private static boolean in(PlannedTest.In in, @Nullable Object value) {
        Comparator<Object> order = Cells.order(in.value().type());
        return value != null
                && (in.values().stream().anyMatch(one -> order.compare(value, one) == 0)
                        || in.intervals().stream().anyMatch(interval -> isWithin(interval, value, order)));
    }

    private static boolean isWithin(PlannedTest.Interval interval, Object value, Comparator<Object> order) {
        int low = interval.low() == null ? 1 : order.compare(value, interval.low());
        int high = interval.high() == null ? -1 : order.compare(value, interval.high());
        return (low > 0 || low == 0 && interval.lowIncluded()) && (high < 0 || high == 0 && interval.highIncluded());
    }

    private static Pattern pattern(PlannedTest.Match match) {
        StringBuilder regex = new StringBuilder();
        int[] points = match.pattern().codePoints().toArray();
        for (int i = 0; i < points.length; i++) {
            if (points[i] == '%') {
                regex.append(".*");
            } else if (points[i] == '_') {
                regex.append('.');
            } else {
                int literal = points[points[i] == '\\' ? ++i : i];
                regex.append(Pattern.quote(Character.toString(literal)));
            }
        }
        return Pattern.compile(
                regex.toString(),
                Pattern.DOTALL | (match.ignoreCase() ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0));
    }
}
