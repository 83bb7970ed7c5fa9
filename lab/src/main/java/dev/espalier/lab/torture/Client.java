package dev.espalier.lab.torture;

import java.util.List;
import java.util.Map;

/** Performs the operations on one database. Thread-safe, except {@link #prepare} and {@link #close}. */
public interface Client extends AutoCloseable {

    /** Makes the objects, in a database that has none. */
    void prepare(Population population);

    /**
     * Does one operation, in one transaction.
     *
     * @return what its kind says
     * @throws OperationFailure if it was not done, or nobody can say
     */
    long perform(Operation operation);

    /**
     * Reads the contents of the database from one snapshot.
     *
     * @param whole with the entries, and with all notes
     * @throws OperationFailure if it cannot be read
     */
    State read(boolean whole);

    /** Returns the findings of a check of the whole database; empty if there is no damage. */
    List<String> verify();

    /** The number of retries, by the reason's code. */
    Map<String, Long> retries();

    @Override
    void close();
}
