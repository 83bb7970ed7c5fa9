package dev.espalier.internal.restore;

import static dev.espalier.error.ErrorCode.NOT_REMEMBERED;

import dev.espalier.error.StoreException;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.write.ByObject;
import dev.espalier.internal.write.Fingerprint;
import dev.espalier.internal.write.KnownState;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The content of captured objects when an attempt first stored, remembered or locked them. The library cannot restore such an object to what it was
 * before that. So each attempt must find it with the content that the attempt before found: work that adds 1 to a captured object and then stores it
 * would otherwise add 2. Lives as long as the unit of work. For one thread.
 */
public final class CapturedObjects {

    /** Stands for the content of an object that a store reached and did not write, because it had not changed. */
    private static final Fingerprint UNCHANGED = new Fingerprint(0, 0, 0, 0);

    /** The findings of earlier attempts; null in the first attempt. */
    private @Nullable Map<Object, Found> earlier;

    private Map<Object, Found> now = ByObject.map();

    /** The content of an object, and what the registry knew about it when the work remembered or locked it. */
    private record Found(Fingerprint content, @Nullable KnownState known) {}

    /** Begins another attempt. */
    public void nextAttempt() {
        if (earlier == null) {
            earlier = ByObject.map();
        }
        now.forEach(earlier::putIfAbsent);
        now = ByObject.map();
    }

    /** Whether this attempt has stored, remembered or locked the object already. */
    public boolean has(Object object) {
        return now.containsKey(object);
    }

    /** Notes that a store reached an object that has not changed. */
    public void reached(Object object) {
        now.put(object, new Found(UNCHANGED, null));
    }

    /**
     * Notes that a store writes an object.
     *
     * @param id the id of the object before the store; 0 for a new one
     * @throws StoreException {@code not-remembered} if an earlier attempt may have changed it
     */
    public void stored(PersistentClass type, Object object, long id, Fingerprint content) {
        if (earlier != null) {
            Found before = earlier.get(object);
            if (before == null ? id != 0 : !before.content().equals(content)) {
                throw refused(type, id);
            }
        }
        now.put(object, new Found(content, null));
    }

    /**
     * Notes that the work remembers or locks an object.
     *
     * @param id the id of the object; 0 for a new one
     * @param known what the registry knows about it; differs from the attempt before if the object was refreshed since
     * @throws StoreException {@code not-remembered} if an earlier attempt changed it before it remembered or locked it
     */
    public void remembered(
            PersistentClass type, Object object, long id, Fingerprint content, @Nullable KnownState known) {
        Found before = earlier == null ? null : earlier.get(object);
        if (before != null
                && Objects.equals(before.known(), known)
                && !before.content().equals(content)) {
            throw refused(type, id);
        }
        now.put(object, new Found(content, known));
    }

    private static StoreException refused(PersistentClass type, long id) {
        return new StoreException(
                NOT_REMEMBERED,
                (id == 0 ? "a new " + type : type + " " + id) + ": this attempt is a retry, and an earlier attempt may"
                        + " have changed the object before it was stored, remembered or locked; call tx.remember(object) before the work changes it, and, where the work makes a"
                        + " copy of a stored object itself, right after it has made the copy");
    }
}
