package dev.espalier.internal.query;

import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.search.explanation.Explanation;
import java.util.List;
import java.util.Optional;

/**
 * How the rows of a selection were made.
 *
 * @param enginePlans the engine's own plan of each stage's first statement, if it was asked for
 * @param rows how many rows there are
 */
public record ExplainedRows(RowPlan plan, Explanation course, List<Optional<String>> enginePlans, int rows) {}
