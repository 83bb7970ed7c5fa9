package dev.espalier.internal.search;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Constant;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.search.explanation.Strategy;
import dev.espalier.internal.search.ids.IdSet;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Finds the first objects in an order, from its beginning or from a position on, without reading all objects that fulfil the condition. For one
 * search, by one thread.
 *
 * <p>If the engine sorts all keys in the order of the language, and no index leads through them, one statement with ORDER BY and LIMIT is
 * enough. Otherwise the order is split by its first key. The objects behind a position (Emma, 7) are searched in three parts:
 *
 * <pre>
 * title = 'Emma' and behind id 7       in the order of the remaining keys
 * title > 'Emma'                       by a key-range scan on the title; the objects with the last title read are incomplete, so these are
 *                                      removed and searched again, in the order of the remaining keys
 * title is missing                     in the order of the remaining keys
 * </pre>
 *
 * Each part ends at the limit, wherever in the order it begins. Every index supports the last key, the id.
 */
final class OrderedSearch {

    /** For more objects than these, reading all and sorting them costs less than following an index row by row. */
    private static final long FEW = 10_000;

    /** The maximum number of objects with one value that a statement names; beyond, it asks for the value. */
    private static final int NAMED = 50;

    /** The parts of a search that an ordered search uses. */
    interface Finder {

        /** Chooses the strategy for a condition. */
        Strategy choose(Condition condition);

        /**
         * Returns the objects that fulfil both conditions.
         *
         * @param strategy chosen for the first one
         * @param behind the position in the order
         */
        IdSet find(Strategy strategy, Condition condition, Condition behind, Optional<TopN> cut);

        /** Returns the given number of objects of any class that fulfil a condition on their own rows. */
        IdSet some(long most, Condition condition, PersistentClass type);

        /** Returns whether a large part of the objects is expected to fulfil the condition. */
        boolean isLargePart(Condition condition);
    }

    private final PersistentClass root;
    private final Finder finder;
    private final Ordering ordering;
    private final KeyRangeScan keyRangeScan;
    private final Dialect dialect;

    OrderedSearch(PersistentClass root, Finder finder, Ordering ordering, KeyRangeScan keyRangeScan, Dialect dialect) {
        this.root = root;
        this.finder = finder;
        this.ordering = ordering;
        this.keyRangeScan = keyRangeScan;
        this.dialect = dialect;
    }

    /**
     * Returns the first objects that fulfil a condition.
     *
     * @param keys the last one is the id
     * @param position a value for each key, empty for null: only objects behind it; an empty list for the beginning
     * @param skipped the number of objects to skip
     */
    long[] first(
            Condition condition, List<Plan.Order> keys, List<Optional<Constant>> position, long skipped, long most) {
        boolean early = finder.isLargePart(condition);
        if (skipped > 0 && position.isEmpty() && isSkippedByEngine(condition, keys, skipped)) {
            return cut(finder.choose(condition), condition, keys, position, skipped, most, early);
        }
        long all = most > Long.MAX_VALUE - skipped ? Long.MAX_VALUE : skipped + most;
        return Ordering.page(first(condition, keys, position, all, early), skipped, most);
    }

    /** Returns whether the engine can skip rows: only in one table that it sorts completely. */
    private boolean isSkippedByEngine(Condition condition, List<Plan.Order> keys, long skipped) {
        return root.concreteClasses().size() == 1
                && isExists(finder.choose(condition), condition)
                && keys.stream().allMatch(key -> TopN.isSortedBy(dialect, key))
                && (keys.size() == 1 || skipped > FEW || !isWalked(condition, keys.get(0)));
    }

    private long[] first(
            Condition condition, List<Plan.Order> keys, List<Optional<Constant>> position, long most, boolean early) {
        if (condition.equals(Condition.NEVER)) {
            return new long[0];
        }
        Strategy strategy = finder.choose(condition);
        if (keys.size() == 1) {
            return cut(strategy, condition, keys, position, 0, most, early);
        }
        Plan.Order key = keys.get(0);
        boolean sorted = keys.stream().allMatch(one -> TopN.isSortedBy(dialect, one));
        if (!isExists(strategy, condition) || !KeyRangeScan.isPossible(key) || most > FEW && !sorted) {
            IdSet all = finder.find(strategy, condition, Condition.ALWAYS, Optional.empty());
            return ordering.first(root, keys, all, position, most);
        }
        return sorted && (most > FEW || !isWalked(condition, key))
                ? cut(strategy, condition, keys, position, 0, most, early)
                : inTurn(condition, keys, position, most, early);
    }

    private static boolean isExists(Strategy strategy, Condition condition) {
        return strategy == Strategy.EXISTS
                || strategy == Strategy.INTERSECT && !OneStatement.isConjunctionOfPaths(condition);
    }

    /** Returns whether a key-range scan finds enough of the objects soon. */
    private boolean isWalked(Condition condition, Plan.Order key) {
        return keyRangeScan.isIndexed(root, key) && finder.isLargePart(condition);
    }

    private long[] cut(
            Strategy strategy,
            Condition condition,
            List<Plan.Order> keys,
            List<Optional<Constant>> position,
            long skipped,
            long most,
            boolean early) {
        IdSet found = finder.find(
                strategy,
                condition,
                KeyConditions.behind(keys, position),
                Optional.of(new TopN(most, skipped, keys, early)));
        return ordering.first(root, keys, found, List.of(), most);
    }

    /** Splits the order by its first key. */
    private long[] inTurn(
            Condition condition, List<Plan.Order> keys, List<Optional<Constant>> position, long most, boolean early) {
        Plan.Order key = keys.get(0);
        List<Plan.Order> rest = keys.subList(1, keys.size());
        Gathered ids = new Gathered(most);
        Optional<Constant> end = Optional.empty();
        if (!position.isEmpty()) {
            end = position.get(0);
            List<Optional<Constant>> behind = position.subList(1, position.size());
            if (end.isEmpty()) {
                return missing(condition, keys, behind, most, early);
            }
            ids.add(first(tied(condition, key, end.get()), rest, behind, most, early));
        }
        if (ids.missing() > 0) {
            later(condition, keys, end, ids, early);
        }
        if (ids.missing() > 0) {
            ids.add(missing(condition, keys, List.of(), ids.missing(), early));
        }
        return ids.toArray();
    }

    /** Returns objects without a value for the first key. At the end of a path, this is checked for each object: no index has it. */
    private long[] missing(
            Condition condition, List<Plan.Order> keys, List<Optional<Constant>> position, long most, boolean early) {
        Condition missing = Condition.and(condition, KeyConditions.missing(keys.get(0)));
        List<Plan.Order> rest = keys.subList(1, keys.size());
        return !keys.get(0).steps().isEmpty() && rest.size() == 1
                ? cut(Strategy.EXISTS, missing, rest, position, 0, most, early)
                : first(missing, rest, position, most, early);
    }

    /** Adds objects with a later value for the first key. */
    private void later(
            Condition condition, List<Plan.Order> keys, Optional<Constant> end, Gathered ids, boolean early) {
        Plan.Order key = keys.get(0);
        List<Plan.Order> rest = keys.subList(1, keys.size());
        if (KeyConditions.isEnum(key) && isWalked(condition, key)) {
            for (Condition place : KeyConditions.placesBehind(key, end)) {
                if (ids.missing() > 0) {
                    ids.add(first(
                            Condition.and(condition, leadingTo(key.steps(), place)),
                            rest,
                            List.of(),
                            ids.missing(),
                            early));
                }
            }
            return;
        }
        KeyRangeScan.Stretch stretch =
                keyRangeScan.first(root, condition, key, end, ids.missing(), isWalked(condition, key));
        ids.add(ordering.sorted(root, keys, stretch.ids(), stretch.values()));
        if (stretch.boundary().isPresent()) {
            ids.add(first(tied(condition, key, stretch.boundary().get()), rest, List.of(), ids.missing(), early));
        }
    }

    /** Returns the condition that an object fulfils the condition and has this value. */
    private Condition tied(Condition condition, Plan.Order key, Constant value) {
        return Condition.and(condition, leadingTo(key.steps(), KeyConditions.same(key, value)));
    }

    /**
     * Returns the condition that steps lead to an object which fulfils a condition. If few objects do, their ids are listed: an index on a
     * reference returns the referrers of one object in the order of their ids.
     */
    private Condition leadingTo(List<Step.Follow> steps, Condition condition) {
        Condition left = condition;
        for (int i = steps.size() - 1; i >= 0; i--) {
            IdSet targets = finder.some(NAMED + 1, left, steps.get(i).target());
            if (targets.size() > NAMED) {
                return Condition.some(List.copyOf(steps.subList(0, i + 1)), left);
            }
            FieldRef reference = steps.get(i).reference();
            Set<Constant> named = Arrays.stream(targets.toArray())
                    .mapToObj(id -> new Constant(List.of(id)))
                    .collect(Collectors.toSet());
            left = named.isEmpty() ? Condition.NEVER : new Condition.InSet(reference, named);
        }
        return left;
    }

    /** Collects ids until there are enough. */
    private static final class Gathered {

        private final LongStream.Builder ids = LongStream.builder();
        private long missing;

        Gathered(long most) {
            missing = most;
        }

        void add(long[] more) {
            Arrays.stream(more).forEach(ids::add);
            missing -= more.length;
        }

        long missing() {
            return missing;
        }

        long[] toArray() {
            return ids.build().toArray();
        }
    }
}
