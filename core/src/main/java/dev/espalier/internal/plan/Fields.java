package dev.espalier.internal.plan;

import java.util.function.Consumer;

/** The fields that a formula is made of. */
public final class Fields {

    private Fields() {}

    /** Passes on each field of a formula. */
    public static void of(PlannedFormula formula, Consumer<PlannedFormula.Field> reader) {
        if (formula instanceof PlannedFormula.Field field) {
            reader.accept(field);
        } else if (formula instanceof PlannedFormula.Arithmetic arithmetic) {
            of(arithmetic.left(), reader);
            of(arithmetic.right(), reader);
        } else if (formula instanceof PlannedFormula.Negated negated) {
            of(negated.part(), reader);
        } else if (formula instanceof PlannedFormula.Call call) {
            call.arguments().forEach(argument -> of(argument, reader));
        } else if (formula instanceof PlannedFormula.Case ofCase) {
            ofCase.whens().forEach(when -> {
                of(when.test(), reader);
                of(when.value(), reader);
            });
            of(ofCase.otherwise(), reader);
        }
    }

    /** Returns whether a formula is made of no fields. */
    public static boolean isNone(PlannedFormula formula) {
        boolean[] none = {true};
        of(formula, field -> none[0] = false);
        return none[0];
    }

    /** Passes on each field of a test. */
    public static void of(PlannedTest test, Consumer<PlannedFormula.Field> reader) {
        if (test instanceof PlannedTest.Or or) {
            or.parts().forEach(part -> of(part, reader));
        } else if (test instanceof PlannedTest.And and) {
            and.parts().forEach(part -> of(part, reader));
        } else if (test instanceof PlannedTest.Not not) {
            of(not.part(), reader);
        } else if (test instanceof PlannedTest.Comparison comparison) {
            of(comparison.left(), reader);
            of(comparison.right(), reader);
        } else if (test instanceof PlannedTest.In in) {
            of(in.value(), reader);
        } else if (test instanceof PlannedTest.Match match) {
            of(match.value(), reader);
        } else {
            of(((PlannedTest.IsNull) test).value(), reader);
        }
    }
}
