package dev.espalier.internal.query;

import dev.espalier.internal.graph.RootCursor;
import dev.espalier.internal.jdbc.Snapshot;
import dev.espalier.internal.write.Received;

/** Roots that one statement finds and loads. */
final class RootsByCursor extends RootIterator {

    private final RootCursor cursor;
    private final ReadScope scope;

    RootsByCursor(Snapshot snapshot, RootCursor cursor, ReadScope scope) {
        super(snapshot);
        this.cursor = cursor;
        this.scope = scope;
    }

    @Override
    Object[] next(int most) {
        Received loaded = scope.received();
        Object[] roots = cursor.next(most, loaded);
        loaded.complete();
        return roots;
    }

    @Override
    boolean isDone() {
        return cursor.isAtEnd();
    }

    @Override
    void end() {
        cursor.close();
    }
}
