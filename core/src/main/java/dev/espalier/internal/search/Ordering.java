package dev.espalier.internal.search;

import dev.espalier.internal.formula.Cells;
import dev.espalier.internal.formula.Values;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.ComputedKey;
import dev.espalier.internal.plan.Constant;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.plan.SortKey;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.search.ids.IdPairs;
import dev.espalier.internal.search.ids.IdSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Sorts the roots. It reads each key's values and sorts in Java, in the same order for every engine and every class of roots. */
final class Ordering {

    private final Relations relations;
    private final ComputedKeys computed;

    Ordering(Relations relations, ComputedKeys computed) {
        this.relations = relations;
        this.computed = computed;
    }

    /** The ids in the order of the keys, the last of which is the id itself. */
    long[] sorted(PersistentClass root, List<? extends SortKey> keys, IdSet found) {
        return first(root, keys, found, List.of(), Map.of(), Long.MAX_VALUE);
    }

    /**
     * The ids in the order of the keys, the last of which is the id itself.
     *
     * @param known their values at the first key; none if these have to be read
     */
    long[] sorted(PersistentClass root, List<? extends SortKey> keys, IdSet found, Map<Long, Object[]> known) {
        return first(root, keys, found, List.of(), known, Long.MAX_VALUE);
    }

    /**
     * The first ids in the order of the keys, the last of which is the id itself.
     *
     * @param position only those behind it; none for all
     * @param most how many are wanted
     */
    long[] first(
            PersistentClass root,
            List<? extends SortKey> keys,
            IdSet found,
            List<Optional<Constant>> position,
            long most) {
        return first(root, keys, found, position, Map.of(), most);
    }

    private long[] first(
            PersistentClass root,
            List<? extends SortKey> keys,
            IdSet found,
            List<Optional<Constant>> position,
            Map<Long, Object[]> known,
            long most) {
        if (position.isEmpty() && (keys.size() == 1 || found.size() < 2)) {
            long[] ids = found.toArray();
            return page(keys.get(0).isId() && keys.get(0).descending() ? reversed(ids) : ids, 0, most);
        }
        List<Map<Long, Object[]>> values = new ArrayList<>();
        for (SortKey key : keys) {
            boolean isKnown = values.isEmpty() && !known.isEmpty();
            values.add(isKnown ? known : key.isId() ? Map.of() : values(root, key, found));
        }
        FirstObjects first = new FirstObjects(keys, position, most < found.size() ? most : Long.MAX_VALUE);
        for (long id : found.toArray()) {
            Object[][] own = new Object[values.size()][];
            for (int i = 0; i < own.length; i++) {
                own[i] = values.get(i).get(id);
            }
            first.add(id, own);
        }
        return first.ids();
    }

    private static long[] reversed(long[] ids) {
        return LongStream.rangeClosed(1, ids.length)
                .map(i -> ids[(int) (ids.length - i)])
                .toArray();
    }

    /** Applies the offset and limit of a plan to sorted ids. */
    static long[] page(Plan plan, long[] ids) {
        return page(ids, plan.offset(), plan.limit().orElse(Long.MAX_VALUE));
    }

    static long[] page(long[] ids, long skipped, long most) {
        long from = Math.min(skipped, ids.length);
        long to = from + Math.min(most, ids.length - from);
        return Arrays.copyOfRange(ids, (int) from, (int) to);
    }

    /** Returns the position of an object: its values for all keys but the last, which is the id. */
    List<Optional<Constant>> position(PersistentClass root, List<? extends SortKey> keys, long id) {
        return keys.stream()
                .filter(key -> !key.isId())
                .map(key -> Optional.ofNullable(values(root, key, IdSet.of(id)).get(id))
                        .map(columns -> new Constant(Arrays.asList(columns))))
                .toList();
    }

    /** Returns the comparator for a key's values; null values are last. */
    static Comparator<Object[]> comparator(SortKey key) {
        Comparator<Object[]> ascending = key instanceof Plan.Order order
                ? columns(order.field())
                : Comparator.comparing(
                        columns -> columns[0],
                        Cells.order(((ComputedKey) key).formula().type()));
        return Comparator.nullsLast(key.descending() ? ascending.reversed() : ascending);
    }

    private static Comparator<Object[]> columns(FieldRef field) {
        return IntStream.range(0, field.columnTypes().size())
                .mapToObj(i -> Comparator.comparing((Object[] columns) -> columns[i], column(field)))
                .reduce(Comparator::thenComparing)
                .orElseThrow();
    }

    /** Reads the values of the roots that have one. */
    private Map<Long, Object[]> values(PersistentClass root, SortKey key, IdSet found) {
        return key instanceof Plan.Order order ? values(root, order, found) : computed.values((ComputedKey) key, found);
    }

    private Map<Long, Object[]> values(PersistentClass root, Plan.Order order, IdSet found) {
        Map<Long, Object[]> values = new HashMap<>();
        IdPairs reached = IdPairs.same(found);
        PersistentClass here = root;
        for (Step.Follow step : order.steps()) {
            reached = reached.then(relations.follow(here, step.reference(), reached.targets()));
            here = step.target();
        }
        Map<Long, Object[]> atEnd = new HashMap<>();
        relations.values(here, order.field(), reached.targets(), (id, columns) -> {
            if (columns[0] != null) {
                atEnd.put(id, columns);
            }
        });
        reached.forEach((id, end) -> {
            if (atEnd.containsKey(end)) {
                values.put(id, atEnd.get(end));
            }
        });
        return values;
    }

    /** Returns the comparator of one column: the order of the language, which is not always that of the Java class. */
    private static Comparator<Object> column(FieldRef field) {
        if (field.content() instanceof FieldRef.Content.Value value
                && value.type().isEnum()) {
            Map<Object, Integer> ordinals = new HashMap<>();
            value.type().constants().forEach(constant -> ordinals.put(constant, ordinals.size()));
            return Comparator.comparing(name -> ordinals.getOrDefault(name, Integer.MAX_VALUE));
        }
        return Values::compare;
    }
}
