package dev.espalier.typed;

import dev.espalier.internal.rql.RqlSelection;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A tree, and the columns whose names stand in it.
 *
 * @param <T> a formula or a test
 */
record Spelled<T>(T tree, Set<RqlSelection.Column> columns) {

    Spelled {
        columns = Set.copyOf(columns);
    }

    /** The formula of a sort key. */
    static Spelled<dev.espalier.internal.rql.Formula> of(Order<?> order) {
        return order instanceof Descending<?> descending ? of(descending.formula()) : of((Formula<?, ?>) order);
    }

    static Spelled<dev.espalier.internal.rql.Formula> of(Formula<?, ?> formula) {
        if (formula instanceof Computed<?, ?> computed) {
            return computed.spelled();
        }
        return new Spelled<>(
                formula instanceof Aggregate<?, ?> aggregate
                        ? aggregate.formula()
                        : formula instanceof Parameter<?> parameter
                                ? parameter.value()
                                : ((ValuePath<?, ?>) formula).path(),
                Set.of());
    }

    /** Makes a tree of others. */
    static <T> Spelled<T> made(
            Function<List<dev.espalier.internal.rql.Formula>, T> make, Stream<? extends Formula<?, ?>> parts) {
        List<Spelled<dev.espalier.internal.rql.Formula>> all = parts.<Spelled<dev.espalier.internal.rql.Formula>>map(
                        Spelled::of)
                .toList();
        return new Spelled<>(make.apply(all.stream().map(Spelled::tree).toList()), columns(all.stream()));
    }

    static Set<RqlSelection.Column> columns(Spelled<?>... parts) {
        return columns(Arrays.stream(parts));
    }

    static Set<RqlSelection.Column> columns(Stream<? extends Spelled<?>> parts) {
        Set<RqlSelection.Column> columns = new LinkedHashSet<>();
        parts.forEach(part -> columns.addAll(part.columns()));
        return columns;
    }
}
