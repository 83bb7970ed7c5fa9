package dev.espalier.testing;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Runs a task in a thread of its own. The threads that {@link CompletableFuture} takes by itself are as few as the processors on newer JDKs: tasks that wait
 * for each other would wait for ever.
 */
public final class Background {

    private Background() {}

    public static CompletableFuture<Void> run(Runnable task) {
        return CompletableFuture.runAsync(task, Background::start);
    }

    public static <T> CompletableFuture<T> call(Supplier<T> task) {
        return CompletableFuture.supplyAsync(task, Background::start);
    }

    /** Waits until all threads of a barrier have come. A thread that has failed never comes: the others fail after five minutes. */
    public static void await(CyclicBarrier barrier) {
        try {
            barrier.await(5, TimeUnit.MINUTES);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "background of a test");
        thread.setDaemon(true);
        thread.start();
    }
}
