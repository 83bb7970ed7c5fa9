package dev.espalier.plan;

import dev.espalier.model.PersistentClass;
import dev.espalier.rql.Operator;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What a row fulfils or not; there is no third value. The static methods build conditions without those parts that hold always or
 * never.
 */
public sealed interface Condition {

    /** Hands this condition to the method of its kind. */
    <R> R map(Cases<R> cases);

    /** What to do with each kind of condition; whoever handles conditions handles all of them. */
    interface Cases<R> {

        R always(Always always);

        R and(And and);

        R or(Or or);

        R not(Not not);

        R some(Some some);

        R count(Count count);

        R compare(Compare compare);

        R in(InSet in);

        R match(Match match);

        R missing(Missing missing);

        R reached(Reached reached);

        R ofClass(OfClass ofClass);

        R compareFields(CompareFields compare);

        R comparePaths(ComparePaths compare);

        R aggregate(Aggregate aggregate);

        R inResult(InResult in);
    }

    /** Holds for every row, or for none. */
    record Always(boolean holds) implements Condition {

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.always(this);
        }
    }

    /** All hold. */
    record And(List<Condition> parts) implements Condition {

        public And {
            parts = List.copyOf(parts);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.and(this);
        }
    }

    /** At least one holds. */
    record Or(List<Condition> parts) implements Condition {

        public Or {
            parts = List.copyOf(parts);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.or(this);
        }
    }

    /** The opposite. */
    record Not(Condition part) implements Condition {

        public Not {
            Objects.requireNonNull(part);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.not(this);
        }
    }

    /** The step leads to at least one row that fulfils the condition. */
    record Some(Step step, Condition condition) implements Condition {

        public Some {
            Objects.requireNonNull(step);
            Objects.requireNonNull(condition);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.some(this);
        }
    }

    /**
     * The number of rows to which the steps lead and that fulfil the condition compares so.
     *
     * @param steps at least one, the first of which leads to several rows
     * @param objects whether the rows are objects, of which each counts once
     * @param operator {@code =} or {@code >}
     * @param number above zero
     */
    record Count(List<Step> steps, Condition condition, boolean objects, Operator operator, long number) implements Condition {

        public Count {
            steps = List.copyOf(steps);
            if (steps.isEmpty() || steps.get(0) instanceof Step.Follow) {
                throw new IllegalArgumentException("there is not more than one to count");
            }
            Objects.requireNonNull(condition);
            if (operator != Operator.EQUAL && operator != Operator.GREATER || number < 1) {
                throw new IllegalArgumentException("the count is not compared by " + operator + " with " + number);
            }
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.count(this);
        }
    }

    /** There is a value and it compares so. {@code !=} is a {@link Not}. */
    record Compare(FieldRef field, Operator operator, Constant value) implements Condition {

        public Compare {
            Objects.requireNonNull(field);
            requireNotNegated(operator);
            Objects.requireNonNull(value);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.compare(this);
        }
    }

    /** There is a value and it is one of these. */
    record InSet(FieldRef field, Set<Constant> values) implements Condition {

        public InSet {
            Objects.requireNonNull(field);
            values = Collections.unmodifiableSet(new LinkedHashSet<>(values));
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.in(this);
        }
    }

    /** There is a text and it is like the pattern, which does not end in half an escape. */
    record Match(FieldRef field, String pattern, boolean ignoreCase) implements Condition {

        public Match {
            Objects.requireNonNull(field);
            Objects.requireNonNull(pattern);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.match(this);
        }
    }

    /** The place is there and nothing stands at it. */
    record Missing(FieldRef field) implements Condition {

        public Missing {
            Objects.requireNonNull(field);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.missing(this);
        }
    }

    /** The place is there: the object's class has the field, and the records around it are there. */
    record Reached(FieldRef field) implements Condition {

        public Reached {
            Objects.requireNonNull(field);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.reached(this);
        }
    }

    /** The row is an object of this class or a subclass. */
    record OfClass(PersistentClass type) implements Condition {

        public OfClass {
            Objects.requireNonNull(type);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.ofClass(this);
        }
    }

    /** There are values at both places of the row and they compare so. */
    record CompareFields(FieldRef left, Operator operator, FieldRef right) implements Condition {

        public CompareFields {
            Objects.requireNonNull(left);
            requireNotNegated(operator);
            Objects.requireNonNull(right);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.compareFields(this);
        }
    }

    /**
     * One of the slots that the left steps lead to, and one of those that the right steps lead to, hold values that compare so.
     *
     * @param operator any; {@code !=} also holds where one of the two slots is empty
     */
    record ComparePaths(List<Step> leftSteps, FieldRef left, Operator operator, List<Step> rightSteps, FieldRef right) implements Condition {

        public ComparePaths {
            leftSteps = List.copyOf(leftSteps);
            rightSteps = List.copyOf(rightSteps);
            Objects.requireNonNull(left);
            Objects.requireNonNull(operator);
            Objects.requireNonNull(right);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.comparePaths(this);
        }
    }

    /**
     * What is made of the values in the slots that the steps lead to compares so. A slot counts once, however many ways lead to it; an
     * empty one does not. Of no value at all, nothing is made but a count: a missing value, which compares with nothing and is not equal to
     * anything.
     *
     * @param condition what the row of a slot must fulfil
     * @param slot the objects themselves where it is an id
     * @param operator any
     */
    record Aggregate(Aggregation aggregation, List<Step> steps, Condition condition, FieldRef slot, Operator operator, Comparand right)
            implements Condition {

        public Aggregate {
            Objects.requireNonNull(aggregation);
            steps = List.copyOf(steps);
            Objects.requireNonNull(condition);
            Objects.requireNonNull(slot);
            Objects.requireNonNull(operator);
            Objects.requireNonNull(right);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.aggregate(this);
        }
    }

    /** What is made of several values. */
    enum Aggregation {
        COUNT, SUM, MIN, MAX, AVG
    }

    /** What an aggregate is compared with. */
    sealed interface Comparand {

        /** A number. */
        record Number(BigDecimal number) implements Comparand {

            public Number {
                Objects.requireNonNull(number);
            }
        }

        /** One of the slots that steps lead to from the same row. */
        record Slots(List<Step> steps, FieldRef slot) implements Comparand {

            public Slots {
                steps = List.copyOf(steps);
                Objects.requireNonNull(slot);
            }
        }
    }

    /**
     * The row's object is in the result of a variable.
     *
     * @param name of one of the plan's variables
     * @param type the class of the objects it finds
     */
    record InResult(String name, PersistentClass type) implements Condition {

        public InResult {
            Objects.requireNonNull(name);
            Objects.requireNonNull(type);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.inResult(this);
        }
    }

    /** Holds for every row. */
    Condition ALWAYS = new Always(true);

    /** Holds for no row. */
    Condition NEVER = new Always(false);

    static Condition and(Condition... parts) {
        return and(List.of(parts));
    }

    static Condition and(List<Condition> parts) {
        return Simplification.and(parts);
    }

    static Condition or(Condition... parts) {
        return or(List.of(parts));
    }

    static Condition or(List<Condition> parts) {
        return Simplification.or(parts);
    }

    static Condition not(Condition part) {
        return part instanceof Always always ? new Always(!always.holds()) : part instanceof Not not ? not.part() : new Not(part);
    }

    static Condition some(Step step, Condition condition) {
        return condition.equals(NEVER) ? NEVER
                : condition.equals(ALWAYS) && step instanceof Step.Repeated repeated && repeated.least() == 0 ? ALWAYS
                : new Some(step, condition);
    }

    /** Follows all steps. */
    static Condition some(List<? extends Step> steps, Condition condition) {
        Condition nested = condition;
        for (int i = steps.size() - 1; i >= 0; i--) {
            nested = some(steps.get(i), nested);
        }
        return nested;
    }

    /** That the place is there: nothing to ask where that is certain. */
    static Condition reached(FieldRef field) {
        return field.certain() ? ALWAYS : new Reached(field);
    }

    /** That nothing stands at a place: an object always has its id. */
    static Condition missing(FieldRef field) {
        return field.content() instanceof FieldRef.Content.Id ? NEVER : new Missing(field);
    }

    /** That something stands at a place. */
    static Condition present(FieldRef field) {
        return and(reached(field), not(missing(field)));
    }

    private static void requireNotNegated(Operator operator) {
        if (Objects.requireNonNull(operator) == Operator.NOT_EQUAL) {
            throw new IllegalArgumentException("!= is the opposite of =");
        }
    }
}
