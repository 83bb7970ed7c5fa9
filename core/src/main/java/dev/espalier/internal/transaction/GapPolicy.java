package dev.espalier.internal.transaction;

import dev.espalier.error.EspalierException;

/**
 * Decides whether a reference to a missing object is an error. It is one in a locking attempt, which reads each object at a moment of its own: another
 * transaction may have deleted the object between two reads, and the next attempt sees one state of both.
 */
interface GapPolicy {

    boolean refusesGaps();

    /** Notes that an object with such a reference is refused. */
    void refused(EspalierException gap);
}
