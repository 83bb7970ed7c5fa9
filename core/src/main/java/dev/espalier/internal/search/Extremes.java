package dev.espalier.internal.search;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.formula.Values;
import dev.espalier.internal.jdbc.Row;
import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition;
import dev.espalier.internal.plan.Condition.Aggregation;
import dev.espalier.internal.plan.PlannedValue;
import dev.espalier.internal.plan.Step;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.search.condition.RowAccess;
import dev.espalier.internal.search.condition.SqlConditions;
import dev.espalier.internal.search.condition.SqlConditions.Reached;
import dev.espalier.internal.search.condition.VariableResults;
import dev.espalier.internal.search.ids.IdSet;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Expression.ColumnOf;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the least or the greatest of the values that steps lead to, for each of some objects, by one statement for each table at their end. The engine finds it if the values
 * have the same order everywhere; else they are read, and compared here. For one search, by one thread.
 *
 * <pre>
 * MAX(visits.day)     SELECT t0.owner, MAX(t0.day) FROM pet_visits t0 GROUP BY t0.owner
 * MAX(visits.name)    SELECT t0.owner, t0.name FROM pet_visits t0
 * </pre>
 */
final class Extremes {

    private final Schema schema;
    private final SearchStatements statements;
    private final Relations relations;
    private final VariableResults results;
    private final Dialect dialect;

    Extremes(Schema schema, SearchStatements statements, Relations relations, VariableResults results) {
        this.schema = schema;
        this.statements = statements;
        this.relations = relations;
        this.results = results;
        this.dialect = statements.dialect();
    }

    /**
     * Returns the columns of the values; objects without one are omitted, and others may be there.
     *
     * @return empty if no such statement finds them
     */
    Optional<Map<Long, Object[]>> of(PlannedValue value, IdSet objects) {
        List<Step> steps = value.steps();
        Condition condition = Condition.and(value.condition(), Condition.reached(value.slot()));
        boolean isExtreme = value.aggregation() == Aggregation.MIN || value.aggregation() == Aggregation.MAX;
        if (!isExtreme
                || steps.isEmpty()
                || steps.get(0) instanceof Step.Follow
                || steps.stream().anyMatch(Step.Repeated.class::isInstance)
                || !RowAccess.ONLY_ROW.isEnoughFor(condition)) {
            return Optional.empty();
        }
        SqlConditions sql = new SqlConditions(schema, statements.columns(), results);
        List<Reached> reached = sql.reached(steps, condition, false);
        if (sql.binds() > dialect.limits().binds()) {
            return Optional.empty();
        }
        Map<Long, Object[]> extremes = new HashMap<>();
        for (Reached rows : reached) {
            List<Expression> columns = rows.end().compared(value.slot());
            if (!columns.isEmpty()) {
                read(value, rows, columns.stream().map(ColumnOf.class::cast).toList(), objects, extremes);
            }
        }
        return Optional.of(extremes);
    }

    private void read(
            PlannedValue value, Reached rows, List<ColumnOf> columns, IdSet objects, Map<Long, Object[]> extremes) {
        boolean least = value.aggregation() == Aggregation.MIN;
        String title = (least ? "least of " : "greatest of ") + value.slot();
        List<Expression> selected = new ArrayList<>(List.of(rows.begin()));
        selected.addAll(columns);
        Select all = rows.select().selecting(selected);
        RowReader reader = row -> {
            Object[] found = columns(row, columns);
            if (found[0] != null) {
                extremes.merge(row.getLong(1), found, (a, b) -> Values.compareColumns(a, b) < 0 == least ? a : b);
            }
        };
        boolean isGrouped = columns.size() == 1 && dialect.groupsByHash() && isAlikeEverywhere(columns.get(0));
        if (isFew(rows, value, objects, isGrouped)) {
            int chunk = relations.chunk(all.from().first(), rows.begin());
            statements.byIds(title, all, rows.begin(), objects, chunk, -1, reader);
        } else if (isGrouped) {
            Expression extreme = least ? new Expression.Least(columns.get(0)) : new Expression.Greatest(columns.get(0));
            Select grouped = all.selecting(List.of(rows.begin(), extreme));
            statements.groups(title, new Query.Grouped(grouped, List.of(rows.begin()), null), objects.size(), reader);
        } else {
            statements.all(title, all, -1, reader);
        }
    }

    private static boolean isAlikeEverywhere(ColumnOf column) {
        return column.column().type().isInteger() || column.column().type() == ColumnType.DATE;
    }

    private static Object[] columns(Row row, List<ColumnOf> columns) throws SQLException {
        Object[] values = new Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = row.get(i + 2, columns.get(i).column().type());
        }
        return values;
    }

    /** Returns whether the rows of the objects are looked up by their ids. */
    private boolean isFew(Reached rows, PlannedValue value, IdSet objects, boolean isGrouped) {
        Source first = rows.select().from().first();
        PersistentClass type = Totals.start(value.steps().get(0));
        return !(isGrouped
                ? relations.haveLargePartOfGroups(first, rows.begin(), objects, type)
                : relations.haveLargePart(first, rows.begin(), objects, type));
    }
}
