package dev.espalier.search;

import dev.espalier.model.PersistentClass;
import dev.espalier.plan.Place;
import dev.espalier.plan.Plan;
import dev.espalier.plan.Step;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Sorts the roots that were found: reads each key's values and sorts here, the same for every engine and every class of root. */
final class Ordering {

    private final Relations relations;

    Ordering(Relations relations) {
        this.relations = relations;
    }

    /** The ids in the order of the plan, only those that it wants. */
    long[] sorted(Plan plan, IdSet found) {
        long[] ids = found.toArray();
        if (!plan.orders().isEmpty() && ids.length > 1) {
            ids = sorted(plan.orders().stream().map(order -> key(plan.answer(), order, found)).toList(), ids);
        }
        return page(plan, ids);
    }

    /** Those that the plan wants of all in order. */
    static long[] page(Plan plan, long[] ids) {
        long from = Math.min(plan.offset(), ids.length);
        long to = plan.limit().isPresent() ? Math.min(ids.length, from + Math.min(plan.limit().getAsLong(), ids.length)) : ids.length;
        return Arrays.copyOfRange(ids, (int) from, (int) to);
    }

    /** Stable, so that objects alike in all keys stay in the order of their ids. */
    private static long[] sorted(List<Comparator<Long>> keys, long[] ids) {
        Comparator<Long> all = keys.stream().reduce(Comparator::thenComparing).orElseThrow();
        return Arrays.stream(ids).boxed().sorted(all).mapToLong(Long::longValue).toArray();
    }

    private Comparator<Long> key(PersistentClass root, Plan.Order order, IdSet found) {
        Map<Long, Object[]> values = values(root, order, found);
        Comparator<Object[]> ascending = IntStream.range(0, order.place().columnTypes().size())
                .mapToObj(i -> Comparator.comparing((Object[] columns) -> columns[i], column(order.place())))
                .reduce(Comparator::thenComparing)
                .orElseThrow();
        Comparator<Object[]> directed = order.descending() ? ascending.reversed() : ascending;
        return Comparator.comparing(values::get, Comparator.nullsLast(directed));
    }

    /** Each root's value where it has one. */
    private Map<Long, Object[]> values(PersistentClass root, Plan.Order order, IdSet found) {
        Map<Long, Object[]> values = new HashMap<>();
        Pairs reached = Pairs.same(found);
        PersistentClass here = root;
        for (Step.Follow step : order.steps()) {
            reached = reached.then(relations.follow(here, step.reference(), reached.targets()));
            here = step.target();
        }
        Map<Long, Object[]> atEnd = new HashMap<>();
        relations.values(here, order.place(), reached.targets(), (id, columns) -> {
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

    /** How one column's values compare: as the language says, which is not always as their Java classes do. */
    private static Comparator<Object> column(Place place) {
        if (place.content() instanceof Place.Content.Value value && value.type().javaClass().isEnum()) {
            Map<Object, Integer> ordinals = new HashMap<>();
            for (Object constant : value.type().javaClass().getEnumConstants()) {
                ordinals.put(((Enum<?>) constant).name(), ((Enum<?>) constant).ordinal());
            }
            return Comparator.comparing(name -> ordinals.getOrDefault(name, Integer.MAX_VALUE));
        }
        return Values::compare;
    }
}
