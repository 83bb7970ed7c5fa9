package dev.espalier.internal.migration;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The objects that cannot have a value of one attribute: how many, the first of them, and the reason of the first one. */
final class Failures {

    /** So many ids a message lists. */
    static final int LISTED = 5;

    private final List<Long> ids;
    private long count;
    private @Nullable RuntimeException first;

    Failures() {
        this(0, new ArrayList<>());
    }

    Failures(long count, List<Long> ids) {
        this.count = count;
        this.ids = ids;
    }

    void add(long id, RuntimeException failure) {
        count++;
        if (ids.size() < LISTED) {
            ids.add(id);
        }
        if (first == null) {
            first = failure;
        }
    }

    /** The reason of the first one; null if a statement has found it. */
    @Nullable
    RuntimeException first() {
        return first;
    }

    @Override
    public String toString() {
        return count + (count == 1 ? " object has" : " objects have") + " no value for it, the ids are " + ids
                + (count > LISTED ? " and others" : "") + "; " + ids.get(0) + ": "
                + (first == null
                        ? "found null, or a number beyond the type"
                        : first instanceof IllegalArgumentException ? first.getMessage() : first);
    }
}
