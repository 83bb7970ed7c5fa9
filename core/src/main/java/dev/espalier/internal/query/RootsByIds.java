package dev.espalier.internal.query;

import dev.espalier.internal.graph.Bounds;
import dev.espalier.internal.jdbc.Snapshot;
import dev.espalier.internal.model.PersistentClass;
import java.util.Arrays;

/** Roots whose ids were searched first. */
final class RootsByIds extends RootIterator {

    private final ObjectLoader objects;
    private final Snapshot snapshot;
    private final ReadScope scope;
    private final PersistentClass type;
    private final long[] ids;
    private final Bounds bounds;
    private int next;

    RootsByIds(
            ObjectLoader objects, Snapshot snapshot, ReadScope scope, PersistentClass type, long[] ids, Bounds bounds) {
        super(snapshot);
        this.objects = objects;
        this.snapshot = snapshot;
        this.scope = scope;
        this.type = type;
        this.ids = ids;
        this.bounds = bounds;
    }

    @Override
    Object[] next(int most) {
        int end = Math.min(ids.length, next + most);
        Object[] roots = objects.loadBlock(snapshot, scope, type, Arrays.copyOfRange(ids, next, end), bounds);
        next = end;
        return roots;
    }

    @Override
    boolean isDone() {
        return next == ids.length;
    }

    @Override
    void end() {}
}
