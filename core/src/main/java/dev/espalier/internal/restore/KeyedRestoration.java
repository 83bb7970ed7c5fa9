package dev.espalier.internal.restore;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Restores sets and maps. A member's hash code, or its order, may be made of what is in another set or map, which has to be restored before. So those
 * come first whose members are compared by nothing that can change, and the others are restored again and again until nothing changes. This takes as
 * many passes as such sets are nested in one another, two if the order was right at once.
 */
final class KeyedRestoration {

    private static final ClassValue<Boolean> HAS_HASH_CODE = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                return type.getMethod("hashCode").getDeclaringClass() != Object.class;
            } catch (NoSuchMethodException | LinkageError e) {
                // Another method names a class that the program does not have.
                return true;
            }
        }
    };

    private final Collection<ObjectState> states;

    /** @param states their fields, lists, arrays and dates are restored already */
    KeyedRestoration(Collection<ObjectState> states) {
        this.states = states;
    }

    void run() {
        List<Contents> all = states.stream().flatMap(ObjectState::keyed).toList();
        List<Contents> dependent =
                all.stream().filter(KeyedRestoration::dependsOnOthers).toList();
        all.stream().filter(contents -> !dependsOnOthers(contents)).forEach(Contents::tryRestore);
        restoreEmptied();
        long[] before;
        long[] now = {};
        int passes = 0;
        // Sets can be nested as deep as there are sets: more passes change nothing. The bound also ends a hash code
        // that changes with each call.
        do {
            before = now;
            dependent.forEach(Contents::tryRestore);
            restoreEmptied();
            now = dependent.stream().mapToLong(KeyedRestoration::state).toArray();
            passes++;
        } while (passes < dependent.size() + 2 && !Arrays.equals(before, now));
    }

    /** Restores sets and maps once more that were emptied when a view of them was restored. */
    private void restoreEmptied() {
        states.stream()
                .flatMap(ObjectState::keyed)
                .filter(contents -> !contents.isRestoredOrGone())
                .forEach(Contents::tryRestore);
    }

    private static boolean dependsOnOthers(Contents contents) {
        boolean isSorted = isSorted(contents);
        return Arrays.stream(contents.keys())
                .anyMatch(key -> key != null
                        && !ObjectState.isImmutable(key)
                        && (isSorted || HAS_HASH_CODE.get(key.getClass())));
    }

    private static boolean isSorted(Contents contents) {
        return contents.container() instanceof SortedSet || contents.container() instanceof SortedMap;
    }

    /** Differs if other keys are in it, in another order, or if a key has another hash code. */
    private static long state(Contents contents) {
        boolean isHashed =
                (contents.container() instanceof Set || contents instanceof MapContents) && !isSorted(contents);
        long state = 1;
        for (@Nullable Object key : contents.presentKeys()) {
            state = 31 * state + System.identityHashCode(key);
            state = 31 * state + (isHashed && key != null ? key.hashCode() : 0);
        }
        return state;
    }
}
