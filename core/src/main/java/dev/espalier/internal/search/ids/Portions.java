package dev.espalier.internal.search.ids;

import java.util.Arrays;
import java.util.function.Consumer;

/** Sets of objects in portions, whose values and pairs fit in memory. */
public final class Portions {

    /** The number of objects evaluated together. */
    private static final int OBJECTS = 20_000;

    /** The number of pairs of several objects: 32 MB of ids. */
    public static final int PAIRS = 2_000_000;

    private Portions() {}

    /**
     * Passes all objects to the work, each once, in portions. A portion for which the work has thrown {@link TooManyPairs} is passed again in two halves, so
     * the work must have had no effect by then.
     */
    public static void of(IdSet objects, Consumer<IdSet> work) {
        objects.inChunks(OBJECTS, portion -> of(portion, work));
    }

    private static void of(long[] portion, Consumer<IdSet> work) {
        try {
            work.accept(IdSet.of(portion));
        } catch (TooManyPairs e) {
            int middle = portion.length / 2;
            of(Arrays.copyOf(portion, middle), work);
            of(Arrays.copyOfRange(portion, middle, portion.length), work);
        }
    }
}
