package dev.espalier.cli;

import java.util.concurrent.CountDownLatch;
import java.util.function.IntSupplier;

/** Runs work that Ctrl-C ends early, instead of ending the process. */
public final class CtrlC {

    private CtrlC() {}

    /**
     * Works. After Ctrl-C the process ends when the work has, so all that has to be said is said within it.
     *
     * @param stop asks the work to end; by another thread
     * @param work gives the exit code
     * @return the exit code
     */
    public static int ends(Runnable stop, IntSupplier work) {
        CountDownLatch done = new CountDownLatch(1);
        Thread stopper = new Thread(
                () -> {
                    stop.run();
                    try {
                        done.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "espalier-stop");
        Runtime.getRuntime().addShutdownHook(stopper);
        try {
            return work.getAsInt();
        } finally {
            done.countDown();
            forget(stopper);
        }
    }

    private static void forget(Thread stopper) {
        try {
            Runtime.getRuntime().removeShutdownHook(stopper);
        } catch (IllegalStateException e) {
            // it is running: this is the end that it waited for
        }
    }
}
