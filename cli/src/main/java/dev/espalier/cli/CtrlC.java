package dev.espalier.cli;

import dev.espalier.lab.StoppedException;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntSupplier;
import picocli.CommandLine;

/** Runs work that Ctrl-C ends early, instead of ending the process. */
final class CtrlC {

    private CtrlC() {}

    /**
     * Works. After Ctrl-C the process ends when the work has, so all that has to be said is said within it.
     *
     * @param stop asks the work to end; by another thread
     * @param out is told where there was nothing to write
     * @param work gives the exit code
     * @return the exit code
     */
    static int ends(Runnable stop, PrintWriter out, IntSupplier work) {
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
                "lab-stop");
        Runtime.getRuntime().addShutdownHook(stopper);
        try {
            return work.getAsInt();
        } catch (StoppedException e) {
            out.println("Ended before the first run; nothing is written");
            out.flush();
            return CommandLine.ExitCode.SOFTWARE;
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
