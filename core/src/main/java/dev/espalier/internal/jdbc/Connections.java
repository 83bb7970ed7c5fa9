package dev.espalier.internal.jdbc;

import java.sql.Connection;
import java.util.Optional;

/** Gives out connections. Safe for any number of threads. */
interface Connections extends AutoCloseable {

    /**
     * Takes a connection.
     *
     * @throws dev.espalier.error.ConnectionException if none can be had
     */
    Leased take();

    /** Sees to it that nobody gets a connection again. */
    void discard(Connection broken);

    /** The state of the pool; empty if somebody else opens the connections. */
    default Optional<PoolFigures> figures() {
        return Optional.empty();
    }

    /** Ends what this has opened itself. */
    @Override
    void close();
}
