package dev.espalier.lab.everyday;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Ids for new objects of the subjects that do not give them themselves. They come from memory, as those of a sequence do that is asked once for many. For any number of
 * threads.
 */
final class NewIds {

    private final AtomicLong next;

    /** @param first ids from there on are nobody else's */
    NewIds(long first) {
        next = new AtomicLong(first);
    }

    /** Returns the first of that many ids that follow each other. */
    long take(int count) {
        return next.getAndAdd(count);
    }
}
