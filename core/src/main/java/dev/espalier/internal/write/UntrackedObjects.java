package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.NO_ID_FIELD;

import dev.espalier.error.EspalierException;
import dev.espalier.error.ModelException;
import dev.espalier.internal.graph.Gaps;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.VersionAccess;
import org.jspecify.annotations.Nullable;

/**
 * Remembers nothing of the objects of one answer that are complete: a store takes them for objects of unknown version, unless they have a field of their own for
 * it. What bounds have left out is remembered all the same, or to overwrite such an object would delete it. For one thread.
 */
public final class UntrackedObjects implements Received {

    private final LoadedObjects scope;
    private final LoadedObjects incomplete;

    /**
     * @param scope takes in other answers at the same place
     * @param incomplete takes in the objects that are not complete; of no transaction
     */
    public UntrackedObjects(LoadedObjects scope, LoadedObjects incomplete) {
        this.scope = scope;
        this.incomplete = incomplete;
    }

    @Override
    public void loaded(PersistentClass type, Object object, long id, int found, @Nullable Gaps gaps) {
        if (type.id() == null) {
            throw new ModelException(
                    NO_ID_FIELD,
                    "found an object of " + type
                            + ", which has no field for the id, in an answer that is not tracked; expected classes with such a field."
                            + " Track the answer, or give the class a field: long id");
        }
        // A rollback would take back what the transaction has written to it before.
        int version = scope.isWritten(id) ? VersionAccess.UNKNOWN : found;
        if (gaps != null) {
            incomplete.loaded(type, object, id, version, gaps);
        } else if (type.version() != null) {
            type.version().set(object, version);
        }
    }

    @Override
    public Object standIn(PersistentClass type, long id) {
        return incomplete.standIn(type, id);
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
        incomplete.complete();
    }
}
