package dev.espalier.internal.write;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The objects that a store has met, each once, in that order. For one thread. */
final class WalkedObjects implements Iterable<WalkedObject> {

    private final ByIdentity<WalkedObject> byIdentity = new ByIdentity<>();
    private final List<WalkedObject> inOrder = new ArrayList<>();

    /**
     * The object that was referred to last: fingerprint and row ask for it one after the other, and for the members of a collection in the order in which they
     * were met.
     */
    private @Nullable WalkedObject last;

    /** @param expected how many are met at least */
    void clear(int expected) {
        byIdentity.clear(expected);
        inOrder.clear();
        last = null;
    }

    int size() {
        return inOrder.size();
    }

    WalkedObject get(int place) {
        return inOrder.get(place);
    }

    /** Returns where {@link #addAt} puts the object if it was not met. */
    int find(Object object) {
        return byIdentity.find(object);
    }

    boolean isMet(int found) {
        return byIdentity.value(found) != null;
    }

    void addAt(int found, WalkedObject object) {
        byIdentity.add(found, object.object, object);
        inOrder.add(object);
    }

    /** Returns what was met for an object; null if it was not met. */
    @Nullable
    WalkedObject of(Object object) {
        return byIdentity.get(object);
    }

    /** The same for an object that one of those refers to which are written in this order. */
    @Nullable
    WalkedObject referred(Object target) {
        WalkedObject before = last;
        if (before != null && before.object == target) {
            return before;
        }
        WalkedObject next = before != null && before.place + 1 < inOrder.size() ? inOrder.get(before.place + 1) : null;
        if (next == null || next.object != target) {
            next = byIdentity.get(target);
        }
        if (next != null) {
            last = next;
        }
        return next;
    }

    @Override
    public Iterator<WalkedObject> iterator() {
        return inOrder.iterator();
    }
}
