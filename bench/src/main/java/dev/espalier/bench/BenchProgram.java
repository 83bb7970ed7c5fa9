package dev.espalier.bench;

/** A program of one subject, connected to its database. For one thread. */
public interface BenchProgram extends AutoCloseable {

    /** Drops all objects of earlier operations: the next one is cold. */
    void forget();

    @Override
    void close();
}
