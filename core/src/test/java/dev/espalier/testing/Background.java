package dev.espalier.testing;

import java.util.concurrent.CompletableFuture;
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

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "background of a test");
        thread.setDaemon(true);
        thread.start();
    }
}
