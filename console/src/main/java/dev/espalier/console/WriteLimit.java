package dev.espalier.console;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Ends the writing of an answer that its reader does not take. A thread that is interrupted while it writes to a connection closes it. Safe for any number of
 * threads.
 */
final class WriteLimit implements AutoCloseable {

    private final Duration longest;
    private final ScheduledThreadPoolExecutor clock =
            new ScheduledThreadPoolExecutor(1, Server.threads("espalier-console-clock"));

    WriteLimit(Duration longest) {
        this.longest = longest;
        clock.setRemoveOnCancelPolicy(true);
        // Once it is closed, so are the connections.
        clock.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    /** Writes to a connection. */
    interface Writing {
        void write() throws IOException;
    }

    /** Writes; throws an IOException, and the connection is closed, if that takes too long. */
    void write(Writing writing) throws IOException {
        Watch watch = new Watch(Thread.currentThread());
        Future<?> alarm = clock.schedule(watch, longest.toNanos(), TimeUnit.NANOSECONDS);
        try {
            writing.write();
        } finally {
            alarm.cancel(false);
            watch.end();
        }
    }

    /** Interrupts a thread, but not in what it does after its writing. */
    private static final class Watch implements Runnable {

        private final Thread writer;
        private boolean isOver;
        private boolean hasInterrupted;

        Watch(Thread writer) {
            this.writer = writer;
        }

        @Override
        public synchronized void run() {
            if (!isOver) {
                hasInterrupted = true;
                writer.interrupt();
            }
        }

        synchronized void end() {
            isOver = true;
            if (hasInterrupted) {
                Thread.interrupted();
            }
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
