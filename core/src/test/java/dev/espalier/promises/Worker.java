package dev.espalier.promises;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A thread that does one task at a time. Work of a transaction takes the next tasks from within its lambda. */
final class Worker {

    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final Semaphore done = new Semaphore(0);

    Worker(String name) {
        Thread thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        for (Runnable task = next(); ; task = next()) {
            task.run();
            done();
        }
    }

    void submit(Runnable task) {
        tasks.add(task);
    }

    /** False where the task is not done by then. */
    boolean await(long millis) {
        try {
            return done.tryAcquire(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** For work in a transaction: the task is done, the transaction goes on. */
    void done() {
        done.release();
    }

    /** For work in a transaction: waits for the next task. */
    Runnable next() {
        try {
            return tasks.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
