package dev.espalier.internal.search.selection;

import dev.espalier.internal.dialect.WholeTypes;
import dev.espalier.internal.formula.RowValues;
import dev.espalier.internal.plan.ComputedKey;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.SortKey;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.search.condition.SqlRow;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Select;
import java.util.List;
import java.util.Optional;

/**
 * An order by a formula of whole numbers of the objects' own rows, which the engine computes exactly for all rows but those whose fields are so large that an
 * operation could leave 64 bits. These have the number before which none comes, so that the limit hides none of them behind a greater one.
 *
 * <pre>
 * ORDER BY COALESCE(CASE WHEN cents &lt; -3037000499 OR cents &gt; 3037000499 THEN 9223372036854775807 END, cents * cents) DESC, id
 * </pre>
 */
public final class WholeOrder {

    private static final Expression ONE = new Expression.Constant(1);

    private final ComputedKey key;
    private final WholeFormula formula;
    private final Optional<WholeTypes> types;

    private WholeOrder(ComputedKey key, WholeFormula formula, Optional<WholeTypes> types) {
        this.key = key;
        this.formula = formula;
        this.types = types;
    }

    /** Returns the order of a key; empty if the engine does not compute it as Java does. */
    public static Optional<WholeOrder> of(ComputedKey key, Optional<WholeTypes> types) {
        return WholeFormula.of(key.formula())
                .filter(formula -> formula.fields().stream().allMatch(field -> field.source() == 0))
                .map(formula -> new WholeOrder(key, formula, types));
    }

    /**
     * Returns the statement for the first objects. If none {@link #isTooLarge is too large}, these are the first ones in Java's order, too.
     *
     * @param objects the statement for the objects in one table
     * @param id the order of those that are alike
     * @return empty if the table lacks a field
     */
    public Optional<Select> first(Select objects, ClassTable table, SortKey id, long most) {
        SqlRow row = new SqlRow.OfObject(objects.from().first(), table);
        WholeColumns columns = new WholeColumns(formula, types, field -> columns(row, field));
        if (!columns.have(formula.top())) {
            return Optional.empty();
        }
        Expression number = formula.unproven().isEmpty()
                ? columns.narrow()
                : new Expression.Coalesce(new Expression.Where(columns.isAnyLarge(), first()), columns.narrow());
        return Optional.of(
                objects.orderBy(new Select.Order(number, key.descending()), new Select.Order(row.id(), id.descending()))
                        .limit(most, 0));
    }

    /** The number before which none comes. */
    private Expression first() {
        return key.descending()
                ? new Expression.Constant(Long.MAX_VALUE)
                : new Expression.Minus(new Expression.Constant(-Long.MAX_VALUE), ONE);
    }

    private List<ColumnOf> columns(SqlRow row, PlannedFormula.Field field) {
        FieldRef ref = key.rows().sources().get(0).fields().get(field.index());
        return row.compared(ref).stream().map(ColumnOf.class::cast).toList();
    }

    /** Whether a field is so large that the engine may not have computed the number. */
    public boolean isTooLarge(RowValues row) {
        return !formula.unproven().isEmpty()
                && formula.fields().stream()
                        .map(field -> row.field(0, field.index()))
                        .anyMatch(number -> number != null
                                && !WholeRange.of(((Number) number).longValue()).isWithin(formula.safe()));
    }
}
