package dev.espalier.write;

import static dev.espalier.error.ErrorCode.INTERRUPTED;

import dev.espalier.error.DatabaseException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs pieces of work in several threads. */
public final class Parallel {

    private Parallel() {}

    /**
     * Runs all pieces and waits for their end; throws the first failure, with the others suppressed in it. If this thread is interrupted, so are the pieces, and those
     * that have not begun never do; when it returns or throws, none is running.
     *
     * @throws DatabaseException {@code interrupted}
     */
    public static <T> void run(int threads, List<T> pieces, Consumer<T> work) {
        if (pieces.isEmpty()) {
            return;
        }
        ExecutorService executor = Executors.newFixedThreadPool(Math.min(threads, pieces.size()));
        List<Future<?>> running = new ArrayList<>();
        pieces.forEach(piece -> running.add(executor.submit(() -> work.accept(piece))));
        executor.shutdown();
        InterruptedException interrupted = awaitEnd(executor);
        RuntimeException failed = interrupted == null
                ? null
                : new DatabaseException(
                        INTERRUPTED, "interrupted while other threads worked for this one", interrupted);
        for (Future<?> one : running) {
            if (one.isDone()) {
                RuntimeException cause = failure(one);
                if (failed == null) {
                    failed = cause;
                } else if (cause != null) {
                    failed.addSuppressed(cause);
                }
            }
        }
        if (interrupted != null) {
            Thread.currentThread().interrupt();
        }
        if (failed != null) {
            throw failed;
        }
    }

    /** Waits until no piece is running any more. Returns the first interruption meanwhile, null for none. */
    private static @Nullable InterruptedException awaitEnd(ExecutorService executor) {
        InterruptedException first = null;
        while (true) {
            try {
                if (executor.awaitTermination(1, TimeUnit.DAYS)) {
                    return first;
                }
            } catch (InterruptedException e) {
                first = first == null ? e : first;
                executor.shutdownNow();
            }
        }
    }

    /** Why a piece that is done has failed; null if it has not. */
    private static @Nullable RuntimeException failure(Future<?> done) {
        try {
            done.get();
            return null;
        } catch (ExecutionException e) {
            return e.getCause() instanceof RuntimeException runtime ? runtime : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException("a piece that is done is not waited for", e);
        }
    }
}
