package dev.espalier.transaction;

import dev.espalier.error.StoreException;
import dev.espalier.model.PersistentClass;
import dev.espalier.write.Fingerprint;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * What the attempts of one unit of work have stored without having read or remembered it. The library cannot give such an object back the
 * fields it had before the work, so a later attempt may store it only if it holds the same as in the attempt before: a work that adds 1 to a
 * captured object would add 2. For one thread.
 */
final class BlindWrites {

    private final Map<Object, Fingerprint> before = new IdentityHashMap<>();
    private Map<Object, Fingerprint> now = new IdentityHashMap<>();
    private boolean isFirstAttempt = true;

    /** Another attempt begins. */
    void beginAgain() {
        now.forEach(before::putIfAbsent);
        now = new IdentityHashMap<>();
        isFirstAttempt = false;
    }

    /** Whether the attempt has stored the object so already. */
    boolean has(Object object) {
        return now.containsKey(object);
    }

    /**
     * An attempt stores an object for the first time.
     *
     * @param id the id it had; 0 for a new one
     * @throws StoreException {@code not-remembered} if an earlier attempt may have changed it
     */
    void add(PersistentClass type, Object object, long id, Fingerprint content) {
        Fingerprint earlier = before.get(object);
        boolean isSame = earlier == null ? isFirstAttempt || id == 0 : earlier.equals(content);
        if (!isSame) {
            throw new StoreException("not-remembered", (id == 0 ? "a new " + type : type + " " + id) + ": the work runs again, and an earlier attempt may have"
                    + " changed this object, which the transaction had neither read nor remembered; call tx.remember(object) before the work changes it");
        }
        now.put(object, content);
    }
}
