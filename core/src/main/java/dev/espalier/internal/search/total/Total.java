package dev.espalier.internal.search.total;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Condition.Aggregation;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.search.condition.RowAccess;
import dev.espalier.internal.search.condition.SqlConditions.Reached;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A sum, an average or a number of what steps lead to.
 *
 * @param slot the added values; null if rows are counted
 */
public record Total(
        Aggregation aggregation,
        List<Step> steps,
        Condition condition,
        @Nullable FieldRef slot) {

    /** Whether the rows at the end are members of a collection, which have no id. */
    public boolean endsAtMembers() {
        return steps.get(steps.size() - 1) instanceof Step.Members;
    }

    /** Whether only one way leads from an object to a row at the end. */
    public boolean isOneWay() {
        return steps.subList(0, steps.size() - 1).stream().allMatch(Step.Referrers.class::isInstance)
                && (endsAtMembers() || steps.get(steps.size() - 1) instanceof Step.Referrers);
    }

    /** Whether only the id is used of an object at the end. */
    public boolean isOnlyId() {
        return (slot == null || slot.content() instanceof FieldRef.Content.Id)
                && RowAccess.ONLY_ID.isEnoughFor(condition);
    }

    /** Returns the type of the added column; that of an id if rows are counted; empty if it cannot be added. */
    public Optional<ColumnType> type(Reached rows) {
        if (slot == null) {
            return Optional.of(ColumnType.BIGINT);
        }
        List<Expression> columns = rows.end().compared(slot);
        return columns.isEmpty()
                ? Optional.empty()
                : Optional.of(((ColumnOf) columns.get(0)).column().type())
                        .filter(type -> type.isInteger()
                                || type == ColumnType.DECIMAL
                                || type == ColumnType.INTEGRAL
                                || type == ColumnType.DOUBLE);
    }
}
