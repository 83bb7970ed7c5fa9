package dev.espalier.lab.cli;

import dev.espalier.cli.CtrlC;
import dev.espalier.lab.StoppedException;
import java.io.PrintWriter;
import java.util.function.IntSupplier;
import picocli.CommandLine;

/** Runs work of the lab that Ctrl-C ends early. What it has until then is written. */
final class StoppedRun {

    private StoppedRun() {}

    /**
     * Works.
     *
     * @param stop asks the work to end; by another thread
     * @param out receives a line if there was nothing to write
     * @param work gives the exit code
     * @return the exit code
     */
    static int ends(Runnable stop, PrintWriter out, IntSupplier work) {
        return CtrlC.ends(stop, () -> {
            try {
                return work.getAsInt();
            } catch (StoppedException e) {
                out.println("Ended before the first run; nothing is written");
                out.flush();
                return CommandLine.ExitCode.SOFTWARE;
            }
        });
    }
}
