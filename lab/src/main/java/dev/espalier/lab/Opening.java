package dev.espalier.lab;

import java.util.function.Supplier;

/** Making a side ready, which takes hours where there is much to load, and which another thread may end. For one thread; {@link #stop} for any. */
final class Opening {

    private Thread working;
    private boolean stopped;

    /**
     * Makes a side ready.
     *
     * @param side finds the target and loads the data; where it is interrupted it drops what it has loaded
     * @return the side
     * @throws StoppedException where it was ended before
     */
    <T> T open(Supplier<T> side) {
        synchronized (this) {
            if (stopped) {
                throw new StoppedException(null);
            }
            working = Thread.currentThread();
        }
        try {
            return side.get();
        } catch (RuntimeException e) {
            if (isStopped()) {
                throw new StoppedException(e);
            }
            throw e;
        } finally {
            synchronized (this) {
                working = null;
                if (stopped) {
                    Thread.interrupted(); // what comes now is not to be ended
                }
            }
        }
    }

    private synchronized boolean isStopped() {
        return stopped;
    }

    /** Ends it, or lets it not begin. */
    synchronized void stop() {
        stopped = true;
        if (working != null) {
            working.interrupt();
        }
    }
}
