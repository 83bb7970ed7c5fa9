package dev.espalier.internal.rows;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.ErrorCode;

/** The end of work in memory. The rows of lists within lists are many more than those that statements read, so no statement notices an interrupt. */
final class Interruption {

    private Interruption() {}

    /** @throws DatabaseException {@code interrupted} if the thread is */
    static void check() {
        if (Thread.currentThread().isInterrupted()) {
            throw new DatabaseException(
                    ErrorCode.INTERRUPTED, "the thread was interrupted while the rows of a selection were made", null);
        }
    }
}
