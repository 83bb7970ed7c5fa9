package dev.espalier.bench.oo7;

import java.util.function.ToLongFunction;

/** A program of one subject, connected to its database. For one thread. */
interface Oo7Program extends AutoCloseable {

    /** Does an operation as one transaction and returns its answer. */
    long run(boolean writes, ToLongFunction<Work> operation);

    /** Drops all objects of earlier operations: the next one is cold. */
    void forget();

    @Override
    void close();
}
