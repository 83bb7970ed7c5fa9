package dev.espalier.write;

import java.util.HashMap;
import java.util.Map;

/**
 * How far one sending of a transaction's writes has moved objects' versions. For one thread.
 *
 * <p>Each write carries the version that its object had before the transaction; what the transaction's earlier writes have added
 * stands here. So the same writes can be sent again.
 */
public final class Versions {

    private final Map<Long, Integer> moved = new HashMap<>();
    private final Map<Long, Integer> found = new HashMap<>();
    private final Map<Long, Integer> written = new HashMap<>();

    /** The version that the object must have now, if nobody else has changed it. */
    public int now(long id, int before) {
        return found.getOrDefault(id, before) + moved(id);
    }

    /** The version that the object had before the transaction. */
    public int before(long id, int known) {
        return found.getOrDefault(id, known);
    }

    /** By how much the transaction itself has moved the object's version. */
    public int moved(long id) {
        return moved.getOrDefault(id, 0);
    }

    /** The version with which the object was written last as the program holds it; {@code before} if it was not. */
    public int written(long id, int before) {
        return found.getOrDefault(id, before) + written.getOrDefault(id, 0);
    }

    /** The object of which only the id was known has this version now. */
    void foundNow(long id, int version) {
        found.put(id, version - moved(id));
        written.put(id, moved(id));
    }

    /** The object was written as the program holds it. */
    void wrote(long id) {
        written.put(id, moved.merge(id, 1, Integer::sum));
    }

    /** The object lost a link, of which the program's own object does not know. */
    void movedElsewhere(long id) {
        moved.merge(id, 1, Integer::sum);
    }
}
