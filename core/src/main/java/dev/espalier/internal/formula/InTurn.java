package dev.espalier.internal.formula;

import java.util.Comparator;
import java.util.List;

/**
 * Compares by several orders: the first one that tells two values apart decides. A chain of {@link Comparator#thenComparing} of thousands overflows the stack.
 *
 * @param orders the most significant first
 */
public record InTurn<T>(List<? extends Comparator<? super T>> orders) implements Comparator<T> {

    public InTurn {
        orders = List.copyOf(orders);
    }

    @Override
    public int compare(T left, T right) {
        for (Comparator<? super T> order : orders) {
            int compared = order.compare(left, right);
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }
}
