package dev.espalier.typed;

import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlQuery;
import dev.espalier.internal.rql.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The selection of a query: a condition, sorted and limited. For a {@code Database} to take.
 *
 * @param <R> the class whose objects are selected
 */
public sealed class Selection<R> permits Condition {

    private final RqlQuery tree;

    Selection(RqlQuery tree) {
        this.tree = tree;
    }

    /**
     * Sorts the answer: {@code ORDER BY path, COUNT(path) DESC}. The keys of a second call come behind those of the first.
     *
     * @param first a path, an aggregate, or what is computed of them; or the descent of one
     * @param more others, which decide if the first one does not
     * @return a new selection
     * @throws IllegalArgumentException if a column of a selection is named
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final Selection<R> orderBy(Order<? super R> first, Order<? super R>... more) {
        List<RqlQuery.Order> orders = new ArrayList<>(tree.orders());
        Stream.concat(Stream.of(first), Arrays.stream(more))
                .map(Selection::order)
                .forEach(orders::add);
        return new Selection<>(new RqlQuery("", tree.condition(), orders, tree.limit(), tree.offset()));
    }

    /**
     * Limits the answer: {@code LIMIT 10}.
     *
     * @param most how many objects are wanted at most
     * @return a new selection
     */
    public final Selection<R> limit(long most) {
        return limited(number(most), Optional.empty());
    }

    /**
     * Limits the answer: {@code LIMIT 10 OFFSET 20}.
     *
     * @param most how many objects are wanted at most
     * @param offset how many are left out before
     * @return a new selection
     */
    public final Selection<R> limit(long most, long offset) {
        return limited(number(most), Optional.of(number(offset)));
    }

    /**
     * Limits the answer: {@code LIMIT :most}.
     *
     * @param most how many objects are wanted at most
     * @return a new selection
     */
    public final Selection<R> limit(Parameter<? extends Number> most) {
        return limited(most.value(), Optional.empty());
    }

    /**
     * Limits the answer: {@code LIMIT :most OFFSET :offset}.
     *
     * @param most how many objects are wanted at most
     * @param offset how many are left out before
     * @return a new selection
     */
    public final Selection<R> limit(Parameter<? extends Number> most, Parameter<? extends Number> offset) {
        return limited(most.value(), Optional.of(offset.value()));
    }

    private Selection<R> limited(Value most, Optional<Value> offset) {
        return new Selection<>(new RqlQuery("", tree.condition(), tree.orders(), Optional.of(most), offset));
    }

    static Value number(long number) {
        return new Value.NumberLiteral(Route.NOWHERE, Long.toString(number));
    }

    /**
     * Returns the selection as text.
     *
     * @return the query in its canonical form
     */
    public final String rql() {
        return Rql.print(tree);
    }

    /** Returns the selection as text. */
    @Override
    public final String toString() {
        return rql();
    }

    final RqlQuery tree() {
        return tree;
    }

    private static RqlQuery.Order order(Order<?> order) {
        Spelled<dev.espalier.internal.rql.Formula> spelled = Spelled.of(order);
        spelled.columns().stream().findFirst().ifPresent(column -> {
            throw new IllegalArgumentException("found the column " + column.name()
                    + " in the order of objects; expected a path, or what is computed of the object");
        });
        return new RqlQuery.Order(spelled.tree(), order instanceof Descending<?>);
    }
}
