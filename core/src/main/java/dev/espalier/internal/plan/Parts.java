package dev.espalier.internal.plan;

import dev.espalier.internal.rql.Formula;
import dev.espalier.internal.rql.RowTest;
import java.util.function.Predicate;

/** Looks for parts of formulas as they were written. */
final class Parts {

    private Parts() {}

    /** Whether the formula or one of its parts fulfils the predicate. */
    static boolean any(Formula formula, Predicate<Formula> wanted) {
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
    static boolean any(RowTest test, Predicate<Formula> wanted) {
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
