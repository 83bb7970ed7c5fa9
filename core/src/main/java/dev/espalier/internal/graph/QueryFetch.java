package dev.espalier.internal.graph;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.Reading;
import dev.espalier.internal.jdbc.RowReader;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Objects of one class that a condition finds, by one statement. For one thread at a time. */
final class QueryFetch extends RootFetch {

    private final ClassLayout layout;
    private final RootQuery query;
    private final long expected;
    private final LongList ids = new LongList();
    /** Null until they are asked for. */
    private @Nullable ObjectBatch batch;

    /**
     * @param query gives their ids
     * @param depth how many references after each other are followed in the same rows
     * @param expected how many objects are expected
     */
    QueryFetch(Answer answer, ClassLayout layout, RootQuery query, PathState state, int depth, long expected) {
        super(answer, layout.type.name());
        this.layout = layout;
        this.query = query;
        this.expected = expected;
        joinReferences(layout, state, depth, expected);
    }

    @Override
    List<Reading> next(Dialect dialect, boolean together) {
        if (batch != null) {
            observe(batch);
            return List.of();
        }
        batch = newBatch(layout, expected);
        Statement statement = query.statement(part(layout), joined(), dialect, this::select);
        return List.of(new Reading(statement, withMembers(rootReader(batch))));
    }

    private RowReader rootReader(ObjectBatch into) {
        RowReader reader = objectReader(into, expected, ids);
        KeptColumns kept = query.kept();
        return kept == null
                ? reader
                : row -> {
                    reader.read(row);
                    kept.read(row, layout.table.table());
                };
    }

    /** The roots are known only when all rows are read. */
    @Override
    boolean mayReadInverses(long id) {
        return true;
    }

    private Select select() {
        Source source = query.select().from().first();
        return withCarried(query.select().selecting(layout.columns(source, source.column(ClassTable.ID))), source);
    }

    /** The ids of all objects, in the order of their rows. */
    long[] ids() {
        return ids.toArray();
    }
}
