package dev.espalier.typed;

import dev.espalier.internal.rql.Expression;
import dev.espalier.internal.rql.Operand;
import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.rql.RqlQuery;
import dev.espalier.internal.rql.Term;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A condition that an object fulfils or does not.
 *
 * @param <R> the class whose objects fulfil it
 */
public sealed class Condition<R> extends Selection<R> implements RowCondition<R> permits Match, Variable {

    private final Expression expression;

    Condition(Expression expression) {
        super(new RqlQuery("", Optional.of(expression), List.of()));
        this.expression = expression;
    }

    /**
     * Makes the condition {@code this AND other}. The condition left of the dot is one operand: {@code a.or(b).and(c)} is {@code (a OR b) AND c}.
     *
     * @param other what must be fulfilled too
     * @return a new condition
     */
    public final Condition<R> and(Condition<? super R> other) {
        return joined(other, Expression.And.class, Expression.And::parts, Expression.And::new);
    }

    /**
     * Makes the condition {@code this OR other}. The condition left of the dot is one operand: {@code a.and(b).or(c)} is {@code (a AND b) OR c}.
     *
     * @param other what may be fulfilled instead
     * @return a new condition
     */
    public final Condition<R> or(Condition<? super R> other) {
        return joined(other, Expression.Or.class, Expression.Or::parts, Expression.Or::new);
    }

    /**
     * Makes the condition {@code this MERGE other}: the objects that fulfil this one come first.
     *
     * @param other what may be fulfilled instead
     * @return a new condition
     */
    public final Condition<R> merge(Condition<? super R> other) {
        return joined(other, Expression.Merge.class, Expression.Merge::parts, Expression.Merge::new);
    }

    final Expression expression() {
        return expression;
    }

    /** Parts of the same kind are not nested, as in a query that is read from text. */
    private <E extends Expression> Condition<R> joined(
            Condition<?> other,
            Class<E> kind,
            Function<E, List<Expression>> parts,
            BiFunction<Integer, List<Expression>, E> join) {
        List<Expression> all = Stream.of(expression, other.expression)
                .flatMap(part -> kind.isInstance(part) ? parts.apply(kind.cast(part)).stream() : Stream.of(part))
                .toList();
        return new Condition<>(join.apply(Route.NOWHERE, all));
    }

    static <R> Condition<R> comparison(Operand left, Operator operator, Term right) {
        return new Condition<>(new Expression.Comparison(Route.NOWHERE, left, operator, right));
    }

    static Operand operand(Ordered<?, ?> left) {
        return left instanceof Aggregate<?, ?> aggregate ? aggregate.operand() : ((Path<?>) left).path();
    }

    static Term term(Comparand<?, ?> right) {
        return right instanceof Parameter<?> parameter ? parameter.value() : ((ValuePath<?, ?>) right).path();
    }
}
