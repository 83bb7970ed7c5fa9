package dev.espalier.lab.load;

import dev.espalier.lab.workload.Failure;

/** A listener to one connection, called by the thread of this connection. Times are the clock's, in nanoseconds. */
public interface Listener {

    /** The outcome of an operation. */
    enum Outcome {
        /** The target has confirmed it. */
        DONE,
        /** It was refused as often as it may be done again. */
        GIVEN_UP,
        /** The answer to its COMMIT was lost. */
        UNKNOWN
    }

    /**
     * An attempt failed; perhaps there will be another.
     *
     * @param type of the operation
     * @param failure its code and meaning
     * @param nanoTime when
     */
    void failed(int type, Failure failure, long nanoTime);

    /**
     * An operation ended.
     *
     * @param type of the operation
     * @param outcome how
     * @param intended when it should have started
     * @param started when its first attempt did
     * @param ended when its last attempt did
     */
    void ended(int type, Outcome outcome, long intended, long started, long ended);
}
