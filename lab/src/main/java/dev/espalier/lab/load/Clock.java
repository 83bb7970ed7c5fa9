package dev.espalier.lab.load;

import java.util.concurrent.locks.LockSupport;

/** A clock, and waiting. Thread-safe. */
public interface Clock {

    /** The machine's own. */
    Clock SYSTEM = new Clock() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void sleepUntil(long nanoTime) {
            for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    };

    /** @return nanoseconds since some moment */
    long nanoTime();

    /**
     * Waits.
     *
     * @param nanoTime a time of this clock; if it has passed nothing happens
     */
    void sleepUntil(long nanoTime);
}
