package dev.espalier.internal.graph;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Query;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.SqlOperator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Objects of one class, and all that a reference among them leads to, however far, by one recursive statement. For one thread at a
 * time.
 */
final class ChainFetch extends Fetch {

    /** No class has a table of this name. */
    private static final Source WAY =
            new Source(new Table("espalier_way", List.of(new Column("id", ColumnType.BIGINT, false, false)), 1), "w");

    final ClassLayout.Reference reference;
    private final ClassLayout layout;
    private final long[] ids;
    /** Null until they are asked for. */
    private @Nullable ObjectBatch batch;

    private int seen;

    /** @param ids where the chain begins */
    ChainFetch(Answer answer, ClassLayout layout, ClassLayout.Reference reference, long[] ids) {
        super(answer, reference.name());
        this.layout = layout;
        this.reference = reference;
        this.ids = ids;
    }

    @Override
    List<Reading> next(Dialect dialect, boolean together) {
        if (batch != null) {
            return List.of();
        }
        ObjectBatch into = newBatch(layout, 0);
        batch = into;
        return List.of(new Reading(dialect.render(query()), row -> {
            seen++;
            if (!answer.has(row.getLong(1))) {
                read(into, row, 1, row.getLong(1), (int) row.getLong(2));
            }
        }));
    }

    private Query query() {
        Source source = layout.source();
        Expression id = source.column(ClassTable.ID);
        Expression following = source.column(reference.slot().at());
        Predicate atRow = new Predicate.Compare(id, SqlOperator.EQUAL, WAY.column(0));
        return new Query.Recursive(
                WAY,
                List.of(Select.of(source, id).where(Predicate.InIds.lookup(id, ids))),
                Select.of(WAY, following)
                        .joinAfter(source, atRow)
                        .where(new Predicate.Not(new Predicate.IsNull(following))),
                Select.of(WAY, layout.columns(id)).joinAfter(source, atRow));
    }

    /** How many objects lie on the chain. */
    int objects() {
        return seen;
    }

    /** How many of them the answer did not have. */
    int newObjects() {
        return batch == null ? 0 : batch.size;
    }
}
