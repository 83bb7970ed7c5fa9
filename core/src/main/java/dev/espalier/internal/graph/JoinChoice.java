package dev.espalier.internal.graph;

/**
 * Whether the objects at the other end of a relation are read in the same rows as the relation, or by a statement of their own that
 * names only the new ones. A guess from the last answers, by whatever thread; being wrong costs time only.
 */
final class JoinChoice {

    /**
     * From this share of new objects on, they are joined: below, the rows of objects that are there already would cost more than a
     * second statement.
     */
    private static final double JOIN_FROM = 0.5;

    /** So many characters or bytes in a row count as another row. */
    static final double PER_ROW = 200;

    private volatile double newShare = 1;
    /** The most characters and bytes that a row had. */
    private volatile int widest;

    /**
     * In a small answer a round trip costs more than rows that are read once more. To read 10 types of 100 objects once more took 30 us, a second round trip
     * and the end of its transaction 150 us (2026-11-23, PostgreSQL on the same machine).
     */
    static final double FEW = 200;

    boolean joins() {
        return newShare >= JOIN_FROM;
    }

    /** @param references how many references are expected */
    boolean joins(long references) {
        return joins() || references * (1 - newShare) * (1 + widest / PER_ROW) <= FEW;
    }

    /** Remembers how many characters and bytes a row had. */
    void observeWidth(int width) {
        if (width > widest) {
            widest = width;
        }
    }

    /** Remembers how many of the references had led to objects that were not there yet. */
    void observe(long references, long newObjects) {
        if (references > 0) {
            newShare = (newShare + (double) newObjects / references) / 2;
        }
    }
}
