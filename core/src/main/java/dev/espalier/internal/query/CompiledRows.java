package dev.espalier.internal.query;

import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.plan.PlanTemplate;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.search.RowSearch;
import dev.espalier.internal.search.explanation.Strategy;
import dev.espalier.internal.search.selection.ExactParts;
import dev.espalier.internal.search.selection.RowReading;
import dev.espalier.internal.search.selection.RowStatement;
import dev.espalier.internal.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A selection that was planned and rendered once, for all values of its parameters that leave the plan as it is. If other indexes stand than before, it is rendered
 * anew. An index that vanishes unseen makes it slower, not wrong. Safe for any number of threads.
 */
final class CompiledRows {

    private final PlanTemplate<RowPlan> template;
    private final RowSearch search;
    private final Optional<Strategy> strategy;
    /** Null until they were needed. */
    private volatile @Nullable Made made;

    /** @param indexes those that stood when the statements were made */
    private record Made(Object indexes, List<Rendered> statements) {}

    private record Rendered(RowStatement rows, Statement statement) {}

    CompiledRows(PlanTemplate<RowPlan> template, RowSearch search, Optional<Strategy> strategy) {
        this.template = template;
        this.search = search;
        this.strategy = strategy;
    }

    /** Returns the plan. Its condition has placeholders for values. */
    RowPlan plan() {
        return template.plan();
    }

    /** Returns the values of the placeholders; null if they need a plan of their own. */
    Object @Nullable [][] values(Map<String, Object> parameters) {
        return template.values(parameters, 0);
    }

    /**
     * Reads all rows.
     *
     * @return how many were read; empty if the values need another search. Then what the reading has taken does not count
     */
    OptionalLong read(Session session, Object[][] values, RowReading reading) {
        Object indexes = search.indexes();
        Made known = made;
        if (known == null || known.indexes != indexes) {
            Optional<List<RowStatement>> searched = search.statements(session, plan(), strategy);
            if (searched.isEmpty()) { // an index that is made later may be the reason for one statement
                return OptionalLong.empty();
            }
            List<Rendered> statements = searched.get().stream()
                    .map(rows -> new Rendered(rows, session.dialect().renderSearch(rows.query())))
                    .toList();
            known = new Made(indexes, statements);
            made = known;
        }
        long[] read = new long[1];
        ExactParts exact = new ExactParts(reading);
        for (Rendered one : known.statements) {
            RowReader reader = one.rows.reader(exact);
            session.query(CompiledQuery.filled(one.statement, values), row -> {
                read[0]++;
                reader.read(row);
            });
        }
        return exact.areExact() ? OptionalLong.of(read[0]) : OptionalLong.empty();
    }
}
