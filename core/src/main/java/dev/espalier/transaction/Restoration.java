package dev.espalier.transaction;

import dev.espalier.error.StoreException;
import dev.espalier.model.ObjectModel;
import dev.espalier.model.PersistentClass;
import dev.espalier.write.Registry;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What objects were when a unit of work met them, so that they can be that again. An object that has moved on since, because another thread
 * has stored, refreshed or deleted it, is left alone. For one thread.
 */
final class Restoration {

    private final Map<Object, Kept> kept = new IdentityHashMap<>();
    private final List<Runnable> ids = new ArrayList<>();
    private final ObjectModel model;
    private final Registry committed;

    /** An object's fields, and what was known of it. */
    private record Kept(ObjectState fields, Registry.State known) {}

    /** @param committed what is known of objects outside of the unit of work */
    Restoration(ObjectModel model, Registry committed) {
        this.model = model;
        this.committed = committed;
    }

    boolean has(Object object) {
        return kept.containsKey(object);
    }

    /** Keeps what the object is now, if nothing is kept of it yet. */
    void keep(Object object) {
        if (!has(object)) {
            kept.put(object, new Kept(new ObjectState(object, model), committed.find(object)));
        }
    }

    /** Whether nobody else has stored, refreshed or deleted the object since it was kept. */
    boolean isUnmoved(Object object) {
        return Objects.equals(committed.find(object), kept.get(object).known());
    }

    /** Has an object's id and version set back, unless it has moved on. */
    void keepId(Object object, Runnable setsBack) {
        Registry.State known = committed.find(object);
        ids.add(() -> {
            if (Objects.equals(committed.find(object), known)) {
                setsBack.run();
            }
        });
    }

    /**
     * Makes the objects what they were.
     *
     * @throws StoreException {@code not-restored} if one holds a collection that cannot be changed in the ways that are needed; all else is what it
     *     was
     */
    void restore() {
        Map<Object, ObjectState> states = new IdentityHashMap<>();
        kept.forEach((object, before) -> {
            if (isUnmoved(object)) {
                states.put(object, before.fields());
            }
        });
        states.values().forEach(ObjectState::restoreFields);
        // An object may have been kept when the transaction had given it an id already. A member's place in a set may depend on its id.
        for (int last = ids.size() - 1; last >= 0; last--) {
            ids.get(last).run();
        }
        ids.clear();
        states.values().forEach(ObjectState::restoreHashed);
        states.values().forEach(ObjectState::restoreViewed);
        states.forEach(this::requireRestored);
    }

    private void requireRestored(Object object, ObjectState state) {
        PersistentClass type = model.find(object.getClass());
        state.lost(type).ifPresent(field -> {
            throw new StoreException("not-restored", type + "." + field.name() + ": found a " + field.access().get(object).getClass().getName()
                    + " that cannot be given back what it held before the transaction, which was undone; expected a collection that can be changed");
        });
    }
}
