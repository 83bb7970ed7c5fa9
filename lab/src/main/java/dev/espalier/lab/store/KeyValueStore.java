package dev.espalier.lab.store;

import dev.espalier.lab.target.SessionSource;
import dev.espalier.lab.workload.KeyValueRows;
import dev.espalier.lab.workload.KeyValueSession;

/** A place for rows {@code (id, value1, value2)}. Prepared and closed by one thread; its sessions are made by any. */
public interface KeyValueStore extends SessionSource<KeyValueSession>, AutoCloseable {

    /** Rows in one statement or one batch of the filling. */
    int ROWS_AT_ONCE = 1_000;

    /**
     * Fills the store, unless it holds these rows already.
     *
     * @param rows what it shall hold
     * @return whether it was filled now
     */
    boolean prepare(KeyValueRows rows);

    /** @return the bytes that the rows take, as the target counts them; 0 where it does not say */
    long sizeBytes();

    /** @return how it is asked, in a few words */
    String road();

    /** Removes the rows and whatever holds them. */
    void drop();

    @Override
    void close();
}
