package dev.espalier.internal.plan;

import dev.espalier.error.QueryException;
import dev.espalier.internal.dialect.PatternBeginning;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.rql.Operator;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A condition on one row. It is true or false; there is no third value. The static methods simplify: they omit parts that are always true
 * or always false.
 */
public sealed interface Condition {

    /** Calls the method for the kind of this condition. */
    <R> R map(Cases<R> cases);

    /** A visitor with one method for each kind of condition. */
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

        R begins(Begins begins);

        R missing(Missing missing);

        R reached(Reached reached);

        R ofClass(OfClass ofClass);

        R compareFields(CompareFields compare);

        R comparePaths(ComparePaths compare);

        R aggregate(Aggregate aggregate);

        R inResult(InResult in);

        R computed(Computed computed);
    }

    /** True for every row, or for none. */
    record Always(boolean holds) implements Condition {

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.always(this);
        }
    }

    /** True if all parts are true. */
    record And(List<Condition> parts) implements Condition {

        public And {
            parts = List.copyOf(parts);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.and(this);
        }
    }

    /** True if at least one part is true. */
    record Or(List<Condition> parts) implements Condition {

        public Or {
            parts = List.copyOf(parts);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.or(this);
        }
    }

    /** The negation. */
    record Not(Condition part) implements Condition {

        public Not {
            Objects.requireNonNull(part);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.not(this);
        }
    }

    /** True if the step leads to at least one row that fulfils the condition. */
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
     * Compares the number of rows that the steps lead to and that fulfil the condition.
     *
     * @param steps at least one; the first one leads to several rows
     * @param objects whether the rows are objects, each of which counts once
     * @param operator {@code =} or {@code >}
     * @param number above zero
     */
    record Count(List<Step> steps, Condition condition, boolean objects, Operator operator, long number)
            implements Condition {

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

    /** True if the field has a value for which the comparison holds. {@code !=} is a {@link Not}. */
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

    /** True if the field has one of these values. */
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

    /** True if the field has a text that matches the pattern. The pattern does not end with half an escape. */
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

    /**
     * True if the field has a text in the range of those that begin alike.
     *
     * @param text the beginning, or a placeholder for it; at most {@value PatternBeginning#MOST} characters
     * @param after the first text behind all that begin so, or a placeholder for it
     */
    record Begins(FieldRef field, Object text, Object after) implements Condition {

        public Begins {
            Objects.requireNonNull(field);
            Objects.requireNonNull(text);
            Objects.requireNonNull(after);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.begins(this);
        }
    }

    /** True if the field is reached and is null. */
    record Missing(FieldRef field) implements Condition {

        public Missing {
            Objects.requireNonNull(field);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.missing(this);
        }
    }

    /** True if the field is reached: the object's class has the field, and no record around it is null. */
    record Reached(FieldRef field) implements Condition {

        public Reached {
            Objects.requireNonNull(field);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.reached(this);
        }
    }

    /** True if the row is an object of this class or a subclass. */
    record OfClass(PersistentClass type) implements Condition {

        public OfClass {
            Objects.requireNonNull(type);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.ofClass(this);
        }
    }

    /** True if both fields of the row have values for which the comparison holds. */
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
     * True if the comparison holds for one of the slots at the end of the left steps and one at the end of the right steps.
     *
     * @param operator any; {@code !=} also holds if one of the two slots is empty
     */
    record ComparePaths(List<Step> leftSteps, FieldRef left, Operator operator, List<Step> rightSteps, FieldRef right)
            implements Condition {

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
     * Compares an aggregate of the values in the slots at the end of the steps. A slot counts once, even if several paths lead to it; an
     * empty slot does not count. Without any value, only a count has a result: the others are null, which equals nothing.
     *
     * @param condition a condition on the row of a slot
     * @param slot the objects themselves if it is an id
     * @param operator any
     */
    record Aggregate(
            Aggregation aggregation,
            List<Step> steps,
            Condition condition,
            FieldRef slot,
            Operator operator,
            Comparand right)
            implements Condition {

        public Aggregate {
            Objects.requireNonNull(aggregation);
            steps = List.copyOf(steps);
            Objects.requireNonNull(condition);
            Objects.requireNonNull(slot);
            Objects.requireNonNull(operator);
            Objects.requireNonNull(right);
        }

        /** Returns the same with another comparison. */
        public Aggregate with(Operator other) {
            return new Aggregate(aggregation, steps, condition, slot, other, right);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.aggregate(this);
        }
    }

    /** The aggregate functions. */
    enum Aggregation {
        COUNT,
        SUM,
        MIN,
        MAX,
        AVG
    }

    /** The right side of a comparison with an aggregate. */
    sealed interface Comparand {

        /** A number. */
        record Number(BigDecimal number) implements Comparand {

            public Number {
                Objects.requireNonNull(number);
            }
        }

        /** One of the slots at the end of steps from the same row. */
        record Slots(List<Step> steps, FieldRef slot) implements Comparand {

            public Slots {
                steps = List.copyOf(steps);
                Objects.requireNonNull(slot);
            }
        }
    }

    /**
     * True if the row's object is in the result of a variable.
     *
     * @param name one of the plan's variables
     * @param type the class of the variable's objects
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

    /**
     * True if a test of what is computed of the row holds. With a missing value only {@code !=} does.
     *
     * @param test of the fields of the sources
     * @param sources those that are read: the row, and what references lead to from it. The row of a member is below that of its owner
     * @param row the place of the row
     * @param aggregates made of what paths lead to from the object; none for a member
     * @param written the test as it was written
     * @param position its place in the text
     */
    record Computed(
            PlannedTest test,
            List<RowPlan.Source> sources,
            int row,
            List<ObjectValue> aggregates,
            String written,
            QueryErrors mistakes,
            int position)
            implements Condition {

        public Computed {
            Objects.requireNonNull(test);
            sources = List.copyOf(sources);
            aggregates = List.copyOf(aggregates);
            Objects.requireNonNull(written);
            Objects.requireNonNull(mistakes);
        }

        /** Returns the error that a number is too large. */
        public QueryException overflow() {
            return mistakes.overflow(position, written);
        }

        @Override
        public <R> R map(Cases<R> cases) {
            return cases.computed(this);
        }
    }

    /** True for every row. */
    Condition ALWAYS = new Always(true);

    /** True for no row. */
    Condition NEVER = new Always(false);

    /** Returns the conditions that all have to be true: the parts of a conjunction, or this one alone. */
    static List<Condition> conjuncts(Condition condition) {
        return condition instanceof And and ? and.parts() : List.of(condition);
    }

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
        return part instanceof Always always
                ? new Always(!always.holds())
                : part instanceof Not not ? not.part() : new Not(part);
    }

    static Condition some(Step step, Condition condition) {
        return condition.equals(NEVER)
                ? NEVER
                : condition.equals(ALWAYS) && step instanceof Step.Repeated repeated && repeated.least() == 0
                        ? ALWAYS
                        : new Some(step, condition);
    }

    /** Nests {@link Some} for all steps. */
    static Condition some(List<? extends Step> steps, Condition condition) {
        Condition nested = condition;
        for (int i = steps.size() - 1; i >= 0; i--) {
            nested = some(steps.get(i), nested);
        }
        return nested;
    }

    /** Returns {@link Reached}, or {@link #ALWAYS} for a field that every row has. */
    static Condition reached(FieldRef field) {
        return field.certain() ? ALWAYS : new Reached(field);
    }

    /** Returns {@link Missing}, or {@link #NEVER} for an id, which is never null. */
    static Condition missing(FieldRef field) {
        return field.content() instanceof FieldRef.Content.Id ? NEVER : new Missing(field);
    }

    /** Returns the condition that the field is reached and not null. */
    static Condition present(FieldRef field) {
        return and(reached(field), not(missing(field)));
    }

    private static void requireNotNegated(Operator operator) {
        if (Objects.requireNonNull(operator) == Operator.NOT_EQUAL) {
            throw new IllegalArgumentException("!= is the opposite of =");
        }
    }
}
