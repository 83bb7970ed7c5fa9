package dev.espalier.lab.target;

import dev.espalier.lab.workload.Session;

/**
 * A source of sessions. Thread-safe.
 *
 * @param <S> what a session can do
 */
@FunctionalInterface
public interface SessionSource<S extends Session> {

    /**
     * Connects.
     *
     * @return a session of its own; the caller closes it
     */
    S connect();
}
