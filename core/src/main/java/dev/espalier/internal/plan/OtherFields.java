package dev.espalier.internal.plan;

import java.util.List;
import java.util.function.UnaryOperator;

/** Makes a formula of other fields: each one is replaced. */
final class OtherFields {

    private final UnaryOperator<PlannedFormula.Field> others;

    OtherFields(UnaryOperator<PlannedFormula.Field> others) {
        this.others = others;
    }

    PlannedFormula in(PlannedFormula formula) {
        if (formula instanceof PlannedFormula.Field field) {
            return others.apply(field);
        }
        if (formula instanceof PlannedFormula.Arithmetic arithmetic) {
            return new PlannedFormula.Arithmetic(
                    arithmetic.sign(), in(arithmetic.left()), in(arithmetic.right()), arithmetic.type());
        }
        if (formula instanceof PlannedFormula.Negated negated) {
            return new PlannedFormula.Negated(in(negated.part()), negated.type());
        }
        if (formula instanceof PlannedFormula.Call call) {
            return new PlannedFormula.Call(
                    call.function(), call.arguments().stream().map(this::in).toList(), call.type());
        }
        if (formula instanceof PlannedFormula.Case ofCase) {
            return new PlannedFormula.Case(
                    ofCase.whens().stream()
                            .map(when -> new PlannedFormula.When(in(when.test()), in(when.value())))
                            .toList(),
                    in(ofCase.otherwise()),
                    ofCase.type());
        }
        return formula;
    }

    private PlannedTest in(PlannedTest test) {
        if (test instanceof PlannedTest.Or or) {
            return new PlannedTest.Or(all(or.parts()));
        }
        if (test instanceof PlannedTest.And and) {
            return new PlannedTest.And(all(and.parts()));
        }
        if (test instanceof PlannedTest.Not not) {
            return new PlannedTest.Not(in(not.part()));
        }
        if (test instanceof PlannedTest.Comparison comparison) {
            return new PlannedTest.Comparison(in(comparison.left()), comparison.operator(), in(comparison.right()));
        }
        if (test instanceof PlannedTest.In in) {
            return new PlannedTest.In(in(in.value()), in.values(), in.intervals());
        }
        if (test instanceof PlannedTest.Match match) {
            return new PlannedTest.Match(in(match.value()), match.pattern(), match.ignoreCase());
        }
        return new PlannedTest.IsNull(in(((PlannedTest.IsNull) test).value()));
    }

    private List<PlannedTest> all(List<PlannedTest> parts) {
        return parts.stream().map(this::in).toList();
    }
}
