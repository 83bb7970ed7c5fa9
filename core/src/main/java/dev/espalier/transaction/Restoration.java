package dev.espalier.transaction;

import dev.espalier.model.ObjectModel;
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

    /** Makes the objects what they were. */
    void restore() {
        for (int last = ids.size() - 1; last >= 0; last--) {
            ids.get(last).run();
        }
        ids.clear();
        states.values().forEach(ObjectState::restoreFields);
        states.values().forEach(ObjectState::restoreHashed);
    }
}
