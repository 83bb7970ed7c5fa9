package dev.espalier.internal.search.condition;

import dev.espalier.internal.dialect.PatternBeginning;
import dev.espalier.internal.plan.Placeholder;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.Bind;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.SqlOperator;
import java.util.List;

/**
 * Compares a text of which an index holds the beginning.
 *
 * <p>A text of n characters or more has a beginning of n. So a value of fewer is equal to the text, before it or behind it, exactly if it is so to the
 * beginning: by code point, two texts are ordered by their first difference, and a text stands before each longer one that begins with it. One term on
 * the beginning is enough then. A second one would not be wrong, but the planner multiplies the parts of the rows that fulfil the two.
 *
 * <p>For a longer value, the beginning finds the rows, and the text itself decides. A {@link Placeholder} stands for a shorter value only.
 *
 * @param characters how many characters, by code point, the beginning has at most
 */
record TextBeginning(Expression.ColumnOf text, int characters) {

    /** Returns the comparison with a value, and counts what it binds beside the value. */
    Predicate compared(SqlOperator operator, Bind value, StatementScope scope) {
        if (operator == SqlOperator.NOT_EQUAL) {
            return new Predicate.Compare(text, operator, value);
        }
        if (isWhole(value)) {
            return new Predicate.Compare(beginning(), operator, value);
        }
        scope.countBinds(1);
        return Predicates.and(
                new Predicate.Compare(beginning(), orEqual(operator), cut(value)),
                new Predicate.Compare(text, operator, value));
    }

    private static SqlOperator orEqual(SqlOperator operator) {
        return switch (operator) {
            case EQUAL, NOT_EQUAL -> operator;
            case LESS, LESS_OR_EQUAL -> SqlOperator.LESS_OR_EQUAL;
            case GREATER, GREATER_OR_EQUAL -> SqlOperator.GREATER_OR_EQUAL;
        };
    }

    /** Returns the values with which the beginning is compared. */
    List<Bind> cut(List<Bind> values) {
        return values.stream().map(this::cut).distinct().toList();
    }

    private Bind cut(Bind value) {
        return isWhole(value)
                ? value
                : new Bind(value.type(), PatternBeginning.cut((String) value.value(), characters));
    }

    /** Whether no text but the value itself has the value as its beginning. */
    boolean isWhole(Bind value) {
        return value.value() instanceof Placeholder || PatternBeginning.isShorter((String) value.value(), characters);
    }

    Expression.Beginning beginning() {
        return new Expression.Beginning(text);
    }
}
