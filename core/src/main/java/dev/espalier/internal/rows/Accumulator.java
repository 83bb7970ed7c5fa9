package dev.espalier.internal.rows;

import dev.espalier.internal.formula.Cells;
import dev.espalier.internal.formula.Evaluation;
import dev.espalier.internal.plan.Condition.Aggregation;
import dev.espalier.internal.plan.FormulaType;
import dev.espalier.internal.plan.FormulaType.Kind;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.search.selection.PartialAggregate;
import dev.espalier.internal.search.total.FloatSum;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gathers the values of one aggregate of one group. */
abstract class Accumulator {

    /** Adds a value that is not missing. */
    abstract void add(Object value);

    /** Adds what was made of several values before. */
    abstract void addPart(PartialAggregate part);

    /**
     * Returns the aggregate; null without a value, but for a count.
     *
     * @throws ArithmeticException if it is too large
     */
    abstract @Nullable Object result();

    static Accumulator of(RowPlan.Aggregate aggregate) {
        Accumulator all = ofAll(aggregate.aggregation(), aggregate);
        return aggregate.distinct() ? new OfDifferent(all) : all;
    }

    private static Accumulator ofAll(Aggregation aggregation, RowPlan.Aggregate aggregate) {
        return switch (aggregation) {
            case COUNT -> new Count();
            case MIN -> new Extreme(Cells.order(aggregate.type()));
            case MAX -> new Extreme(Cells.order(aggregate.type()).reversed());
            case SUM, AVG -> {
                boolean average = aggregation == Aggregation.AVG;
                FormulaType type = aggregate.argument() == null
                        ? FormulaType.WHOLE
                        : aggregate.argument().type();
                yield type.kind() == Kind.WHOLE
                        ? new Whole(average)
                        : type.kind() == Kind.DECIMAL ? new Decimals(average) : new Floats(average);
            }
        };
    }

    private static final class Count extends Accumulator {

        private long count;

        @Override
        void add(Object value) {
            count++;
        }

        @Override
        void addPart(PartialAggregate part) {
            count += part.count();
        }

        @Override
        Object result() {
            return count;
        }
    }

    private static final class Extreme extends Accumulator {

        private final Comparator<Object> order;
        private @Nullable Object least;

        Extreme(Comparator<Object> order) {
            this.order = order;
        }

        @Override
        void add(Object value) {
            Object before = least;
            int comparison = before == null ? -1 : order.compare(value, before);
            if (before == null || comparison < 0) {
                least = Cells.withoutMinusZero(value);
            } else if (comparison == 0) {
                least = Cells.representative(value, before);
            }
        }

        @Override
        void addPart(PartialAggregate part) {
            if (part.value() != null) {
                add(part.value());
            }
        }

        @Override
        @Nullable
        Object result() {
            return least;
        }
    }

    /** Keeps each value once. */
    private static final class OfDifferent extends Accumulator {

        private final Accumulator all;
        private final Map<Object, Object> known = new HashMap<>();

        OfDifferent(Accumulator all) {
            this.all = all;
        }

        @Override
        void add(Object value) {
            known.merge(Cells.key(value), value, Cells::representative);
        }

        @Override
        void addPart(PartialAggregate part) {
            throw new IllegalStateException("values that count once are not added up before");
        }

        @Override
        @Nullable
        Object result() {
            known.values().forEach(all::add);
            known.clear();
            return all.result();
        }
    }

    /** Adds whole numbers. The sum can leave 64 bits on the way. */
    private static final class Whole extends Accumulator {

        private final boolean average;
        private BigInteger beyond = BigInteger.ZERO;
        private long sum;
        private long count;

        Whole(boolean average) {
            this.average = average;
        }

        @Override
        void add(Object value) {
            long number = ((Number) value).longValue();
            long next = sum + number;
            if (((sum ^ next) & (number ^ next)) < 0) {
                beyond = beyond.add(BigInteger.valueOf(sum));
                next = number;
            }
            sum = next;
            count++;
        }

        @Override
        void addPart(PartialAggregate part) {
            if (part.value() != null) {
                beyond = beyond.add(((BigDecimal) part.value()).toBigIntegerExact());
                count += part.count();
            }
        }

        @Override
        @Nullable
        Object result() {
            if (count == 0) {
                return null;
            }
            BigInteger all = beyond.add(BigInteger.valueOf(sum));
            return average
                    ? (Object) Evaluation.quotient(new BigDecimal(all), BigDecimal.valueOf(count))
                    : (Object) all.longValueExact();
        }
    }

    private static final class Decimals extends Accumulator {

        private final boolean average;
        private BigDecimal sum = BigDecimal.ZERO;
        private long count;

        Decimals(boolean average) {
            this.average = average;
        }

        @Override
        void add(Object value) {
            sum = sum.add(Cells.decimal((Number) value));
            count++;
        }

        @Override
        void addPart(PartialAggregate part) {
            if (part.value() != null) {
                sum = sum.add((BigDecimal) part.value());
                count += part.count();
            }
        }

        @Override
        @Nullable
        Object result() {
            return count == 0 ? null : average ? Evaluation.quotient(sum, BigDecimal.valueOf(count)) : sum;
        }
    }

    /** Adds floats exactly, and rounds once. */
    private static final class Floats extends Accumulator {

        private final boolean average;
        private final FloatSum sum = new FloatSum();
        private long count;

        Floats(boolean average) {
            this.average = average;
        }

        @Override
        void add(Object value) {
            sum.add(((Number) value).doubleValue());
            count++;
        }

        @Override
        void addPart(PartialAggregate part) {
            if (part.value() != null) {
                Arrays.stream((double[]) part.value()).forEach(sum::add);
                count += part.count();
            }
        }

        @Override
        @Nullable
        Object result() {
            return count == 0 ? null : (Object) Evaluation.finite(average ? sum.average(count) : sum.rounded());
        }
    }
}
