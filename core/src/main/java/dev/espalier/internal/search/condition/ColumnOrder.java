package dev.espalier.internal.search.condition;

import dev.espalier.internal.rql.Operator;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.SqlOperator;
import java.util.List;

/**
 * The order of values that have several columns, the most significant first, such as the seconds and the nanoseconds of a time.
 *
 * <p>Example: {@code (a, b) < (1, 2)} is {@code a < 1 OR (a = 1 AND b < 2)}.
 *
 * @param columns the columns of the left value
 * @param values the columns, or bound values, on the right; as many
 */
record ColumnOrder(List<Expression> columns, List<Expression> values) {

    Predicate compared(Operator operator) {
        int end = columns.size() - 1;
        Predicate result = at(end, SqlOperator.valueOf(operator.name()));
        for (int i = end - 1; i >= 0; i--) {
            Predicate goOn = Predicates.and(at(i, SqlOperator.EQUAL), result);
            result = switch (operator) {
                case EQUAL, NOT_EQUAL -> goOn;
                case LESS, LESS_OR_EQUAL -> Predicates.or(at(i, SqlOperator.LESS), goOn);
                case GREATER, GREATER_OR_EQUAL -> Predicates.or(at(i, SqlOperator.GREATER), goOn);
            };
        }
        return result;
    }

    /** Returns the necessary condition on the first of several columns, so that an index is used. */
    Predicate atFirst(Operator operator) {
        return switch (operator) {
            case EQUAL, NOT_EQUAL -> Predicates.TRUE;
            case LESS, LESS_OR_EQUAL -> at(0, SqlOperator.LESS_OR_EQUAL);
            case GREATER, GREATER_OR_EQUAL -> at(0, SqlOperator.GREATER_OR_EQUAL);
        };
    }

    private Predicate at(int i, SqlOperator operator) {
        return new Predicate.Compare(columns.get(i), operator, values.get(i));
    }
}
