package dev.espalier.naive;

import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.rql.Item;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.RowTest;
import dev.espalier.internal.rql.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Computes formulas of values that are given. Whole numbers that are computed are Long, others BigDecimal or Double. */
final class NaiveFormulas {

    private final SelectionText text;
    private final Map<String, ?> parameters;

    private final boolean exactSums;

    /** @param exactSums whether a sum of whole numbers has any size; else it has 64 bits */
    NaiveFormulas(SelectionText text, Map<String, ?> parameters, boolean exactSums) {
        this.text = text;
        this.parameters = parameters;
        this.exactSums = exactSums;
    }

    /** The values of a row. */
    interface Row {

        Object path(Path path);

        Object aggregate(Formula aggregate);
    }

    /** A formula of HAVING or ORDER BY, where the name of a column stands for it. */
    Object value(Formula formula, Row row) {
        return new Values(row, true).of(formula);
    }

    /** A formula of fields and aggregates. */
    Object ofColumn(Formula formula, Row row) {
        return new Values(row, false).of(formula);
    }

    /** A test in HAVING. */
    boolean holds(RowTest test, Row row) {
        return new Values(row, true).holds(test);
    }

    /** A test of fields. */
    boolean holdsOfFields(RowTest test, Row row) {
        return new Values(row, false).holds(test);
    }

    /** The sum or the average in the class of its type. */
    Object computed(Formula.Aggregate aggregate, Object result) {
        if (result instanceof Order.Fraction fraction) {
            return quotient(fraction.sum(), BigDecimal.valueOf(fraction.count()));
        }
        boolean isTotal = aggregate.function() == Formula.AggregateFunction.SUM
                || aggregate.function() == Formula.AggregateFunction.AVG;
        return result != null && isTotal ? as(type(aggregate, false), result) : result;
    }

    private static BigDecimal quotient(BigDecimal a, BigDecimal b) {
        return a.divide(b, 30, RoundingMode.HALF_EVEN);
    }

    // ---- types

    /** The class of the values; null for the literal NULL. */
    private Class<?> type(Formula formula, boolean named) {
        if (named && text.aliased(formula).isPresent()) {
            return type(text.aliased(formula).get(), false);
        }
        if (formula instanceof Path path) {
            return text.types().end(path.steps());
        }
        if (formula instanceof Value value) {
            Object constant = constant(value);
            return constant == null ? null : constant.getClass();
        }
        if (formula instanceof Formula.Arithmetic arithmetic) {
            Class<?> wider = wider(type(arithmetic.left(), named), type(arithmetic.right(), named));
            return wider == Long.class && arithmetic.sign() == Formula.Sign.DIVIDED ? BigDecimal.class : wider;
        }
        if (formula instanceof Formula.Negated negated) {
            return ofComputed(type(negated.part(), named));
        }
        if (formula instanceof Formula.Call call) {
            return switch (call.function().toLowerCase(Locale.ROOT)) {
                case "lower", "upper", "substring", "concat" -> String.class;
                case "round", "floor", "abs" -> ofComputed(type(call.arguments().get(0), named));
                case "coalesce" -> common(call.arguments(), named);
                default -> Long.class;
            };
        }
        if (formula instanceof Formula.Case ofCase) {
            return common(branches(ofCase), named);
        }
        if (formula instanceof Formula.Aggregate aggregate) {
            Class<?> argument = type(aggregate.argument(), false);
            return switch (aggregate.function()) {
                case COUNT -> Long.class;
                case MIN, MAX -> argument;
                case SUM -> exactSums && ofComputed(argument) == Long.class ? BigDecimal.class : ofComputed(argument);
                case AVG -> ofComputed(argument) == Long.class ? BigDecimal.class : ofComputed(argument);
            };
        }
        return Long.class;
    }

    private static List<Formula> branches(Formula.Case ofCase) {
        List<Formula> branches = new ArrayList<>();
        ofCase.whens().forEach(when -> branches.add(when.value()));
        ofCase.otherwise().ifPresent(branches::add);
        return branches;
    }

    /** A text among values that are no texts is one of them. */
    private Class<?> common(List<Formula> several, boolean named) {
        Class<?> common = null;
        for (Formula one : several) {
            Class<?> type = type(one, named);
            boolean isLiteral = one instanceof Value && type == String.class;
            common = common == null || common == type || isLiteral && common != String.class
                    ? (common == null ? type : common)
                    : type == null ? common : isNumber(common) ? wider(common, type) : type;
        }
        return common;
    }

    private static boolean isNumber(Class<?> type) {
        return type != null && Number.class.isAssignableFrom(type);
    }

    private static Class<?> wider(Class<?> a, Class<?> b) {
        Class<?> left = ofComputed(a);
        Class<?> right = ofComputed(b);
        return left == Double.class || right == Double.class
                ? Double.class
                : left == BigDecimal.class || right == BigDecimal.class ? BigDecimal.class : Long.class;
    }

    /** The class of what is computed of numbers of a class. */
    private static Class<?> ofComputed(Class<?> type) {
        return type == Double.class || type == Float.class
                ? Double.class
                : type == BigDecimal.class || type == BigInteger.class
                        ? BigDecimal.class
                        : isNumber(type) ? Long.class : type;
    }

    /** @throws ArithmeticException if it is beyond 64 bits, or no finite double */
    private static Object as(Class<?> type, Object value) {
        if (value == null || value.getClass() == type) {
            return type == Double.class && value != null && !Double.isFinite((Double) value) ? overflow() : value;
        }
        if (type == Long.class) {
            return Order.exact((Number) value).longValueExact();
        }
        if (type == BigDecimal.class) {
            return Order.exact((Number) value);
        }
        if (type == Double.class) {
            return as(type, ((Number) value).doubleValue());
        }
        return value instanceof String literal && type != null ? Order.literal(literal, type) : value;
    }

    private static Object overflow() {
        throw new ArithmeticException("beyond a double");
    }

    /** A literal or a parameter by itself. A number with a point is a decimal. */
    private Object constant(Value value) {
        if (value instanceof Value.NumberLiteral number) {
            BigDecimal exact = new BigDecimal(number.text());
            boolean isWhole =
                    number.text().matches("-?\\d+") && exact.toBigInteger().bitLength() < Long.SIZE;
            return isWhole ? (Object) exact.longValueExact() : exact;
        }
        if (value instanceof Value.TextLiteral literal) {
            return literal.text();
        }
        return value instanceof Value.TruthLiteral truth
                ? (Object) truth.truth()
                : value instanceof Value.Parameter parameter ? Objects.content(parameters.get(parameter.name())) : null;
    }

    /** A literal beside values of a class means one of them. */
    private Object beside(Class<?> type, Value value) {
        Object constant = constant(value);
        boolean isText = constant instanceof String && type != null && type != String.class;
        boolean isFloat = constant instanceof Number && type == Float.class && value instanceof Value.NumberLiteral;
        return isText || isFloat ? Order.literal(constant.toString(), type) : constant;
    }

    // ---- values

    /** The values of one row. */
    private final class Values {

        private final Row row;
        private final boolean named;

        Values(Row row, boolean named) {
            this.row = row;
            this.named = named;
        }

        Object of(Formula formula) {
            if (named && text.aliased(formula).isPresent()) {
                return new Values(row, false).of(text.aliased(formula).get());
            }
            if (formula instanceof Path path) {
                return row.path(path);
            }
            if (formula instanceof Value value) {
                return constant(value);
            }
            if (formula instanceof Formula.Arithmetic arithmetic) {
                Object left = of(arithmetic.left());
                Object right = of(arithmetic.right());
                return left == null || right == null
                        ? null
                        : computed(arithmetic.sign(), type(arithmetic, named), left, right);
            }
            if (formula instanceof Formula.Negated negated) {
                Object part = of(negated.part());
                return part == null
                        ? null
                        : part instanceof Float || part instanceof Double
                                ? (Object) (-((Number) part).doubleValue())
                                : as(
                                        type(negated, named),
                                        Order.exact((Number) part).negate());
            }
            if (formula instanceof Formula.Call call) {
                return call.function().equalsIgnoreCase("coalesce") ? coalesced(call) : called(call);
            }
            if (formula instanceof Formula.Case ofCase) {
                for (Formula.When when : ofCase.whens()) {
                    if (holds(when.test())) {
                        return as(type(ofCase, named), of(when.value()));
                    }
                }
                return ofCase.otherwise()
                        .map(otherwise -> as(type(ofCase, named), of(otherwise)))
                        .orElse(null);
            }
            return row.aggregate(formula);
        }

        private Object coalesced(Formula.Call call) {
            for (Formula argument : call.arguments()) {
                Object value = of(argument);
                if (value != null) {
                    return as(type(call, named), value);
                }
            }
            return null;
        }

        private Object computed(Formula.Sign sign, Class<?> type, Object left, Object right) {
            if (type == Double.class) {
                double a = ((Number) left).doubleValue();
                double b = ((Number) right).doubleValue();
                return switch (sign) {
                    case PLUS -> as(type, a + b);
                    case MINUS -> as(type, a - b);
                    case TIMES -> as(type, a * b);
                    case DIVIDED -> b == 0 ? null : as(type, a / b);
                };
            }
            BigDecimal a = Order.exact((Number) left);
            BigDecimal b = Order.exact((Number) right);
            return switch (sign) {
                case PLUS -> as(type, a.add(b));
                case MINUS -> as(type, a.subtract(b));
                case TIMES -> as(type, a.multiply(b));
                case DIVIDED -> b.signum() == 0 ? null : quotient(a, b);
            };
        }

        private Object called(Formula.Call call) {
            List<Object> arguments = new ArrayList<>();
            for (Formula argument : call.arguments()) {
                arguments.add(of(argument));
                if (arguments.contains(null)) {
                    return null;
                }
            }
            Object first = arguments.get(0);
            return switch (call.function().toLowerCase(Locale.ROOT)) {
                case "year" -> (long) moment(first).get(ChronoField.YEAR);
                case "month" -> (long) moment(first).get(ChronoField.MONTH_OF_YEAR);
                case "day" -> (long) moment(first).get(ChronoField.DAY_OF_MONTH);
                case "week" -> (long) moment(first).get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
                case "hour" -> (long) moment(first).get(ChronoField.HOUR_OF_DAY);
                case "lower" -> ((String) first).toLowerCase(Locale.ROOT);
                case "upper" -> ((String) first).toUpperCase(Locale.ROOT);
                case "length" -> ((String) first).codePoints().count();
                case "substring" -> substring(arguments);
                case "concat" -> {
                    StringBuilder all = new StringBuilder();
                    arguments.forEach(all::append);
                    yield all.toString();
                }
                case "round" ->
                    as(
                            type(call, named),
                            Order.exact((Number) first)
                                    .setScale(
                                            arguments.size() == 1 ? 0 : ((Number) arguments.get(1)).intValue(),
                                            RoundingMode.HALF_UP));
                case "floor" ->
                    as(type(call, named), Order.exact((Number) first).setScale(0, RoundingMode.FLOOR));
                case "abs" -> as(type(call, named), Order.exact((Number) first).abs());
                default -> throw new IllegalArgumentException(call.function());
            };
        }

        private static String substring(List<Object> arguments) {
            int[] points = ((String) arguments.get(0)).codePoints().toArray();
            long first = ((Number) arguments.get(1)).longValue();
            long length = arguments.size() == 2 ? Integer.MAX_VALUE : ((Number) arguments.get(2)).longValue();
            StringBuilder part = new StringBuilder();
            for (int i = 0; i < points.length; i++) {
                if (i + 1 >= first && i + 1 < first + length) {
                    part.appendCodePoint(points[i]);
                }
            }
            return part.toString();
        }

        private static TemporalAccessor moment(Object value) {
            return value instanceof Instant instant
                    ? instant.atOffset(ZoneOffset.UTC)
                    : value instanceof Date date
                            ? date.toInstant().atOffset(ZoneOffset.UTC)
                            : value instanceof OffsetDateTime time
                                    ? time.toInstant().atOffset(ZoneOffset.UTC)
                                    : (TemporalAccessor) value;
        }

        // ---- tests

        boolean holds(RowTest test) {
            if (test instanceof RowTest.Or or) {
                return or.parts().stream().anyMatch(this::holds);
            }
            if (test instanceof RowTest.And and) {
                return and.parts().stream().allMatch(this::holds);
            }
            if (test instanceof RowTest.Not not) {
                return !holds(not.part());
            }
            if (test instanceof RowTest.Comparison comparison) {
                return NaiveEvaluator.fulfils(
                        side(comparison.left(), comparison.right()),
                        comparison.operator(),
                        side(comparison.right(), comparison.left()));
            }
            if (test instanceof RowTest.In in) {
                Object value = of(in.value());
                Class<?> type = type(in.value(), named);
                return in.negated() != in.items().stream().anyMatch(item -> contains(item, value, type));
            }
            if (test instanceof RowTest.Match match) {
                Object value = of(match.value());
                String matched = value instanceof Enum<?> constant ? constant.name() : (String) value;
                return match.negated()
                        != (matched != null
                                && NaiveEvaluator.matches(
                                        matched, (String) constant(match.pattern()), match.ignoreCase()));
            }
            RowTest.IsNull isNull = (RowTest.IsNull) test;
            return isNull.negated() != (of(isNull.value()) == null);
        }

        private Object side(Formula formula, Formula other) {
            return formula instanceof Value value && !(other instanceof Value)
                    ? beside(type(other, named), value)
                    : of(formula);
        }

        private boolean contains(Item item, Object value, Class<?> type) {
            if (item instanceof Item.Interval interval) {
                return value != null
                        && interval.low()
                                .map(low -> NaiveEvaluator.fulfils(
                                        value,
                                        interval.lowIncluded() ? Operator.GREATER_OR_EQUAL : Operator.GREATER,
                                        beside(type, low)))
                                .orElse(true)
                        && interval.high()
                                .map(high -> NaiveEvaluator.fulfils(
                                        value,
                                        interval.highIncluded() ? Operator.LESS_OR_EQUAL : Operator.LESS,
                                        beside(type, high)))
                                .orElse(true);
            }
            Object listed = beside(type, (Value) item);
            return listed instanceof Collection<?> several
                    ? several.stream()
                            .anyMatch(one -> NaiveEvaluator.fulfils(value, Operator.EQUAL, Objects.content(one)))
                    : NaiveEvaluator.fulfils(value, Operator.EQUAL, listed);
        }
    }
}
