package dev.espalier.console;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the memory of all requests and answers, and lets it grow to a bound only. Safe for any number of threads; a share is for one. */
final class ByteBudget {

    private final long most;
    private final AtomicLong used = new AtomicLong();

    ByteBudget(long most) {
        this.most = most;
    }

    long most() {
        return most;
    }

    /** Returns a share of a request and its answer, of no bytes yet. */
    Share share() {
        return new Share();
    }

    /** The bytes of a request and its answer. */
    final class Share implements AutoCloseable {

        private long taken;

        /** Takes more bytes; false, if there are none left now. */
        boolean take(long bytes) {
            if (used.addAndGet(bytes) > most) {
                used.addAndGet(-bytes);
                return false;
            }
            taken += bytes;
            return true;
        }

        /** Whether so many bytes can never be taken. */
        boolean isBeyondAll(long bytes) {
            return bytes > most;
        }

        @Override
        public void close() {
            used.addAndGet(-taken);
            taken = 0;
        }
    }
}
