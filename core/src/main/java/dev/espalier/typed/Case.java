package dev.espalier.typed;

import dev.espalier.internal.rql.Formula.When;
import dev.espalier.internal.rql.Literals;
import dev.espalier.internal.rql.RowTest;
import dev.espalier.internal.rql.RqlSelection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code CASE WHEN test THEN value END}: the value behind the first test that holds; no value if none does. Begins with {@link Words#when}.
 *
 * @param <R> the class of the objects that it is computed of
 * @param <V> the values
 */
public final class Case<R, V> extends Computed<R, V> {

    private final List<When> whens;

    private Case(List<When> whens, Set<RqlSelection.Column> columns) {
        super(new Spelled<>(
                new dev.espalier.internal.rql.Formula.Case(Route.NOWHERE, whens, Optional.empty()), columns));
        this.whens = whens;
    }

    static <R, V> Case<R, V> of(RowCondition<?> test, Spelled<dev.espalier.internal.rql.Formula> value) {
        Spelled<RowTest> tested = Tested.spelled(test);
        return new Case<>(List.of(new When(tested.tree(), value.tree())), Spelled.columns(tested, value));
    }

    /**
     * Adds {@code WHEN test THEN value}.
     *
     * @param <S> the class that both are of
     * @param test what must hold, if none before does
     * @param value the value then; null is none
     * @return a new case
     */
    public <S extends R> Case<S, V> when(RowCondition<? super S> test, @Nullable V value) {
        return when(test, constant(value));
    }

    /**
     * Adds {@code WHEN test THEN formula}.
     *
     * @param <S> the class that both are of
     * @param test what must hold, if none before does
     * @param value the value then
     * @return a new case
     */
    public <S extends R> Case<S, V> when(RowCondition<? super S> test, Formula<? super S, ? extends V> value) {
        return when(test, Spelled.of(value));
    }

    /**
     * Ends with {@code ELSE value}.
     *
     * @param value the value if no test holds
     * @return the whole
     */
    public Computed<R, V> otherwise(@Nullable V value) {
        return otherwise(constant(value));
    }

    /**
     * Ends with {@code ELSE formula}.
     *
     * @param <S> the class that both are of
     * @param value the value if no test holds
     * @return the whole
     */
    public <S extends R> Computed<S, V> otherwise(Formula<? super S, ? extends V> value) {
        return otherwise(Spelled.of(value));
    }

    private <S> Case<S, V> when(RowCondition<?> test, Spelled<dev.espalier.internal.rql.Formula> value) {
        Case<S, V> next = of(test, value);
        return new Case<>(
                Stream.concat(whens.stream(), next.whens.stream()).toList(),
                Spelled.columns(spelled(), next.spelled()));
    }

    private <S> Computed<S, V> otherwise(Spelled<dev.espalier.internal.rql.Formula> value) {
        return new Computed<>(new Spelled<>(
                new dev.espalier.internal.rql.Formula.Case(Route.NOWHERE, whens, Optional.of(value.tree())),
                Spelled.columns(spelled(), value)));
    }

    static Spelled<dev.espalier.internal.rql.Formula> constant(@Nullable Object value) {
        return new Spelled<>(Literals.of(value), Set.of());
    }
}
