package dev.espalier.internal.search.selection;

import dev.espalier.internal.plan.Condition.Aggregation;
import dev.espalier.internal.plan.FormulaType.Kind;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.PlannedTest;
import dev.espalier.internal.plan.RowPlan;

/** The errors that Java finds in the numbers of groups: those that are too large. */
final class NumberErrors {

    private final RowPlan plan;

    NumberErrors(RowPlan plan) {
        this.plan = plan;
    }

    /** Returns whether a test can be an error for some group. */
    boolean canBeIn(PlannedTest test) {
        if (test instanceof PlannedTest.Or or) {
            return or.parts().stream().anyMatch(this::canBeIn);
        }
        if (test instanceof PlannedTest.And and) {
            return and.parts().stream().anyMatch(this::canBeIn);
        }
        if (test instanceof PlannedTest.Not not) {
            return canBeIn(not.part());
        }
        if (test instanceof PlannedTest.Comparison comparison) {
            return canBeIn(comparison.left()) || canBeIn(comparison.right());
        }
        if (test instanceof PlannedTest.In in) {
            return canBeIn(in.value());
        }
        return test instanceof PlannedTest.Match match
                ? canBeIn(match.value())
                : canBeIn(((PlannedTest.IsNull) test).value());
    }

    private boolean canBeIn(PlannedFormula formula) {
        if (formula instanceof PlannedFormula.Aggregate aggregate) {
            return canBeIn(plan.aggregates().get(aggregate.index()));
        }
        return !(formula instanceof PlannedFormula.Key || formula instanceof PlannedFormula.Constant);
    }

    /** A sum can be too large, and so can what is computed for each row. */
    private static boolean canBeIn(RowPlan.Aggregate aggregate) {
        return aggregate.argument() != null
                && !(aggregate.argument() instanceof PlannedFormula.Field field
                        && (aggregate.aggregation() != Aggregation.SUM
                                        && (aggregate.aggregation() != Aggregation.AVG
                                                || field.type().kind() != Kind.FLOAT)
                                || field.type().kind() == Kind.DECIMAL));
    }
}
