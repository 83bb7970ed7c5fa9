package dev.espalier.transaction;

import dev.espalier.error.StoreException;
import dev.espalier.model.ObjectModel;
import dev.espalier.model.PersistentClass;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** What some objects were at some time, so that they can be that again. For one thread. */
final class Restoration {

    private final Map<Object, ObjectState> states = new IdentityHashMap<>();
    private final List<Runnable> ids = new ArrayList<>();
    private final ObjectModel model;

    Restoration(ObjectModel model) {
        this.model = model;
    }

    boolean has(Object object) {
        return states.containsKey(object);
    }

    Collection<Object> objects() {
        return states.keySet();
    }

    /** Keeps what the object is now, if nothing is kept of it yet. */
    void keep(Object object) {
        if (!has(object)) {
            states.put(object, new ObjectState(object, model));
        }
    }

    /** Forgets what was kept of the object. */
    void forget(Object object) {
        states.remove(object);
    }

    /** Has the object's id set back, of which nothing else is to be kept. */
    void keepId(Runnable setsBack) {
        ids.add(setsBack);
    }

    /**
     * Makes the objects what they were.
     *
     * @throws StoreException {@code not-restored} if one holds a collection that cannot be changed in the ways that are needed; all else is what it
     *     was
     */
    void restore() {
        for (int last = ids.size() - 1; last >= 0; last--) {
            ids.get(last).run();
        }
        ids.clear();
        states.values().forEach(ObjectState::restoreFields);
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
