package dev.espalier.search;

import dev.espalier.dialect.Dialect;
import dev.espalier.model.PersistentClass;
import dev.espalier.plan.Condition;
import dev.espalier.plan.Constant;
import dev.espalier.plan.FieldRef;
import dev.espalier.plan.Plan;
import dev.espalier.plan.Step;
import dev.espalier.rql.Operator;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Finds the first objects in an order, from its beginning or from a position on, without reading all that fulfil the condition. For one
 * search, by one thread.
 *
 * <p>Where the engine sorts by all keys as the language does, and no index leads through them, that is one statement with ORDER BY and
 * LIMIT. Otherwise the order is taken apart by its first key, and what is behind a position (Emma, 7) comes in turn:
 *
 * <pre>
 * title = 'Emma' and behind id 7       in the order of the keys that are left
 * title > 'Emma'                       the first by title alone, which an index on it gives; those at the end of the stretch are not all
 *                                      of their title, so these are taken out and asked for once more, in the order of the keys left
 * title is missing                     in the order of the keys that are left
 * </pre>
 *
 * Each of them ends at the limit, wherever in the order it begins. What the last key, the id, is asked for, every index gives.
 */
final class OrderedSearch {

    /** For more than these, reading what fulfils the condition and sorting it costs less than going through an index row by row. */
    private static final long FEW = 10_000;

    /** So many objects that have one value are named in a statement; if there are more, it asks for the value. */
    private static final int NAMED = 50;

    /** What an order needs of a search. */
    interface Finder {

        /** The way in which a condition is searched. */
        Strategy choose(Condition condition);

        /**
         * Objects that fulfil both conditions.
         *
         * @param way chosen for the first one
         * @param behind what only says where in the order they are
         */
        IdSet find(Strategy strategy, Condition condition, Condition behind, Optional<TopN> cut);

        /** That many objects of any class that fulfil a condition on their own rows. */
        IdSet some(long most, Condition condition, PersistentClass type);

        /** Whether most objects are expected to fulfil the condition. */
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
     * The first objects that fulfil a condition.
     *
     * @param keys the last one is the id
     * @param position a value for each key, empty where it is missing: only objects behind it; no values at all stand for the beginning
     * @param skipped so many are left out first
     */
    long[] first(Condition condition, List<Plan.Order> keys, List<Optional<Constant>> position, long skipped, long most) {
        boolean early = finder.isLargePart(condition);
        if (skipped > 0 && position.isEmpty() && isSkippedByEngine(condition, keys, skipped)) {
            return cut(finder.choose(condition), condition, keys, position, skipped, most, early);
        }
        long all = most > Long.MAX_VALUE - skipped ? Long.MAX_VALUE : skipped + most;
        return Ordering.page(first(condition, keys, position, all, early), skipped, most);
    }

    /** One table, sorted to the end by the engine, is the only one from which it can leave out the first rows. */
    private boolean isSkippedByEngine(Condition condition, List<Plan.Order> keys, long skipped) {
        return root.concreteClasses().size() == 1
                && isExists(finder.choose(condition), condition)
                && keys.stream().allMatch(key -> TopN.isSortedBy(dialect, key))
                && (keys.size() == 1 || skipped > FEW || !isWalked(condition, keys.get(0)));
    }

    private long[] first(Condition condition, List<Plan.Order> keys, List<Optional<Constant>> position, long most, boolean early) {
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
            return Ordering.page(ordering.sorted(root, keys, all, position), 0, most);
        }
        return sorted && (most > FEW || !isWalked(condition, key))
                ? cut(strategy, condition, keys, position, 0, most, early)
                : inTurn(condition, keys, position, most, early);
    }

    private static boolean isExists(Strategy strategy, Condition condition) {
        return strategy == Strategy.EXISTS || strategy == Strategy.INTERSECT && !OneStatement.isConjunctionOfPaths(condition);
    }

    /** Whether going through the objects in the order of an index on the key soon finds enough of them. */
    private boolean isWalked(Condition condition, Plan.Order key) {
        return keyRangeScan.isIndexed(root, key) && finder.isLargePart(condition);
    }

    private long[] cut(Strategy strategy, Condition condition, List<Plan.Order> keys, List<Optional<Constant>> position, long skipped, long most, boolean early) {
        IdSet found = finder.find(strategy, condition, KeyConditions.behind(keys, position), Optional.of(new TopN(most, skipped, keys, early)));
        return Ordering.page(ordering.sorted(root, keys, found), 0, most);
    }

    /** The order, taken apart by its first key. */
    private long[] inTurn(Condition condition, List<Plan.Order> keys, List<Optional<Constant>> position, long most, boolean early) {
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

    /** What has no value at the first key. What leads to none is asked of each object in turn: no index has it. */
    private long[] missing(Condition condition, List<Plan.Order> keys, List<Optional<Constant>> position, long most, boolean early) {
        Condition missing = Condition.and(condition, KeyConditions.missing(keys.get(0)));
        List<Plan.Order> rest = keys.subList(1, keys.size());
        return !keys.get(0).steps().isEmpty() && rest.size() == 1
                ? cut(Strategy.EXISTS, missing, rest, position, 0, most, early)
                : first(missing, rest, position, most, early);
    }

    /** What has a value at the first key that comes later. */
    private void later(Condition condition, List<Plan.Order> keys, Optional<Constant> end, Gathered ids, boolean early) {
        Plan.Order key = keys.get(0);
        List<Plan.Order> rest = keys.subList(1, keys.size());
        if (KeyConditions.isEnum(key) && isWalked(condition, key)) {
            List<Constant> constants = KeyConditions.constants(key);
            for (Constant constant : constants.subList(end.map(constants::indexOf).orElse(-1) + 1, constants.size())) {
                if (ids.missing() > 0) {
                    ids.add(first(tied(condition, key, constant), rest, List.of(), ids.missing(), early));
                }
            }
            return;
        }
        KeyRangeScan.Stretch stretch = keyRangeScan.first(root, condition, key, end, ids.missing(), isWalked(condition, key));
        ids.add(ordering.sorted(root, keys, stretch.ids(), stretch.values()));
        if (stretch.boundary().isPresent()) {
            ids.add(first(tied(condition, key, stretch.boundary().get()), rest, List.of(), ids.missing(), early));
        }
    }

    /** Fulfils the condition and has this value. */
    private Condition tied(Condition condition, Plan.Order key, Constant value) {
        Condition equal = new Condition.Compare(key.field(), Operator.EQUAL, value);
        return Condition.and(condition, leadingTo(key.steps(), equal));
    }

    /**
     * That steps lead to an object which fulfils a condition. Where few objects do, the references that name them are asked for: an index
     * on a reference gives what refers to one object in the order of the ids.
     */
    private Condition leadingTo(List<Step.Follow> steps, Condition condition) {
        Condition left = condition;
        for (int i = steps.size() - 1; i >= 0; i--) {
            IdSet targets = finder.some(NAMED + 1, left, steps.get(i).target());
            if (targets.size() > NAMED) {
                return Condition.some(List.copyOf(steps.subList(0, i + 1)), left);
            }
            FieldRef reference = steps.get(i).reference();
            Set<Constant> named = Arrays.stream(targets.toArray()).mapToObj(id -> new Constant(List.of(id))).collect(Collectors.toSet());
            left = named.isEmpty() ? Condition.NEVER : new Condition.InSet(reference, named);
        }
        return left;
    }

    /** Ids until there are enough. */
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
