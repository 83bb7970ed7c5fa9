package dev.espalier.internal.write;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.graph.Gaps;
import dev.espalier.internal.model.PersistentClass;
import org.jspecify.annotations.Nullable;

/**
 * Remembers nothing of most objects of one answer: a store takes them for objects of unknown version, unless they have a field of their own for
 * it. Two kinds are remembered all the same: one that has no field for its id would be stored as a new object, and to overwrite one of which bounds have left out
 * something would delete that. Inverse collections that throw say themselves that they were left out. Of no transaction that writes. For one thread.
 */
public final class UntrackedObjects implements Received {

    private final LoadedObjects scope;
    private final LoadedObjects remembered;

    /**
     * @param scope takes in other answers at the same place
     * @param remembered takes in the objects that must be remembered; of no transaction
     */
    public UntrackedObjects(LoadedObjects scope, LoadedObjects remembered) {
        this.scope = scope;
        this.remembered = remembered;
    }

    @Override
    public void loaded(PersistentClass type, Object object, long id, int version, @Nullable Gaps gaps) {
        if (gaps != null && !LeftOut.sayThemselves(type, object, gaps.leftOut()) || !saysItsId(type)) {
            remembered.loaded(type, object, id, version, gaps);
        } else if (type.version() != null) {
            type.version().set(object, version);
        }
    }

    /** One that cannot be set is not trusted: a record may be a copy of another one. */
    private static boolean saysItsId(PersistentClass type) {
        return type.id() != null && type.id().isWritable();
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
    }
}
