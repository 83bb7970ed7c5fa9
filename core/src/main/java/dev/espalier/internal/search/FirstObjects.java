package dev.espalier.internal.search;

import dev.espalier.internal.formula.InTurn;
import dev.espalier.internal.plan.Constant;
import dev.espalier.internal.plan.SortKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Collects objects with their values at some sort keys, and keeps the first ones. For one search, by one thread. */
final class FirstObjects {

    private final Comparator<Placed> order;
    private final @Nullable Placed end;
    private final long most;
    private final Collection<Placed> kept;

    /**
     * An object and its values at the keys.
     *
     * @param values the columns at each key; null for no value, and for the id
     */
    private record Placed(long id, Object[] @Nullable [] values) {}

    /**
     * Creates a collection without objects.
     *
     * @param keys the last one is the id
     * @param position only objects behind it are kept; none for all
     * @param most how many are kept; {@link Long#MAX_VALUE} for all
     */
    FirstObjects(List<? extends SortKey> keys, List<Optional<Constant>> position, long most) {
        this.order = order(keys);
        this.end = position.isEmpty() ? null : placed(keys, position);
        this.most = most;
        this.kept = most == Long.MAX_VALUE ? new ArrayList<>() : new PriorityQueue<>(order.reversed());
    }

    /** @param values the columns at each key; null for no value, and for the id */
    void add(long id, Object[] @Nullable [] values) {
        add(new Placed(id, values));
    }

    /** Adds what another collection with the same keys has kept. */
    void addAll(FirstObjects others) {
        others.kept.forEach(this::add);
    }

    private void add(Placed one) {
        if (end != null && order.compare(one, end) <= 0) {
            return;
        }
        if (kept instanceof PriorityQueue<Placed> queue && queue.size() >= most) {
            if (most > 0 && order.compare(one, queue.peek()) < 0) {
                queue.poll();
                queue.add(one);
            }
        } else {
            kept.add(one);
        }
    }

    /** Returns the first ids, in the order of the keys. */
    long[] ids() {
        return kept.stream().sorted(order).mapToLong(Placed::id).toArray();
    }

    private static Comparator<Placed> order(List<? extends SortKey> keys) {
        List<Comparator<Placed>> comparators = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            int at = i;
            Comparator<Placed> byId = Comparator.comparingLong(Placed::id);
            comparators.add(
                    !keys.get(i).isId()
                            ? Comparator.comparing(one -> one.values[at], Ordering.comparator(keys.get(i)))
                            : keys.get(i).descending() ? byId.reversed() : byId);
        }
        return new InTurn<>(comparators);
    }

    /** A position as if an object were there. */
    private static Placed placed(List<? extends SortKey> keys, List<Optional<Constant>> position) {
        long id = 0;
        Object[][] values = new Object[keys.size()][];
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i).isId()) {
                id = (long) position.get(i).orElseThrow().columns().get(0);
            } else {
                values[i] = position.get(i)
                        .map(constant -> constant.columns().toArray())
                        .orElse(null);
            }
        }
        return new Placed(id, values);
    }
}
