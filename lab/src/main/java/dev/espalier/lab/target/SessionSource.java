package dev.espalier.lab.target;

import dev.espalier.lab.workload.Session;

/**
 * Where sessions come from. For many threads.
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
