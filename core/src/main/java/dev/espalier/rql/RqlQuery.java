package dev.espalier.rql;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A query as it was read.
 *
 * @param text what it was read from; positions in the tree count its UTF-16 units from 1
 * @param condition what the objects must fulfil; absent where all objects are asked for
 * @param orders how the answer is sorted, the first one first; empty for the order of the ids
 * @param limit how many objects are wanted at most
 * @param offset how many are left out before
 */
public record RqlQuery(String text, Optional<Expression> condition, List<Order> orders, OptionalLong limit, long offset) {

    public RqlQuery {
        Objects.requireNonNull(text);
        Objects.requireNonNull(condition);
        Objects.requireNonNull(limit);
        orders = List.copyOf(orders);
        if (offset < 0 || limit.orElse(0) < 0) {
            throw new IllegalArgumentException("limit and offset cannot be negative");
        }
    }

    /**
     * One key of the order.
     *
     * @param path leads from the object to the value
     * @param descending whether the greatest comes first
     */
    public record Order(Path path, boolean descending) {

        public Order {
            Objects.requireNonNull(path);
        }
    }
}
