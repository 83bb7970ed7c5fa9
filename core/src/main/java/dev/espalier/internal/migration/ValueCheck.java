package dev.espalier.internal.migration;

import static dev.espalier.error.ErrorCode.MIGRATION;

import dev.espalier.error.EspalierException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.change.ColumnFill;
import dev.espalier.internal.catalog.match.Fill;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Computes all values before anything is changed, and writes none. For one run, by one thread. */
final class ValueCheck {

    private final FormerObjects former;
    private final Computations computations;
    private final Expressions expressions;
    private final NewValues newValues;
    private final Map<Fill, Failures> failures = new LinkedHashMap<>();

    ValueCheck(FormerObjects former, Computations computations, Expressions expressions) {
        this.former = former;
        this.computations = computations;
        this.expressions = expressions;
        this.newValues = new NewValues(former, computations, new Placeholders());
    }

    /** @throws SchemaException {@code migration} if a value cannot be computed */
    void run(List<Fill> fills, StatementFills statements) {
        fills.forEach(expressions::planned);
        Map<Fill, ColumnFill> byStatement = statements.of(fills, Existing.KEPT);
        byStatement.forEach(this::ask);
        ClassFills.of(fills, byStatement.keySet()).forEach(this::compute);
        if (!failures.isEmpty()) {
            List<String> lines = new ArrayList<>();
            failures.forEach((fill, found) -> lines.add(fill.description() + ": " + found));
            throw new SchemaException(
                    MIGRATION,
                    former.store().source().place() + ":\n  " + String.join("\n  ", lines) + "\nNothing was changed."
                            + advice(),
                    failures.values().iterator().next().first());
        }
    }

    /** No function computes a component of a record: its failure says what does. */
    private String advice() {
        return failures.keySet().stream().allMatch(fill -> fill.type().isRecord())
                ? ""
                : " Correct the objects, or compute the attribute by a Migration";
    }

    /** Expressions of the query language have been asked: statements fill only those that have all values. */
    private void ask(Fill fill, ColumnFill statements) {
        try {
            statements.refused((id, reason) ->
                    failures.computeIfAbsent(fill, f -> new Failures()).add(id, reason));
            if (failures.containsKey(fill)) {
                return;
            }
            long count = computations.isByPath(fill) ? 0 : statements.failures();
            if (count > 0) {
                failures.put(fill, new Failures(count, statements.failing(Failures.LISTED)));
            }
        } catch (EspalierException e) {
            throw MigrationErrors.ofStatement(fill, computations.formula(fill), e);
        }
    }

    private void compute(ClassFills fills) {
        String className = fills.top().className();
        long last = 0;
        for (List<Object> batch = former.batch(className, last);
                !batch.isEmpty();
                batch = former.batch(className, last)) {
            ExpressionValues values = ExpressionValues.read(former, expressions, fills, batch);
            for (Object node : batch) {
                compute(fills.of(former.className(node)), node, values);
                last = former.id(node);
            }
        }
    }

    private void compute(List<Fill> fills, Object node, ExpressionValues values) {
        for (Fill fill : fills) {
            try {
                newValues.of(fill, node, values);
            } catch (RuntimeException e) {
                failures.computeIfAbsent(fill, f -> new Failures()).add(former.id(node), e);
            }
        }
    }
}
