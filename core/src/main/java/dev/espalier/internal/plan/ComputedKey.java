package dev.espalier.internal.plan;

import dev.espalier.error.QueryException;
import java.util.List;
import java.util.Objects;

/**
 * A sort key that is computed for each object.
 *
 * <pre>
 * COUNT(lines)                  the aggregate itself
 * SUM(lines.price) - discount   made of an aggregate and of a field
 * lower(customer.name)          made of a field to which a reference leads
 * </pre>
 *
 * @param formula made of the fields of the rows' sources, and of the aggregates
 * @param rows one for each object: its own, and those to which references lead
 * @param aggregates made of what paths lead to from the object
 * @param written the formula as it was written
 * @param mistakes creates the errors of its query
 * @param position the place of the formula in the query
 */
public record ComputedKey(
        PlannedFormula formula,
        RowPlan rows,
        List<ObjectValue> aggregates,
        boolean descending,
        String written,
        QueryErrors mistakes,
        int position)
        implements SortKey {

    public ComputedKey {
        Objects.requireNonNull(formula);
        Objects.requireNonNull(rows);
        aggregates = List.copyOf(aggregates);
        Objects.requireNonNull(written);
        Objects.requireNonNull(mistakes);
    }

    /** Returns the error that a number is too large. */
    public QueryException overflow() {
        return mistakes.overflow(position, written);
    }

    @Override
    public String toString() {
        return written + (descending ? " descending" : "");
    }
}
