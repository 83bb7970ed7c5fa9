package dev.espalier.typed;

import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.rql.RowTest;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.Term;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** A test of a row that is no condition of an object. */
record Tested<R>(Spelled<RowTest> spelled) implements RowCondition<R> {

    static <R> RowCondition<R> of(
            Function<List<dev.espalier.internal.rql.Formula>, RowTest> make, Formula<?, ?>... parts) {
        return new Tested<>(Spelled.made(make, Stream.of(parts)));
    }

    static <R> RowCondition<R> compared(Formula<?, ?> left, Operator operator, Formula<?, ?> right) {
        return of(parts -> new RowTest.Comparison(Route.NOWHERE, parts.get(0), operator, parts.get(1)), left, right);
    }

    static <R> RowCondition<R> not(RowCondition<?> part) {
        Spelled<RowTest> spelled = spelled(part);
        return new Tested<>(new Spelled<>(new RowTest.Not(Route.NOWHERE, spelled.tree()), spelled.columns()));
    }

    static <R> RowCondition<R> and(RowCondition<?> left, RowCondition<?> right) {
        return joined(
                left,
                right,
                part -> part instanceof RowTest.And and ? and.parts() : List.of(part),
                parts -> new RowTest.And(Route.NOWHERE, parts));
    }

    static <R> RowCondition<R> or(RowCondition<?> left, RowCondition<?> right) {
        return joined(
                left,
                right,
                part -> part instanceof RowTest.Or or ? or.parts() : List.of(part),
                parts -> new RowTest.Or(Route.NOWHERE, parts));
    }

    private static <R> RowCondition<R> joined(
            RowCondition<?> left,
            RowCondition<?> right,
            Function<RowTest, List<RowTest>> parts,
            Function<List<RowTest>, RowTest> join) {
        Spelled<RowTest> first = spelled(left);
        Spelled<RowTest> second = spelled(right);
        List<RowTest> all = Stream.of(first, second)
                .flatMap(part -> parts.apply(part.tree()).stream())
                .toList();
        return new Tested<>(new Spelled<>(join.apply(all), Spelled.columns(first, second)));
    }

    /** Returns the test as text, as selections have it. */
    @Override
    public String toString() {
        return Rql.print(spelled.tree());
    }

    static Spelled<RowTest> spelled(RowCondition<?> condition) {
        return condition instanceof Tested<?> tested
                ? tested.spelled()
                : new Spelled<>(((Condition<?>) condition).expression().map(new OfConditions()), Set.of());
    }

    /** Makes the tests that a selection writes like a condition. */
    private static final class OfConditions implements Expression.Cases<RowTest> {

        @Override
        public RowTest merge(Expression.Merge merge) {
            throw refused("MERGE");
        }

        @Override
        public RowTest or(Expression.Or or) {
            return new RowTest.Or(Route.NOWHERE, all(or.parts()));
        }

        @Override
        public RowTest and(Expression.And and) {
            return new RowTest.And(Route.NOWHERE, all(and.parts()));
        }

        private List<RowTest> all(List<Expression> parts) {
            return parts.stream().<RowTest>map(part -> part.map(this)).toList();
        }

        @Override
        public RowTest not(Expression.Not not) {
            return new RowTest.Not(Route.NOWHERE, not.part().map(this));
        }

        @Override
        public RowTest variable(Expression.Variable variable) {
            throw refused(variable.name());
        }

        @Override
        public RowTest quantified(Expression.Quantified quantified) {
            throw refused(quantified.quantifier().name());
        }

        @Override
        public RowTest comparison(Expression.Comparison comparison) {
            Term right = comparison.right();
            return new RowTest.Comparison(
                    Route.NOWHERE,
                    formula(comparison.left()),
                    comparison.operator(),
                    (dev.espalier.internal.rql.Formula) right);
        }

        @Override
        public RowTest in(Expression.In in) {
            return new RowTest.In(Route.NOWHERE, in.path(), in.negated(), in.items());
        }

        @Override
        public RowTest inVariable(Expression.InVariable in) {
            throw refused(in.variable().name());
        }

        @Override
        public RowTest match(Expression.Match match) {
            return new RowTest.Match(Route.NOWHERE, match.path(), match.negated(), match.pattern(), match.ignoreCase());
        }

        @Override
        public RowTest computed(Expression.Computed computed) {
            return computed.test();
        }

        @Override
        public RowTest isNull(Expression.IsNull isNull) {
            return new RowTest.IsNull(Route.NOWHERE, isNull.path(), isNull.negated());
        }

        @Override
        public RowTest isEmpty(Expression.IsEmpty isEmpty) {
            throw refused("IS EMPTY");
        }

        @Override
        public RowTest isClass(Expression.IsClass isClass) {
            throw refused("IS " + isClass.className().name());
        }

        private static IllegalArgumentException refused(String found) {
            return new IllegalArgumentException("found " + found
                    + " in a test of a row; expected comparisons, IN, MATCH and IS NULL, joined by AND, OR and NOT");
        }
    }

    /** Returns the aggregate of a condition as a selection has it. */
    static dev.espalier.internal.rql.Formula formula(Operand operand) {
        if (operand instanceof Operand.Count count) {
            return new dev.espalier.internal.rql.Formula.Count(Route.NOWHERE, count.path(), count.group());
        }
        if (operand instanceof Operand.Aggregate aggregate) {
            return new dev.espalier.internal.rql.Formula.Aggregate(
                    Route.NOWHERE,
                    dev.espalier.internal.rql.Formula.AggregateFunction.valueOf(
                            aggregate.function().name()),
                    false,
                    aggregate.path());
        }
        return (dev.espalier.internal.rql.Path) operand;
    }
}
