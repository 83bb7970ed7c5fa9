package dev.espalier.internal.search.condition;

import static dev.espalier.internal.search.condition.Features.Feature.COUNT;
import static dev.espalier.internal.search.condition.Features.Feature.COUNT_IN_JAVA;
import static dev.espalier.internal.search.condition.Features.Feature.FIELD;
import static dev.espalier.internal.search.condition.Features.Feature.ID_SET;
import static dev.espalier.internal.search.condition.Features.Feature.PATHS;
import static dev.espalier.internal.search.condition.Features.Feature.RECURSION;
import static dev.espalier.internal.search.condition.Features.Feature.STEP_FROM_FIELD;
import static dev.espalier.internal.search.condition.Features.Feature.STEP_FROM_ID;
import static dev.espalier.internal.search.condition.Features.Feature.WALK_IN_JAVA;

import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.search.condition.Features.Feature;
import java.util.EnumSet;
import java.util.Set;

/** Ways to evaluate a condition, by the features that they have. */
public enum RowAccess {

    /** The condition uses only the object's id, so the object's table need not be read. */
    ONLY_ID(
            EnumSet.of(ID_SET, STEP_FROM_ID, RECURSION, WALK_IN_JAVA, COUNT, COUNT_IN_JAVA),
            EnumSet.allOf(Feature.class)),

    /** The condition uses only the row itself. The id is in the row, but a comparison with a set in memory is faster than sending it. */
    ONLY_ROW(EnumSet.of(FIELD), EnumSet.noneOf(Feature.class)),

    /** One statement can evaluate the condition. Sums, and counts or repetitions over several tables, have statements of their own. */
    ONE_STATEMENT(EnumSet.of(FIELD, ID_SET, STEP_FROM_FIELD, STEP_FROM_ID, RECURSION, COUNT, PATHS)),

    /** One statement without recursion can evaluate the condition. */
    ONE_STATEMENT_WITHOUT_RECURSION(EnumSet.of(FIELD, ID_SET, STEP_FROM_FIELD, STEP_FROM_ID, COUNT, PATHS)),

    /** The condition follows each path once and counts nothing. */
    WALKED_ONCE(EnumSet.of(FIELD, ID_SET, STEP_FROM_FIELD, STEP_FROM_ID, PATHS));

    private final Set<Feature> here;
    private final Set<Feature> behind;

    RowAccess(Set<Feature> everywhere) {
        this(everywhere, everywhere);
    }

    RowAccess(Set<Feature> here, Set<Feature> behind) {
        this.here = here;
        this.behind = behind;
    }

    public boolean isEnoughFor(Condition condition) {
        return allows(Features.of(condition));
    }

    boolean allows(Features features) {
        return here.containsAll(features.here()) && behind.containsAll(features.behind());
    }
}
