package dev.espalier.internal.plan;

import dev.espalier.internal.plan.Condition.Aggregation;
import org.jspecify.annotations.Nullable;

/** A value of an object that is made of what paths lead to from it. */
public sealed interface ObjectValue permits PlannedValue, FormulaAggregate {

    /** Returns its function; null for a path that reaches one slot at most. */
    @Nullable
    Aggregation aggregation();
}
