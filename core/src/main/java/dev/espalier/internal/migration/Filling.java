package dev.espalier.internal.migration;

import static dev.espalier.error.ErrorCode.TOO_LONG;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.change.ColumnFill;
import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.store.ObjectStore;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives all objects their values: by statements first, then by the program. An attribute that has a value already is left alone, if values are kept: an
 * interrupted run goes on where it was, and two programs that fill the same attributes at the same time do not disturb each other. For one thread.
 */
final class Filling {

    private static final Logger LOG = LoggerFactory.getLogger(Filling.class);

    private final ObjectStore program;
    private final FormerObjects former;
    private final Computations computations;
    private final Expressions expressions;
    private final MigrationListener listener;

    Filling(
            ObjectStore program,
            FormerObjects former,
            Computations computations,
            Expressions expressions,
            MigrationListener listener) {
        this.program = program;
        this.former = former;
        this.computations = computations;
        this.expressions = expressions;
        this.listener = listener;
    }

    /**
     * Fills the attributes, until another program has filled them.
     *
     * @throws SchemaException {@code migration} if a value cannot be computed, because its object has changed since all values were checked; the objects of
     *     earlier batches have theirs
     */
    void run(List<Fill> fills, Existing existing) {
        // Statements are asked once more whether they can: older programs may have stored since the check, and SQLite
        // takes any number.
        Map<Fill, ColumnFill> statements =
                new StatementFills(former.store(), program.schema(), computations, expressions).of(fills, existing);
        StatementRun byStatement = new StatementRun(program, listener, existing);
        Set<Fill> done = new HashSet<>();
        for (Map.Entry<Fill, ColumnFill> one : statements.entrySet()) {
            try {
                if (!byStatement.run(one.getKey(), one.getValue())) {
                    return;
                }
                done.add(one.getKey());
            } catch (EspalierException e) {
                leaveToProgram(one.getKey(), e);
            }
        }
        ProgramObjects objects = new ProgramObjects(program, former);
        ProgramRun byProgram = new ProgramRun(former, listener);
        for (ClassFills ofClass : ClassFills.of(fills, done)) {
            if (!byProgram.run(ofClass, new BatchFill(objects, former, computations, expressions, ofClass, existing))) {
                return;
            }
        }
    }

    /** @throws EspalierException if the program cannot compute the attribute, or would fail as the statement has */
    private void leaveToProgram(Fill fill, EspalierException failure) {
        Formula formula = computations.formula(fill);
        boolean canCompute = formula instanceof Formula.ByPath
                ? failure.errorCode() == TOO_LONG || failure instanceof DatabaseException
                : failure.errorCode() == TOO_LONG && !(formula instanceof Formula.BySql);
        if (!canCompute) {
            throw MigrationErrors.ofStatement(fill, formula, failure);
        }
        LOG.info(
                "{}: {} is computed by the program: {}",
                program.source().place().url(),
                fill.name(),
                failure.getMessage());
    }
}
