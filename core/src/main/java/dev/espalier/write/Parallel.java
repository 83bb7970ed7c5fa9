package dev.espalier.write;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Runs pieces of work in several threads. */
public final class Parallel {

    private Parallel() {}

    /** Runs all pieces and waits for their end; throws the first failure, with the others suppressed in it. */
    public static <T> void run(int threads, List<T> pieces, Consumer<T> work) {
        if (pieces.isEmpty()) {
            return;
        }
        ExecutorService executor = Executors.newFixedThreadPool(Math.min(threads, pieces.size()));
        try {
            List<Future<?>> running = new ArrayList<>();
            pieces.forEach(piece -> running.add(executor.submit(() -> work.accept(piece))));
            RuntimeException failed = null;
            for (Future<?> one : running) {
                try {
                    one.get();
                } catch (ExecutionException e) {
                    RuntimeException cause = e.getCause() instanceof RuntimeException runtime ? runtime : new IllegalStateException(e.getCause());
                    if (failed == null) {
                        failed = cause;
                    } else {
                        failed.addSuppressed(cause);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted", e);
                }
            }
            if (failed != null) {
                throw failed;
            }
        } finally {
            executor.shutdownNow();
        }
    }
}
