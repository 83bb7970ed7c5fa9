package dev.espalier.plan;

import dev.espalier.model.PersistentClass;
import dev.espalier.rql.RqlQuery;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * What to look for.
 *
 * @param root the class whose objects, those of subclasses included, are the answer
 * @param condition what they must fulfil
 * @param orders how they are sorted, the first key first; objects alike in all of them, and all where there is none, come by id
 * @param limit how many at most
 * @param offset how many are left out before
 * @param query where it comes from
 */
public record Plan(PersistentClass root, Condition condition, List<Order> orders, OptionalLong limit, long offset, RqlQuery query) {

    public Plan {
        Objects.requireNonNull(root);
        Objects.requireNonNull(condition);
        orders = List.copyOf(orders);
        Objects.requireNonNull(limit);
        Objects.requireNonNull(query);
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
    }

    /** The plan as an outline, one condition a line. */
    @Override
    public String toString() {
        return Outline.of(this);
    }
}
