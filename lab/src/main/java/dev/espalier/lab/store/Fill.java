package dev.espalier.lab.store;

import dev.espalier.lab.target.TargetException;
import dev.espalier.lab.target.WorkerThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Fills a store with several threads, each with its own ranges of row numbers. */
final class Fill {

    private Fill() {}

    /** One thread's writer, with a connection of its own or a shared client. */
    @FunctionalInterface
    interface Writer extends AutoCloseable {

        /** Writes the rows from one number up to another one, which is left out. */
        void write(long from, long to) throws Exception;

        @Override
        default void close() throws Exception {
            // a client that is shared is the store's
        }
    }

    /** Makes a thread's writer. */
    @FunctionalInterface
    interface WriterSource {
        Writer open() throws Exception;
    }

    /**
     * Writes the numbers from {@code first} up to {@code end}, which is left out.
     *
     * @param threads how many
     * @param atOnce how many numbers are handed to a writer at once
     */
    static void run(long first, long end, int atOnce, int threads, String what, WriterSource writers) {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                long start = first + (long) thread * atOnce;
                running.add(executor.submit(() -> {
                    try (Writer writer = writers.open()) {
                        for (long from = start;
                                from < end && !Thread.currentThread().isInterrupted();
                                from += (long) threads * atOnce) {
                            writer.write(from, Math.min(end, from + atOnce));
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new TargetException(
                    "cannot fill " + what + ": "
                            + (e.getCause() == null
                                    ? e.getMessage()
                                    : e.getCause().getMessage()),
                    e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TargetException("filling " + what + " was interrupted", e);
        } finally {
            WorkerThreads.end(executor);
        }
    }
}
