package dev.espalier.internal.write;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.graph.Gaps;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.VersionAccess;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Remembers nothing of most objects of one answer: a store takes them for objects of unknown version, unless they have a field of their own for
 * it. Two kinds are remembered all the same: one that has no field for its id would be stored as a new object, and to overwrite one of which bounds have left out
 * something would delete that. What a transaction has written comes as the transaction's own object. For one thread.
 */
public final class UntrackedObjects implements Received {

    private final LoadedObjects scope;
    private final LoadedObjects remembered;
    /** The transaction's own objects that are filled. */
    private final Set<Object> filled = Collections.newSetFromMap(new IdentityHashMap<>(0));

    /**
     * @param scope takes in other answers at the same place
     * @param remembered takes in the objects that must be remembered; of no transaction
     */
    public UntrackedObjects(LoadedObjects scope, LoadedObjects remembered) {
        this.scope = scope;
        this.remembered = remembered;
    }

    @Override
    public @Nullable Held held(PersistentClass type, long id, int found) {
        Held held = scope.isWritten(id) ? scope.held(type, id, found) : null;
        if (held != null) {
            filled.add(held.object());
        }
        return held;
    }

    @Override
    public boolean has(long id) {
        return scope.isWritten(id) && scope.has(id);
    }

    @Override
    public void loaded(PersistentClass type, Object object, long id, int found, @Nullable Gaps gaps) {
        // A rollback would take back what the transaction has written to it before.
        int version = scope.isWritten(id) ? VersionAccess.UNKNOWN : found;
        if (!filled.isEmpty() && filled.contains(object)) {
            scope.loaded(type, object, id, found, gaps);
        } else if (gaps != null || type.id() == null) {
            remembered.loaded(type, object, id, version, gaps);
        } else if (type.version() != null) {
            type.version().set(object, version);
        }
    }

    @Override
    public Object standIn(PersistentClass type, long id) {
        return remembered.standIn(type, id);
    }

    @Override
    public boolean refusesGaps() {
        return scope.refusesGaps();
    }

    @Override
    public void refused(EspalierException gap) {
        scope.refused(gap);
    }

    @Override
    public void complete() {
        remembered.complete();
        scope.complete();
    }
}
