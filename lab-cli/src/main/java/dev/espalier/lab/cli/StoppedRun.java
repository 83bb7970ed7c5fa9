package dev.espalier.lab.cli;

import dev.espalier.cli.CtrlC;
import dev.espalier.lab.StoppedException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.IntSupplier;
import picocli.CommandLine;

/** Runs work of the lab that Ctrl-C ends early. What it has until then is written. */
final class StoppedRun {

    private StoppedRun() {}

    /**
     * Works.
     *
     * @param folder where the result is written; folders that the work makes are deleted again if there was nothing to write
     * @param stop asks the work to end; by another thread
     * @param out receives a line if there was nothing to write
     * @param work gives the exit code
     * @return the exit code
     */
    static int ends(Path folder, Runnable stop, PrintWriter out, IntSupplier work) {
        MadeFolders made = new MadeFolders(folder);
        return CtrlC.ends(stop, () -> {
            try {
                return work.getAsInt();
            } catch (StoppedException e) {
                made.deleteEmpty();
                out.println("Ended before the first run; nothing is written");
                out.flush();
                return CommandLine.ExitCode.SOFTWARE;
            }
        });
    }
}
