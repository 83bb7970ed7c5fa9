package dev.espalier.internal.write;

import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The new objects that a caller has handed to a bulk load, as long as the program holds them, so that an undone load can take back
 * the ids it gave. For one thread at a time.
 */
final class BulkRoots {

    private static final Logger LOG = LoggerFactory.getLogger(BulkRoots.class);

    private static final int FEWEST = 1_024;

    private List<WeakReference<Object>> roots = new ArrayList<>();
    private int sweepAt = FEWEST;

    void add(Object root) {
        if (roots.size() == sweepAt) {
            roots.removeIf(reference -> reference.refersTo(null));
            sweepAt = Math.max(FEWEST, 2 * roots.size());
        }
        roots.add(new WeakReference<>(root));
    }

    /** The load has succeeded. */
    void forget() {
        roots = new ArrayList<>();
    }

    /**
     * Makes the roots, and what can be reached from them over objects of the load, new ones again, if their ids are known as undone by now.
     */
    void release(ObjectModel model, Registry registry) {
        Queue<Object> open = new ArrayDeque<>();
        for (WeakReference<Object> reference : roots) {
            Object root = reference.get();
            if (root != null) {
                open.add(root);
                for (Object object = open.poll(); object != null; object = open.poll()) {
                    release(object, model, registry, open);
                }
            }
        }
        forget();
    }

    private static void release(Object object, ObjectModel model, Registry registry, Queue<Object> open) {
        try {
            PersistentClass type = ObjectWalk.typeOf(model, object);
            if (registry.release(type, object)) {
                ObjectWalk.targets(type, object, open::add);
            }
        } catch (RuntimeException e) {
            // A collection that is being changed, or an object of no class of the model. What is not found here is
            // known by its id.
            LOG.debug("looking for the objects of a failed load: {}", e.toString());
        }
    }
}
