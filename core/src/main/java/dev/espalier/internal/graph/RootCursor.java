package dev.espalier.internal.graph;

import dev.espalier.internal.jdbc.RowCursor;
import dev.espalier.internal.jdbc.Session;
import java.util.Arrays;
import java.util.List;

/** The roots of an answer whose rows are all that is read, by one statement, some at a time. For one thread; to be closed before its session. */
public final class RootCursor implements AutoCloseable {

    private final Session session;
    private final RowCursor rows;
    private final ModelLayout layout;
    private final ClassLayout type;
    private final Bounds bounds;

    RootCursor(Session session, RowCursor rows, ModelLayout layout, ClassLayout type, Bounds bounds) {
        this.session = session;
        this.rows = rows;
        this.layout = layout;
        this.type = type;
        this.bounds = bounds;
    }

    /**
     * Loads the next roots, as an answer of their own.
     *
     * @return at most that many, in order; fewer if there are no more
     */
    public Object[] next(int most, LoadContext context) {
        Answer answer = new Answer(layout, bounds, context);
        ObjectBatch batch = new ObjectBatch(type, most);
        List<FoundObjects> found = List.of(new FoundObjects(type.type.name(), batch));
        rows.read(most, row -> {
            batch.read(row, 1, row.getLong(1), (int) row.getLong(2), true, answer);
            answer.checkSize(batch.size, found);
        });
        answer.add(found, new LongList(0));
        // The class has no collections that could be left out.
        GraphLoader.complete(answer, bounds, true, Sessions.of(session), context);
        return Arrays.stream(batch.ids, 0, batch.size).mapToObj(answer::object).toArray();
    }

    /** Whether it is known that there are no more roots. */
    public boolean isAtEnd() {
        return rows.isAtEnd();
    }

    @Override
    public void close() {
        rows.close();
    }
}
