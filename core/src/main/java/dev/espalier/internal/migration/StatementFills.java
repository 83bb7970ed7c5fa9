package dev.espalier.internal.migration;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.change.ColumnFill;
import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.plan.PlannedValue;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.search.condition.SqlValue;
import dev.espalier.internal.store.ObjectStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the attributes that statements can fill, and the statements. */
final class StatementFills {

    private static final Logger LOG = LoggerFactory.getLogger(StatementFills.class);

    private final ConnectionSource source;
    private final ObjectStore nodes;
    private final Schema schema;
    private final Computations computations;
    private final Expressions expressions;

    /** @param schema of the program's classes */
    StatementFills(ObjectStore nodes, Schema schema, Computations computations, Expressions expressions) {
        this.source = nodes.source();
        this.nodes = nodes;
        this.schema = schema;
        this.computations = computations;
        this.expressions = expressions;
    }

    /**
     * The attributes that statements can fill. Looks at the objects too: if a statement cannot compute what an expression of the query language means, the
     * program does, and says why it cannot either.
     *
     * @param existing if replaced, objects that have their values already must be distinguished from others. Then an attribute that is computed by another one of the
     *     same objects must not be written first: all are computed from what an object was before
     * @throws SchemaException {@code migration} if an expression or a value in place of null is wrong
     */
    Map<Fill, ColumnFill> of(List<Fill> fills, Existing existing) {
        SameObjectReads reads = new SameObjectReads(schema, computations);
        Map<Fill, ColumnFill> byStatement = new LinkedHashMap<>();
        for (Fill fill : fills) {
            ColumnFill statements = fill.type().isAbstract() ? null : of(fill);
            boolean isTooEarly = existing == Existing.REPLACED
                    && statements != null
                    && computations.isByPath(fill)
                    && !(statements.distinguishesFilled()
                            && fills.stream().noneMatch(other -> reads.mayRead(other, fill)));
            if (statements != null && !isTooEarly) {
                byStatement.put(fill, statements);
            }
        }
        byStatement.entrySet().removeIf(one -> computations.isByPath(one.getKey()) && !isComputable(one.getValue()));
        return byStatement;
    }

    private @Nullable ColumnFill of(Fill fill) {
        Formula formula = computations.formula(fill);
        if (formula instanceof Formula.ByFunction) {
            return null;
        }
        try {
            return formula instanceof Formula.ByPath
                    ? sameInSql(fill)
                    : ColumnFill.of(
                            source,
                            schema,
                            fill,
                            formula instanceof Formula.BySql sql ? sql.expression() : null,
                            computations.inPlaceOfNull(fill));
        } catch (IllegalArgumentException e) { // for example what stands in place of null is not of the type
            throw MigrationErrors.of(fill, e);
        }
    }

    /** The statements that compute what an expression of the query language means; null if engines compute something else. */
    private @Nullable ColumnFill sameInSql(Fill fill) {
        PlannedValue planned = expressions.planned(fill);
        PersistentClass stored = nodes.model().find(fill.className());
        if (planned == null
                || stored == null
                || stored.isAbstract()
                || !(fill.attribute() instanceof ValueAttribute attribute)) { // nothing to read
            return null;
        }
        Object nothing = computations.inPlaceOfNull(fill);
        String alias = ColumnFill.alias(source, schema, fill);
        return SqlValue.of(nodes.schema(), stored, planned, alias, attribute.type())
                .map(value -> ColumnFill.computed(
                        source,
                        schema,
                        fill,
                        alias,
                        value.expression(),
                        value.mayBeNull(),
                        value.mayBeBeyond(),
                        nothing))
                .orElse(null);
    }

    /** Whether statements can compute all values. */
    private static boolean isComputable(ColumnFill statements) {
        try {
            return statements.failures() == 0;
        } catch (DatabaseException e) { // SQLite fails if a sum is beyond 64 bits
            LOG.debug("values are computed by the program: {}", e.getMessage());
            return false;
        }
    }
}
