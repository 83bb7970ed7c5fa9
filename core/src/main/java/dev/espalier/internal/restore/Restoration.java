package dev.espalier.internal.restore;

import static dev.espalier.error.ErrorCode.NOT_RESTORED;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.StoreException;
import dev.espalier.internal.jdbc.FirstFailure;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.write.ByObject;
import dev.espalier.internal.write.KnownState;
import dev.espalier.internal.write.Registry;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The saved states of the objects of one attempt, and the way back to them. An object that another thread has stored, refreshed or deleted
 * since it was saved is not restored. For one thread.
 */
public final class Restoration {

    private final Map<Object, Saved> saved = ByObject.map();
    private final List<Runnable> undoIds = new ArrayList<>();
    private final List<Runnable> undoInverses = new ArrayList<>();
    private final ObjectModel model;
    private final Registry committed;

    /** An object's fields, and what the registry knew about it. */
    private record Saved(ObjectState state, @Nullable KnownState known) {}

    /** @param committed the registry outside of the unit of work */
    public Restoration(ObjectModel model, Registry committed) {
        this.model = model;
        this.committed = committed;
    }

    /** Whether the object was saved. */
    public boolean isSaved(Object object) {
        return saved.containsKey(object);
    }

    /** Saves the state of the object, unless it was saved before. */
    public void save(Object object) {
        if (!isSaved(object)) {
            saved.put(object, new Saved(new ObjectState(object, model), committed.find(object)));
        }
    }

    /** Saves the state of an object that was just made, so that nothing can be known of it outside of the transaction; does nothing if it is saved. */
    public void saveNew(Object object) {
        if (!isSaved(object)) {
            saved.put(object, new Saved(new ObjectState(object, model), null));
        }
    }

    /** Whether a field of the object certainly has the value that was saved. Never true for values that can be changed in place. */
    public boolean isUnchanged(Object object, String field) {
        Saved before = saved.get(object);
        return before != null && before.state().isUnchanged(field);
    }

    /**
     * Saves the id and the version of an object whose fields need not be restored.
     *
     * @param undo sets the id and the version back; it does not run if another thread has stored, refreshed or deleted the object
     */
    public void saveId(Object object, Runnable undo) {
        @Nullable KnownState known = committed.find(object);
        undoIds.add(() -> {
            if (Objects.equals(committed.find(object), known)) {
                undo.run();
            }
        });
    }

    /** Saves what the inverses of an object hold, before the attempt updates them. */
    public void saveInverses(PersistentClass type, Object object) {
        if (type.inverses().isEmpty()) {
            return;
        }
        @Nullable KnownState known = committed.find(object);
        List<SavedInverse> before = type.inverses().stream()
                .map(inverse -> SavedInverse.of(object, inverse))
                .toList();
        undoInverses.add(() -> {
            if (Objects.equals(committed.find(object), known)) {
                before.forEach(inverse -> inverse.restore(isSaved(object)));
            }
        });
    }

    /** Whether no other thread has stored, refreshed or deleted the object since it was saved. */
    public boolean isUntouchedByOthers(Object object) {
        return Objects.equals(
                committed.find(object),
                requireNonNull(saved.get(object), "the object was saved").known());
    }

    /**
     * Gives all saved objects their state back.
     *
     * @throws StoreException {@code not-restored} if an object holds a collection that cannot be given back its members; everything else is restored, as after
     *     any failure
     */
    public void restore() {
        Map<Object, ObjectState> states = new IdentityHashMap<>();
        saved.forEach((object, before) -> {
            if (isUntouchedByOthers(object)) {
                states.put(object, before.state());
            }
        });
        FirstFailure failure = new FirstFailure();
        states.values().forEach(state -> failure.of(state::restoreFields));
        // An object may have been saved when it had got an id in the attempt already. Ids come before sets, because a
        // hash code may depend on an id.
        for (int last = undoIds.size() - 1; last >= 0; last--) {
            failure.of(undoIds.get(last));
        }
        undoIds.clear();
        failure.of(new KeyedRestoration(states.values())::run);
        for (int last = undoInverses.size() - 1; last >= 0; last--) {
            failure.of(undoInverses.get(last));
        }
        undoInverses.clear();
        states.forEach((object, state) -> failure.of(() -> requireRestored(object, state)));
        failure.rethrow();
    }

    private void requireRestored(Object object, ObjectState state) {
        PersistentClass type = requireNonNull(model.classOf(object));
        state.notRestored(type).ifPresent(field -> {
            throw new StoreException(
                    NOT_RESTORED,
                    type + "." + field.name() + ": found a "
                            + requireNonNull(field.access().get(object))
                                    .getClass()
                                    .getName()
                            + " that cannot be restored after the rollback; expected a collection that can be cleared and added to");
        });
    }
}
