package dev.espalier.internal.lease;

import dev.espalier.internal.jdbc.Session;

/** A check that is the last statement of each transaction of a load: it fails if somebody else has ended the load meanwhile. Safe for any number of threads. */
@FunctionalInterface
public interface Fence {

    /**
     * Checks that the load still has its lease, and keeps others from taking it until the transaction ends.
     *
     * @param sender which of the senders it is, counted from 0
     * @throws dev.espalier.error.DatabaseException {@code load-lost} if somebody else has ended the load
     */
    void check(Session session, int sender);
}
