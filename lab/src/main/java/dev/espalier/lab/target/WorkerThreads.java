package dev.espalier.lab.target;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Threads that load data. */
public final class WorkerThreads {

    private WorkerThreads() {}

    /**
     * Interrupts them and waits until they have ended, so that none of them works on what is closed or dropped next.
     *
     * @param threads whose tasks look for interruption
     */
    public static void end(ExecutorService threads) {
        threads.shutdownNow();
        boolean interrupted = Thread.interrupted();
        while (!threads.isTerminated()) {
            try {
                threads.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
