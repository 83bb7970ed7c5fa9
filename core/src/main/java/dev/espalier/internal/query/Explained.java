package dev.espalier.internal.query;

import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.search.explanation.Explanation;
import java.util.List;
import java.util.Optional;

/**
 * How a question was answered.
 *
 * @param enginePlans the engine's own plan of each stage's first statement, if it was asked for
 */
public record Explained(
        Plan plan,
        Explanation search,
        List<Optional<String>> enginePlans,
        ObjectLoader.Effort load,
        List<MissingIndex> missing) {

    /**
     * An index that would have helped.
     *
     * @param stage the stage's number, from 0
     * @param place the class and the field in the model's words
     * @param statement the {@code CREATE INDEX} of the engine
     */
    public record MissingIndex(int stage, String place, String statement, long rowsRead, long rowsExpected) {}
}
