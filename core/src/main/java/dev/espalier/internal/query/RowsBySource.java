package dev.espalier.internal.query;

import dev.espalier.internal.jdbc.Snapshot;
import dev.espalier.internal.rows.RowMaker;
import dev.espalier.internal.search.selection.SourceCursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a selection that is neither grouped nor sorted, made as they are asked for. */
final class RowsBySource extends RootIterator {

    private final SourceCursor source;
    private final RowMaker rows;

    RowsBySource(Snapshot snapshot, SourceCursor source, RowMaker rows) {
        super(snapshot);
        this.source = source;
        this.rows = rows;
    }

    @Override
    Object[] next(int most) {
        List<@Nullable Object[]> made = List.of();
        while (made.isEmpty() && !isDone()) {
            source.read(rows);
            made = rows.takeMade();
        }
        return made.toArray();
    }

    @Override
    boolean isDone() {
        return source.isAtEnd() || rows.isComplete();
    }

    @Override
    void end() {
        source.close();
    }
}
