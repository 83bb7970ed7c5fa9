package dev.espalier.query;

import dev.espalier.jdbc.LoneReads;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What is known of each kind of read. A kind is a value. Safe for any number of threads. */
final class ReadKinds {

    /** A program with more kinds makes their texts itself. */
    private static final int MOST = 1_000;

    private final Map<Object, LoneReads> known = new ConcurrentHashMap<>();

    LoneReads of(Object kind) {
        LoneReads found = known.get(kind);
        if (found != null) {
            return found;
        }
        if (known.size() >= MOST) {
            known.clear();
        }
        return known.computeIfAbsent(kind, any -> new LoneReads());
    }
}
