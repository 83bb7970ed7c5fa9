package dev.espalier.transaction;

import dev.espalier.error.StoreException;
import dev.espalier.model.PersistentClass;
import dev.espalier.write.Fingerprint;
import dev.espalier.write.Registry;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What objects from outside held when the attempts of one unit of work met them: when they were first reached by a store, remembered or locked. The
 * library cannot give such an object back the fields it had before that, so a later attempt must find it as the attempt before did: a work that adds 1
 * to a captured object, and then stores it, would add 2. For one thread.
 */
final class BlindWrites {

    /** Of an object that was reached and not written: it was as it is known. */
    private static final Fingerprint UNCHANGED = new Fingerprint(0, 0, 0, 0);

    private final Map<Object, Met> before = new IdentityHashMap<>();
    private Map<Object, Met> now = new IdentityHashMap<>();
    private boolean isFirstAttempt = true;

    /** What an object held, and what was known of it. */
    private record Met(Fingerprint content, Registry.State known) {}

    /** Another attempt begins. */
    void beginAgain() {
        now.forEach(before::putIfAbsent);
        now = new IdentityHashMap<>();
        isFirstAttempt = false;
    }

    /** Whether the attempt has met the object already. */
    boolean has(Object object) {
        return now.containsKey(object);
    }

    /** A store reaches an object that has not changed. */
    void reached(Object object) {
        now.put(object, new Met(UNCHANGED, null));
    }

    /**
     * A store writes an object.
     *
     * @param id the id it had; 0 for a new one
     * @throws StoreException {@code not-remembered} if an earlier attempt may have changed it
     */
    void stored(PersistentClass type, Object object, long id, Fingerprint content) {
        Met earlier = before.get(object);
        if (earlier == null ? !isFirstAttempt && id != 0 : !earlier.content().equals(content)) {
            throw refused(type, id);
        }
        now.put(object, new Met(content, null));
    }

    /**
     * The program remembers or locks an object.
     *
     * @param id the id it has; 0 for a new one
     * @param known what is known of it: it may have been refreshed since the attempt before
     * @throws StoreException {@code not-remembered} if an earlier attempt has changed it before it came to that
     */
    void kept(PersistentClass type, Object object, long id, Fingerprint content, Registry.State known) {
        Met earlier = before.get(object);
        if (earlier != null && Objects.equals(earlier.known(), known) && !earlier.content().equals(content)) {
            throw refused(type, id);
        }
        now.put(object, new Met(content, known));
    }

    private static StoreException refused(PersistentClass type, long id) {
        return new StoreException("not-remembered", (id == 0 ? "a new " + type : type + " " + id) + ": the work runs again, and an earlier attempt may have"
                + " changed this object before the transaction was told of it; call tx.remember(object) before the work changes it");
    }
}
