package dev.espalier.transfer;

import static dev.espalier.error.ErrorCode.CANCELLED;

import dev.espalier.error.StoreException;

/** Receives the progress of a copy, an export or an import, and may end it. May be called by any thread. */
interface Progress {

    /** Says what begins. */
    void stage(String name);

    /** Says that so many more rows were read or written. */
    void rows(long more);

    /** Says something for people. */
    void message(String text);

    /** Whether to end. */
    default boolean isCancelled() {
        return false;
    }

    /** @throws StoreException {@code cancelled} if it shall end */
    default void requireGoingOn() {
        if (isCancelled()) {
            throw new StoreException(CANCELLED, "cancelled, so that it is not complete; run the command again");
        }
    }
}
