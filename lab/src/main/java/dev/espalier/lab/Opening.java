package dev.espalier.lab;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Loading of data. It can take hours, so another thread may end it. For one thread; {@link #stop} for any. */
final class Opening {

    private @Nullable Thread working;
    private boolean stopped;

    /**
     * Loads.
     *
     * @param loading loads the data; if it is interrupted it ends by an exception
     * @return what it gives
     * @throws StoppedException if it was ended before
     */
    <T> T open(Supplier<T> loading) {
        synchronized (this) {
            if (stopped) {
                throw new StoppedException(null);
            }
            working = Thread.currentThread();
        }
        try {
            return loading.get();
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
