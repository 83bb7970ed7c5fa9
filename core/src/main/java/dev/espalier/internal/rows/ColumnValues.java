package dev.espalier.internal.rows;

import dev.espalier.internal.formula.Evaluation;
import dev.espalier.internal.formula.RowValues;
import dev.espalier.internal.plan.Fields;
import dev.espalier.internal.plan.PlannedFormula;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.search.selection.RowFields;
import dev.espalier.internal.search.selection.SourceRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Makes the values of columns: of a formula its value, of a nested column a list of rows, each of which is an array of values. For one thread. */
final class ColumnValues {

    private static final Object[] NOTHING = {};

    private final RowPlan plan;
    private final Evaluation evaluation;
    private final List<RowPlan.Column> columns;
    /** For each column its rows; null for a formula. */
    private final @Nullable Rows[] nested;

    /**
     * Creates the columns.
     *
     * @param sources the rows of the sources, in which those of nested columns get their places
     */
    ColumnValues(RowPlan plan, List<RowPlan.Column> columns, Evaluation evaluation, @Nullable SourceRow[] sources) {
        this.plan = plan;
        this.evaluation = evaluation;
        this.columns = columns;
        this.nested = new Rows[columns.size()];
        for (int i = 0; i < nested.length; i++) {
            if (columns.get(i).formula() instanceof PlannedFormula.Rows rows) {
                nested[i] = new Rows(plan, rows, sources);
            }
        }
    }

    @Nullable
    Object[] of(RowValues row) {
        if (nested.length == 0) {
            return NOTHING;
        }
        Object[] values = new Object[nested.length];
        for (int i = 0; i < values.length; i++) {
            Rows rows = nested[i];
            values[i] = rows == null ? value(columns.get(i), row) : rows.list();
        }
        return values;
    }

    private @Nullable Object value(RowPlan.Column column, RowValues row) {
        try {
            return evaluation.value(column.formula(), row);
        } catch (ArithmeticException e) {
            throw plan.overflow(column);
        }
    }

    /** The rows of one nested column. */
    private final class Rows {

        private final int members;
        private final Combinations combinations;
        private final @Nullable SourceRow[] sources;
        private final RowFields fields;
        private final ColumnValues columns;

        Rows(RowPlan plan, PlannedFormula.Rows rows, @Nullable SourceRow[] sources) {
            this.members = rows.source();
            Set<Integer> used = new TreeSet<>(Set.of(members));
            rows.columns().forEach(column -> Fields.of(column.formula(), field -> used.add(field.source())));
            this.combinations = new Combinations(plan, used, Combinations.withAncestors(plan, Set.of(rows.from())));
            this.sources = sources;
            this.fields = new RowFields(sources);
            this.columns = new ColumnValues(plan, rows.columns(), evaluation, sources);
        }

        List<@Nullable Object[]> list() {
            List<@Nullable Object[]> list = new ArrayList<>();
            combinations.forEach(sources, () -> {
                if (sources[members] != null) { // a step before may lead to nothing
                    list.add(columns.of(fields));
                }
            });
            return Collections.unmodifiableList(list);
        }
    }
}
