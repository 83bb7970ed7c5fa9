package dev.espalier.plan;

import dev.espalier.model.PersistentClass;
import dev.espalier.rql.RqlQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * What to look for.
 *
 * @param root the class whose objects, those of subclasses included, are the answer
 * @param parts conditions of which they must fulfil one; what fulfils the first comes first, then what the second adds, and so on. One
 *     part unless the query is a union whose parts decide on the order
 * @param orders how the objects of a part are sorted, the first key first; objects alike in all of them, and all where there is none,
 *     come by id
 * @param limit how many at most
 * @param offset how many are left out before
 * @param query where it comes from
 */
public record Plan(PersistentClass root, List<Condition> parts, List<Order> orders, OptionalLong limit, long offset, RqlQuery query) {

    public Plan {
        Objects.requireNonNull(root);
        parts = List.copyOf(parts);
        orders = List.copyOf(orders);
        if (parts.isEmpty() || parts.size() > 1 && !orders.isEmpty()) {
            throw new IllegalArgumentException("parts " + parts + " sorted by " + orders);
        }
        Objects.requireNonNull(limit);
        Objects.requireNonNull(query);
    }

    /** What the objects must fulfil, whatever their order. */
    public Condition condition() {
        return Condition.or(parts);
    }

    /** The orders, and behind them the id, which leaves no two objects alike; what comes behind an id decides nothing. */
    public List<Order> keys() {
        List<Order> keys = new ArrayList<>();
        for (Order order : orders) {
            keys.add(order);
            if (order.isId()) {
                return keys;
            }
        }
        keys.add(new Order(List.of(), Place.id(root), false));
        return keys;
    }

    /** The same with a limit that may be lower. */
    public Plan atMost(long roots) {
        return new Plan(root, parts, orders, OptionalLong.of(Math.min(roots, limit.orElse(roots))), offset, query);
    }

    /**
     * A sort key; objects for which nothing is reached come last.
     *
     * @param steps each to one object
     */
    public record Order(List<Step.Follow> steps, Place place, boolean descending) {

        public Order {
            steps = List.copyOf(steps);
            Objects.requireNonNull(place);
        }

        /** Whether it is the objects' own id. */
        public boolean isId() {
            return steps.isEmpty() && place.content() instanceof Place.Content.Id;
        }

        @Override
        public String toString() {
            return steps.stream().map(step -> step + ".").collect(Collectors.joining()) + place + (descending ? " descending" : "");
        }
    }

    /** The plan as an outline, one condition a line. */
    @Override
    public String toString() {
        return Outline.of(this);
    }
}
