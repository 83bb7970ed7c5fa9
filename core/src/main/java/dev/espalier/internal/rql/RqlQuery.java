package dev.espalier.internal.rql;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A query as it was read.
 *
 * @param text what it was read from; positions in the tree count its UTF-16 units from 1
 * @param condition what the objects must fulfil; absent if all objects are asked for
 * @param orders how the answer is sorted, the first one first; empty for the order of the ids
 * @param limit how many objects are wanted at most: a number or a parameter; absent for all
 * @param offset how many are left out before, likewise; absent for none. The number 0 counts as absent
 */
public record RqlQuery(
        String text,
        Optional<Expression> condition,
        List<Order> orders,
        Optional<Value> limit,
        Optional<Value> offset) {

    public RqlQuery {
        Objects.requireNonNull(text);
        Objects.requireNonNull(condition);
        limit.ifPresent(RqlQuery::requireCount);
        offset.ifPresent(RqlQuery::requireCount);
        orders = List.copyOf(orders);
        offset = offset.filter(value ->
                !(value instanceof Value.NumberLiteral number && number.text().equals("0")));
    }

    /** A query without limit and offset. */
    public RqlQuery(String text, Optional<Expression> condition, List<Order> orders) {
        this(text, condition, orders, Optional.empty(), Optional.empty());
    }

    private static void requireCount(Value value) {
        if (!(value instanceof Value.Parameter)
                && !(value instanceof Value.NumberLiteral number && Long.parseLong(number.text()) >= 0)) {
            throw new IllegalArgumentException(
                    "limit and offset are parameters or whole numbers that are not negative; found " + value);
        }
    }

    /** Whether limit or offset may leave objects out. */
    public boolean isCut() {
        return limit.isPresent() || offset.isPresent();
    }

    /**
     * One key of the order.
     *
     * @param formula the value of an object: a path, an aggregate of what paths lead to, or what is computed of them
     * @param descending whether the greatest comes first
     */
    public record Order(Formula formula, boolean descending) {

        public Order {
            Objects.requireNonNull(formula);
        }
    }
}
