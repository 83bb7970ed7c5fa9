package dev.espalier.lab.measure;

/**
 * An event during a run, shown beside its curves.
 *
 * @param kind what
 * @param second when it began, counted as in the timeline
 * @param until the second in which it ended, the same if it took no longer
 * @param label in a few words
 */
public record Mark(Kind kind, int second, int until, String label) {

    /** The kinds of marks. */
    public enum Kind {
        /** The warm-up ended: from here on it counts. */
        WARM_UP_END,
        /** The server wrote pages so that its log may be reused. */
        CHECKPOINT,
        /** The server did not answer, and began anew. */
        RESTART
    }
}
