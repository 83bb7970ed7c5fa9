package dev.espalier.internal.search;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.search.condition.Costs;
import dev.espalier.internal.search.condition.Sizes;
import dev.espalier.internal.search.explanation.Strategy;
import dev.espalier.internal.search.ids.IdSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Intersects the two most selective paths, and follows the others only from the remaining candidates. With few candidates left, searching a
 * whole path is mostly unnecessary. The number of candidates is known by then, so the choice is no guess. For one search, by one thread.
 *
 * <p>The published query over 12 x 2M objects on MySQL, every index: 3 paths to 2,920, 3,340 and 7,340 owners cost 12, 19 and 28 ms; the
 * first two have 80 in common (2026-11-22).
 */
final class Narrowing {

    /** A path to fewer objects takes less time than the additional statements. */
    private static final double WORTH_IT = 1_000;

    /** The cost of following a path from an object, relative to reading one of its ends: it has several members on the way. */
    private static final double FORWARDS = 4;

    /** The number of candidates up to which every planner uses their keys. */
    private static final long NAMED = 1_000;

    private final OneStatement oneStatement;
    private final Steps steps;
    private final Costs costs;
    private final Sizes sizes;

    Narrowing(OneStatement oneStatement, Steps steps, Costs costs, Sizes sizes) {
        this.oneStatement = oneStatement;
        this.steps = steps;
        this.costs = costs;
        this.sizes = sizes;
    }

    /** Returns whether the least selective path leads to so many objects that it should be verified last. */
    boolean promises(Condition condition, PersistentClass type) {
        List<Condition> paths = fewestFirst(condition, type);
        return paths.size() > 2 && sizes.objects(paths.get(paths.size() - 1), type) >= WORTH_IT;
    }

    /** Returns the objects of a class that fulfil a conjunction of paths. {@link OneStatement} answers any other condition. */
    IdSet find(Condition condition, PersistentClass type) {
        List<Condition> paths = fewestFirst(condition, type);
        if (paths.size() < 3 || !OneStatement.isConjunctionOfPaths(condition)) {
            return intersection(condition, type);
        }
        IdSet left = intersection(Condition.and(paths.subList(0, 2)), type);
        for (Condition path : paths.subList(2, paths.size())) {
            if (left.isEmpty()) {
                return left;
            }
            left = narrowed(left, path, type);
        }
        return left;
    }

    private IdSet narrowed(IdSet left, Condition path, PersistentClass type) {
        double ends = sizes.objects(path, type);
        if (ends >= 0 && left.size() * FORWARDS > ends) {
            return left.and(intersection(path, type));
        }
        return left.size() <= NAMED ? oneStatement.among(path, type, left) : steps.filter(path, type, left);
    }

    private IdSet intersection(Condition condition, PersistentClass type) {
        return oneStatement.find(condition, Condition.ALWAYS, type, Strategy.INTERSECT, Optional.empty());
    }

    private List<Condition> fewestFirst(Condition condition, PersistentClass type) {
        return Condition.conjuncts(condition).stream()
                .sorted(Comparator.comparingDouble(part -> costs.of(part, type).fraction()))
                .toList();
    }
}
