package dev.espalier.internal.search.condition;

import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps SQL's third truth value from deciding: below a NOT, a comparison also requires values, so that it is never unknown.
 *
 * <p>Example: {@code NOT (name = ?)} is {@code NOT (name IS NOT NULL AND name = ?)}, which holds if there is no name.
 *
 * @param negated whether the comparison is below a NOT
 */
public record NullGuard(boolean negated) {

    Predicate guarded(Expression column, Predicate comparison) {
        return guarded(List.of(column), comparison);
    }

    Predicate guarded(List<Expression> columns, Predicate comparison) {
        List<Predicate> terms = new ArrayList<>();
        if (negated) {
            columns.stream()
                    .filter(NullGuard::isNullable)
                    .map(Predicates::notNull)
                    .forEach(terms::add);
        }
        terms.add(comparison);
        return Predicates.and(terms);
    }

    public static boolean isNullable(Expression expression) {
        return !(expression instanceof Expression.ColumnOf column)
                || column.column().nullable();
    }
}
