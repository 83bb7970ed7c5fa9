package dev.espalier.internal.query;

import dev.espalier.internal.graph.Bounds;
import dev.espalier.internal.jdbc.Snapshot;
import dev.espalier.internal.model.PersistentClass;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Loads the roots of an answer by the thousand; closes the snapshot after the last ones. For one thread. */
public final class RootIterator implements Iterator<Object> {

    private static final int ROOTS_AT_A_TIME = 1_000;

    private final ObjectLoader objects;
    private final Snapshot snapshot;
    private final ReadScope scope;
    private final PersistentClass type;
    private final long[] ids;
    private final Bounds bounds;
    private Iterator<Object> chunk = List.of().iterator();
    private int next;

    public RootIterator(
            ObjectLoader objects, Snapshot snapshot, ReadScope scope, PersistentClass type, long[] ids, Bounds bounds) {
        this.objects = objects;
        this.snapshot = snapshot;
        this.scope = scope;
        this.type = type;
        this.ids = ids;
        this.bounds = bounds;
    }

    @Override
    public boolean hasNext() {
        if (!chunk.hasNext() && next < ids.length) {
            int end = Math.min(ids.length, next + ROOTS_AT_A_TIME);
            chunk = Arrays.asList(objects.loadBlock(snapshot, scope, type, Arrays.copyOfRange(ids, next, end), bounds))
                    .iterator();
            next = end;
            if (next == ids.length) {
                snapshot.close();
            }
        }
        return chunk.hasNext();
    }

    @Override
    public Object next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return chunk.next();
    }
}
