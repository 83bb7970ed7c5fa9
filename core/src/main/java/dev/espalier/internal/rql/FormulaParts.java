package dev.espalier.internal.rql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Looks for parts of formulas as they were written. */
public final class FormulaParts {

    private FormulaParts() {}

    /** Returns what is asked of the objects that a selection counts. */
    public static List<Expression> groups(RqlSelection selection) {
        List<Expression> groups = new ArrayList<>();
        Predicate<Formula> collecting = collectingGroups(groups);
        selection.columns().forEach(column -> any(column.formula(), collecting));
        selection.having().ifPresent(having -> any(having, collecting));
        selection.orders().forEach(order -> any(order.formula(), collecting));
        return groups;
    }

    /** Returns what is asked of the objects that the sort keys of a query count. */
    public static List<Expression> groups(RqlQuery query) {
        List<Expression> groups = new ArrayList<>();
        query.orders().forEach(order -> any(order.formula(), collectingGroups(groups)));
        return groups;
    }

    private static Predicate<Formula> collectingGroups(List<Expression> groups) {
        return part -> {
            if (part instanceof Formula.Count count) {
                count.group().ifPresent(groups::add);
            }
            return false;
        };
    }

    /** Returns what is asked of the objects that a condition's formulas count. */
    public static List<Expression> groups(RowTest test) {
        List<Expression> groups = new ArrayList<>();
        any(test, collectingGroups(groups));
        return groups;
    }

    /** Whether a formula is an aggregate. */
    public static boolean isAggregate(Formula formula) {
        return formula instanceof Formula.Aggregate
                || formula instanceof Formula.Count
                || formula instanceof Formula.CountRows;
    }

    /** Returns an aggregate of what one path reaches; empty for another formula. */
    public static Optional<Operand> operand(Formula formula) {
        if (formula instanceof Formula.Count count) {
            return Optional.of(new Operand.Count(count.position(), count.path(), count.group()));
        }
        return formula instanceof Formula.Aggregate aggregate
                        && !aggregate.distinct()
                        && aggregate.function() != Formula.AggregateFunction.COUNT
                        && aggregate.argument() instanceof Path path
                ? Optional.of(new Operand.Aggregate(
                        aggregate.position(),
                        Operand.Function.valueOf(aggregate.function().name()),
                        path))
                : Optional.empty();
    }

    /** Returns the formula and all of its parts. */
    public static List<Formula> all(Formula formula) {
        List<Formula> all = new ArrayList<>();
        any(formula, collecting(all));
        return all;
    }

    /** Returns all parts of the test. */
    public static List<Formula> all(RowTest test) {
        List<Formula> all = new ArrayList<>();
        any(test, collecting(all));
        return all;
    }

    private static Predicate<Formula> collecting(List<Formula> all) {
        return part -> {
            all.add(part);
            return false;
        };
    }

    /** Whether the formula or one of its parts fulfils the predicate. */
    public static boolean any(Formula formula, Predicate<Formula> wanted) {
        if (wanted.test(formula)) {
            return true;
        }
        if (formula instanceof Formula.Arithmetic arithmetic) {
            return any(arithmetic.left(), wanted) || any(arithmetic.right(), wanted);
        }
        if (formula instanceof Formula.Negated negated) {
            return any(negated.part(), wanted);
        }
        if (formula instanceof Formula.Call call) {
            return call.arguments().stream().anyMatch(argument -> any(argument, wanted));
        }
        if (formula instanceof Formula.Case ofCase) {
            return ofCase.whens().stream().anyMatch(when -> any(when.test(), wanted) || any(when.value(), wanted))
                    || ofCase.otherwise()
                            .filter(otherwise -> any(otherwise, wanted))
                            .isPresent();
        }
        return formula instanceof Formula.Aggregate aggregate && any(aggregate.argument(), wanted);
    }

    /** Whether a part of the test fulfils the predicate. */
    public static boolean any(RowTest test, Predicate<Formula> wanted) {
        if (test instanceof RowTest.Or or) {
            return or.parts().stream().anyMatch(part -> any(part, wanted));
        }
        if (test instanceof RowTest.And and) {
            return and.parts().stream().anyMatch(part -> any(part, wanted));
        }
        if (test instanceof RowTest.Not not) {
            return any(not.part(), wanted);
        }
        if (test instanceof RowTest.Comparison comparison) {
            return any(comparison.left(), wanted) || any(comparison.right(), wanted);
        }
        if (test instanceof RowTest.In in) {
            return any(in.value(), wanted);
        }
        if (test instanceof RowTest.Match match) {
            return any(match.value(), wanted);
        }
        return any(((RowTest.IsNull) test).value(), wanted);
    }
}
