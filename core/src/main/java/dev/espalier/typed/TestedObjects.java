package dev.espalier.typed;

import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.rql.FormulaParts;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.rql.Path;
import dev.espalier.internal.rql.RowTest;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlSelection;
import dev.espalier.internal.rql.Term;
import dev.espalier.internal.rql.Value;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes conditions of objects from tests of rows: the trees that the parser makes of the same text. */
final class TestedObjects {

    private TestedObjects() {}

    static <R> Condition<R> condition(RowCondition<R> test) {
        if (test instanceof Condition<R> condition) {
            return condition;
        }
        Spelled<RowTest> spelled = Tested.spelled(test);
        for (RqlSelection.Column column : spelled.columns()) {
            throw new IllegalArgumentException("found the column " + column.name()
                    + " in a condition of objects; expected a path, or what is computed of the object");
        }
        return new Condition<>(expression(spelled.tree()));
    }

    private static Expression expression(RowTest test) {
        if (test instanceof RowTest.Or or) {
            return new Expression.Or(
                    Route.NOWHERE,
                    parts(or.parts())
                            .flatMap(part -> part instanceof Expression.Or of ? of.parts().stream() : Stream.of(part))
                            .toList());
        }
        if (test instanceof RowTest.And and) {
            return new Expression.And(
                    Route.NOWHERE,
                    parts(and.parts())
                            .flatMap(part -> part instanceof Expression.And of ? of.parts().stream() : Stream.of(part))
                            .toList());
        }
        if (test instanceof RowTest.Not not) {
            return new Expression.Not(Route.NOWHERE, expression(not.part()));
        }
        if (FormulaParts.all(test).stream().allMatch(Value.class::isInstance)) {
            throw new IllegalArgumentException("found " + Rql.print(test)
                    + ", which is the same for all objects; expected a path, or what is computed of one");
        }
        if (test instanceof RowTest.Comparison comparison) {
            return comparison(comparison);
        }
        if (test instanceof RowTest.In in && in.value() instanceof Path path) {
            return new Expression.In(Route.NOWHERE, path, in.negated(), in.items());
        }
        if (test instanceof RowTest.Match match && match.value() instanceof Path path) {
            return new Expression.Match(Route.NOWHERE, path, match.negated(), match.pattern(), match.ignoreCase());
        }
        if (test instanceof RowTest.IsNull isNull && isNull.value() instanceof Path path) {
            return new Expression.IsNull(Route.NOWHERE, path, isNull.negated());
        }
        return new Expression.Computed(Route.NOWHERE, test);
    }

    private static Stream<Expression> parts(List<RowTest> tests) {
        return tests.stream().map(TestedObjects::expression);
    }

    /** A path or an aggregate beside a value or a path is no formula. A value stands on the right of it. */
    private static Expression comparison(RowTest.Comparison comparison) {
        Formula left = comparison.left();
        Formula right = comparison.right();
        if (left instanceof Value && operand(right).isPresent()) {
            return comparison(new RowTest.Comparison(
                    Route.NOWHERE, /* left= */ right, mirrored(comparison.operator()), /* right= */ left));
        }
        return operand(left)
                .filter(operand -> right instanceof Term)
                .<Expression>map(operand ->
                        new Expression.Comparison(Route.NOWHERE, operand, comparison.operator(), (Term) right))
                .orElseGet(() -> new Expression.Computed(Route.NOWHERE, comparison));
    }

    private static Operator mirrored(Operator operator) {
        return switch (operator) {
            case LESS -> Operator.GREATER;
            case LESS_OR_EQUAL -> Operator.GREATER_OR_EQUAL;
            case GREATER -> Operator.LESS;
            case GREATER_OR_EQUAL -> Operator.LESS_OR_EQUAL;
            case EQUAL, NOT_EQUAL -> operator;
        };
    }

    private static Optional<Operand> operand(Formula formula) {
        return formula instanceof Path path ? Optional.of(path) : FormulaParts.operand(formula);
    }
}
