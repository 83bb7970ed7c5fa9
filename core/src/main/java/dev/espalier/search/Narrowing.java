package dev.espalier.search;

import dev.espalier.model.PersistentClass;
import dev.espalier.plan.Condition;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds what the two paths that promise fewest have in common, and walks the others only from there: what a path leads to is mostly found
 * for nothing where few objects are left. How many are left is known by then, so that nothing rests on a guess. For one search, by one
 * thread.
 *
 * <p>The published query over 12 x 2M objects on MySQL, every index: 3 paths to 2,920, 3,340 and 7,340 owners cost 12, 19 and 28 ms; the
 * first two have 80 in common (2026-11-22).
 */
final class Narrowing {

    /** A path to fewer objects is read in less time than the further statements take. */
    private static final double WORTH_IT = 1_000;

    /** Walking a path from an object costs more than reading one of its ends: it has several members on the way. */
    private static final double FORWARDS = 4;

    /** From so few objects every planner goes on by their keys. */
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

    /** Whether the path to most objects leads to so many that it is worth while to leave it for the end. */
    boolean promises(Condition condition, PersistentClass type) {
        List<Condition> paths = fewestFirst(condition, type);
        return paths.size() > 2 && sizes.objects(paths.get(paths.size() - 1), type) >= WORTH_IT;
    }

    /** The objects of a class that fulfil a conjunction of paths; any other condition is answered by {@link OneStatement}. */
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
        Stream<Condition> parts = condition instanceof Condition.And and ? and.parts().stream() : Stream.of(condition);
        return parts.sorted(Comparator.comparingDouble(part -> costs.of(part, type).fraction())).toList();
    }
}
