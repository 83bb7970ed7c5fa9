package dev.espalier.lab.workload;

import java.util.List;

/**
 * A workload: kinds of operations, and for each connection its own stream of them. It knows only the operations of {@code S}, not the
 * target. One workload serves all connections; a stream belongs to one.
 *
 * @param <S> the operations it needs
 */
public interface Workload<S extends Session> {

    /** @return the kinds of operations, as results name them; an operation's {@code type} is a place in this list */
    List<String> types();

    /**
     * Returns a connection's operations: a pure function of the seed and the connection's number, whatever the scheduling.
     *
     * @param seed of the run
     * @param connection counted from 0
     * @return the stream, for one thread
     */
    Stream<S> stream(long seed, int connection);

    /**
     * An endless stream of operations.
     *
     * @param <S> the operations they need
     */
    @FunctionalInterface
    interface Stream<S extends Session> {

        /** @return the next operation; what it does is fixed, so it can be done again after a failure */
        Operation<S> next();
    }
}
