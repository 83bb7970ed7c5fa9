package dev.espalier.internal.search.selection;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.plan.Condition.Aggregation;
import dev.espalier.internal.plan.FormulaType;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.search.condition.StoredColumns;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Select;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks how large the floats are that a selection adds, and how many, so that the engine can add them by levels. The answer is for all groups together. It only
 * chooses the scale: what the next statement adds is checked by that statement itself.
 *
 * <pre>
 * SUM(weight)        SELECT COUNT(t0.weight), MAX(ABS(t0.weight)), MIN(NULLIF(ABS(t0.weight), 0)) FROM sale t0
 * </pre>
 */
public final class FloatBounds {

    private final Select query;
    private final List<RowPlan.Aggregate> aggregates;
    private final Map<RowPlan.Aggregate, FloatScale> scales = new HashMap<>();
    private long values;

    private FloatBounds(Select query, List<RowPlan.Aggregate> aggregates) {
        this.query = query;
        this.aggregates = aggregates;
    }

    /** Returns whether an aggregate is a sum or an average of the floats in a field. */
    static boolean isSum(RowPlan.Aggregate aggregate) {
        return aggregate.argument() instanceof PlannedFormula.Field field
                && field.type().kind() == FormulaType.Kind.FLOAT
                && !aggregate.distinct()
                && (aggregate.aggregation() == Aggregation.SUM || aggregate.aggregation() == Aggregation.AVG);
    }

    /** Returns the question for the objects of one class; empty if nothing is to be asked, or the engine would not group the rest. */
    public static Optional<FloatBounds> of(
            Select objects, ClassTable root, RowPlan plan, Schema schema, StoredColumns stored) {
        Dialect dialect = stored.dialect();
        if (!dialect.addsFloatsByLevels()
                || plan.aggregates().stream().noneMatch(FloatBounds::isSum)
                || !GroupedSources.isPossible(plan, dialect, FloatBounds::isSum)) {
            return Optional.empty();
        }
        SourceJoins joins = new SourceJoins(objects, root, plan, schema, stored);
        List<Expression> columns = new ArrayList<>();
        List<RowPlan.Aggregate> asked = new ArrayList<>();
        for (RowPlan.Aggregate aggregate : plan.aggregates()) {
            if (isSum(aggregate) && aggregate.argument() instanceof PlannedFormula.Field field) {
                List<ColumnOf> column = joins.columns(field);
                if (!column.isEmpty()) {
                    columns.addAll(FloatRange.columns(column.get(0)));
                    asked.add(aggregate);
                }
            }
        }
        return columns.isEmpty()
                ? Optional.empty()
                : Optional.of(new FloatBounds(joins.select().selecting(columns), asked));
    }

    public Select query() {
        return query;
    }

    /** Reads the answer. */
    public void read(Row row) throws SQLException {
        for (int i = 0; i < aggregates.size(); i++) {
            FloatRange range = FloatRange.read(row, 3 * i + 1);
            RowPlan.Aggregate aggregate = aggregates.get(i);
            FloatScale.of(range).ifPresent(scale -> scales.put(aggregate, scale));
            values = Math.max(values, range.count());
        }
    }

    /** Returns the levels for each sum that the engine can make. */
    public Map<RowPlan.Aggregate, FloatScale> scales() {
        return scales;
    }

    /** Returns how many values the engine adds for a sum, at most. */
    public long values() {
        return values;
    }
}
