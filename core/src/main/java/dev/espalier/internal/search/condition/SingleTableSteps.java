package dev.espalier.internal.search.condition;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tests whether each step reads one table, so that one SELECT can follow it. A step to objects of several classes, each with a table of its
 * own, would need several.
 */
public final class SingleTableSteps {

    /**
     * The maximum number of rounds in a statement. Rows of a bounded recursion are repeated for each number of rounds, so many rounds are
     * faster in steps.
     */
    private static final int ROUNDS = 20;

    /** The maximum number of rounds before the recursion that the statement spells out. */
    private static final int LEAST_ROUNDS = 4;

    private SingleTableSteps() {}

    /** Returns whether a recursive statement can follow a repeated step. */
    static boolean isRecursive(Step.Repeated repeated) {
        return isPlain(repeated.steps(), repeated.type(), true)
                && (repeated.most().isPresent()
                        ? repeated.most().getAsInt() <= ROUNDS
                        : repeated.least() <= LEAST_ROUNDS);
    }

    /** Returns whether a recursive statement can gather all that a repeated step reaches. */
    public static boolean isClosed(Step.Repeated repeated) {
        return repeated.most().isEmpty() && isPlain(repeated.steps(), repeated.type(), true);
    }

    /**
     * Returns whether a subselect can count.
     *
     * @param counted what the condition on the counted objects takes
     */
    static boolean isCounted(Condition.Count count, Features counted) {
        List<Step> steps = count.steps();
        boolean valuesOfOwn = steps.size() == 1 && steps.get(0) instanceof Step.Members;
        return (count.objects() || valuesOfOwn) && isPlain(steps, null, RowAccess.ONLY_ID.allows(counted));
    }

    /**
     * Tests the steps.
     *
     * @param start the class of the row from which the first step leads; null if the row is known
     * @param onlyId whether only the id of the objects at the end is used
     */
    private static boolean isPlain(List<Step> steps, @Nullable PersistentClass start, boolean onlyId) {
        PersistentClass here = start;
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            boolean onlyIdHere = i + 1 < steps.size() ? !(steps.get(i + 1) instanceof Step.Follow) : onlyId;
            if (step instanceof Step.Follow follow) {
                if (here != null && !isOneTable(here)
                        || !onlyIdHere && !isOneTable(follow.target())
                        || follow.narrows() && !isOneTable(follow.target())) {
                    return false;
                }
                here = follow.target();
            } else if (step instanceof Step.Members) {
                here = null;
            } else if (step instanceof Step.Referrers referrers) {
                if (!isOneTable(referrers.owner())) {
                    return false;
                }
                here = referrers.owner();
            } else if (step instanceof Step.Holders holders) {
                boolean anyOwner = holders.owner()
                        .concreteClasses()
                        .containsAll(holders.collection().declaringClass().concreteClasses());
                if (!(onlyIdHere && anyOwner) && !isOneTable(holders.owner())) {
                    return false;
                }
                here = holders.owner();
            } else {
                return false;
            }
        }
        return true;
    }

    private static boolean isOneTable(PersistentClass type) {
        return type.concreteClasses().size() == 1;
    }
}
