package dev.espalier.internal.search.selection;

import dev.espalier.internal.dialect.WholeTypes;
import dev.espalier.internal.plan.Fields;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.search.condition.Predicates;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.SqlOperator;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A formula of whole numbers, made of the columns of one statement.
 *
 * @param types those in which the engine computes; empty if numbers have no type there
 * @param columns returns the columns of a field; none if the table has none
 */
record WholeColumns(
        WholeFormula formula, Optional<WholeTypes> types, Function<PlannedFormula.Field, List<ColumnOf>> columns) {

    /** Whether an operation can have a result: the table has all its fields. */
    boolean have(PlannedFormula operation) {
        boolean[] all = {true};
        Fields.of(operation, field -> all[0] &= !columns.apply(field).isEmpty());
        return all[0];
    }

    /** Whether all fields are so small that no operation leaves 64 bits. */
    Predicate areSmall() {
        return Predicates.and(
                large().map(column -> isInside(column, formula.safe())).toList());
    }

    /** Whether a field is so large that an operation can leave 64 bits. It holds whatever the missing fields are. */
    Predicate isAnyLarge() {
        return Predicates.or(
                large().map(column -> isOutside(column, formula.safe())).toList());
    }

    /** The fields that can be too large. */
    private Stream<ColumnOf> large() {
        return formula.fields().stream()
                .filter(field -> !WholeFormula.ofType(field).isWithin(formula.safe()))
                .filter(this::have)
                .map(this::column);
    }

    ColumnOf column(PlannedFormula.Field field) {
        return columns.apply(field).get(0);
    }

    /** The formula in 64 bits. It must not be computed of a row whose fields are not small. */
    Expression narrow() {
        return types.isEmpty() ? plain(formula.top()) : typed(formula.top(), false);
    }

    Expression plain(PlannedFormula operation) {
        return NumberExpressions.of(operation, this::column, constant -> constant);
    }

    /** In the wide type, or in that of 64 bits. */
    Expression typed(PlannedFormula operation, boolean isWide) {
        return NumberExpressions.of(
                operation,
                field -> {
                    ColumnOf column = column(field);
                    return isWide || !WholeRange.BITS_64.equals(WholeFormula.ofType(field))
                            ? new Expression.OfWholeType(column, isWide)
                            : column;
                },
                constant -> new Expression.OfWholeType(constant, isWide));
    }

    static Predicate isInside(Expression number, WholeRange range) {
        return new Predicate.Between(number, constant(range.least()), constant(range.greatest()));
    }

    static Predicate isOutside(Expression number, WholeRange range) {
        return Predicates.or(
                new Predicate.Compare(number, SqlOperator.LESS, constant(range.least())),
                new Predicate.Compare(number, SqlOperator.GREATER, constant(range.greatest())));
    }

    private static Expression constant(BigInteger number) {
        return new Expression.Constant(number.longValueExact());
    }
}
