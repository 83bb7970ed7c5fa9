package dev.espalier.lab.workload;

/** One connection of a target. For one thread. */
public interface Session extends AutoCloseable {

    /**
     * Ends what a failed operation has begun, whatever is left of it, and makes the session ready for the next: after a lock timeout
     * InnoDB has undone the statement only, and what stands before it would be committed with the next.
     *
     * @throws Exception if the session cannot go on
     */
    void reset() throws Exception;

    /**
     * Classifies a failure.
     *
     * @param thrown by an operation on this session
     * @return its code and what may be done about it
     */
    Failure failure(Exception thrown);

    @Override
    void close();
}
