package dev.espalier.internal.jdbc;

/**
 * Whether reads of one kind are done after one round trip. Such a read needs no transaction around it: its statement, or its statements in one text, see one
 * state of the database by themselves. A guess from the reads before; a wrong one costs a round trip. Safe for any number of threads.
 */
public final class SingleTripReads {

    /** After one that needed more, so many must have needed one only. */
    private static final int DOUBTS = 4;

    private volatile int doubts;
    private volatile boolean isLarge;

    boolean isLikely() {
        return doubts == 0;
    }

    /** Whether several sessions may read the next answer. */
    boolean isLarge() {
        return isLarge;
    }

    /** Says whether several sessions may read the next answer. Being wrong costs time only. */
    public void expect(boolean large) {
        if (isLarge != large) {
            isLarge = large;
        }
    }

    /** Remembers a read. */
    void observe(boolean wasSingle) {
        int before = doubts;
        if (!wasSingle) {
            doubts = DOUBTS;
        } else if (before > 0) {
            doubts = before - 1;
        }
    }

    /** A read without a transaction needs a second round trip: all of it is read again, in a transaction. */
    static final class SecondTrip extends RuntimeException {
        private static final long serialVersionUID = 1;

        SecondTrip() {
            super("a second round trip needs a transaction", null, false, false);
        }
    }
}
