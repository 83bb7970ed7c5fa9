package dev.espalier.internal.jdbc;

import static dev.espalier.error.ErrorCode.INTERRUPTED;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.DatabaseException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The threads of the core that do work which ends, all of them daemons: {@link #run} shares pieces of work out and waits for them, {@link #pool} takes small
 * tasks at any time, and {@link #daemons} makes a single thread that works beside its maker. Work that is repeated is for {@link Heartbeat}.
 */
public final class Workers {

    private Workers() {}

    /** Makes daemon threads of that name: a program ends without waiting for them. */
    public static ThreadFactory daemons(String name) {
        return work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Threads of that name for tasks that come at any time: none waits for another, and a thread without work ends after a minute. Its user shuts it down. */
    public static ExecutorService pool(String name) {
        return Executors.newCachedThreadPool(daemons(name));
    }

    /**
     * Runs all pieces, those after a failure too, and waits for their end; throws the first failure as it is, with the others suppressed in it. If this thread
     * is interrupted, so are the pieces, which ends their statements, and those that have not begun never do. When it returns or throws, none is running.
     *
     * @param name of the threads
     * @throws DatabaseException {@code interrupted}
     */
    public static <T> void run(String name, int threads, List<T> pieces, Consumer<T> work) {
        if (pieces.isEmpty()) {
            return;
        }
        ExecutorService executor = Executors.newFixedThreadPool(Math.min(threads, pieces.size()), daemons(name));
        List<Future<?>> running = new ArrayList<>();
        FirstFailure failure = new FirstFailure();
        failure.of(() -> pieces.forEach(piece -> running.add(executor.submit(() -> work.accept(piece)))));
        executor.shutdown();
        InterruptedException interrupted = awaitEnd(executor);
        if (interrupted != null) {
            failure.add(new DatabaseException(
                    INTERRUPTED, "interrupted while other threads worked for this one", interrupted));
        }
        running.stream().filter(Future::isDone).forEach(piece -> addFailure(piece, failure));
        if (interrupted != null) {
            Thread.currentThread().interrupt();
        }
        failure.rethrow();
    }

    /** Runs work that is done even if this thread was interrupted before, for example what puts things in order; the thread stays interrupted. */
    public static void evenIfInterrupted(Runnable work) {
        boolean wasInterrupted = Thread.interrupted();
        try {
            work.run();
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Runs work in a thread of its own, which no interrupt of this thread reaches, and waits for its end; this thread stays interrupted. Throws what the work
     * throws, as it is.
     *
     * @param name of the thread
     */
    public static void uninterrupted(String name, Runnable work) {
        FutureTask<?> task = new FutureTask<>(work, null);
        try {
            daemons(name).newThread(task).start();
        } catch (OutOfMemoryError e) { // no native thread
            evenIfInterrupted(task);
        }
        boolean wasInterrupted = Thread.interrupted();
        FirstFailure failure = new FirstFailure();
        for (boolean hasEnded = false; !hasEnded; ) {
            try {
                task.get();
                hasEnded = true;
            } catch (InterruptedException e) {
                wasInterrupted = true;
            } catch (ExecutionException e) {
                failure.add(requireNonNull(e.getCause()));
                hasEnded = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
        failure.rethrow();
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

    private static void addFailure(Future<?> done, FirstFailure failure) {
        try {
            done.get();
        } catch (ExecutionException e) {
            failure.add(requireNonNull(e.getCause()));
        } catch (InterruptedException e) {
            throw new IllegalStateException("a piece that is done is not waited for", e);
        }
    }
}
