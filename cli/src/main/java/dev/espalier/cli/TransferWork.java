package dev.espalier.cli;

import dev.espalier.error.EspalierException;
import dev.espalier.transfer.Transfer;
import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** Runs a transfer: shows its progress, ends it at Ctrl-C, and finds the exit code. */
final class TransferWork {

    static final int DONE = 0;
    /** It has begun and has not ended. */
    static final int BROKEN = 1;
    /** It could not begin; nothing was changed. */
    static final int REFUSED = 2;

    private TransferWork() {}

    /**
     * Runs it.
     *
     * @param data prints what goes to standard output
     */
    static int run(
            CommandSpec command, Function<Transfer, Transfer.Result> work, Function<Transfer.Result, String> data) {
        PrintWriter out = command.commandLine().getOut();
        PrintWriter err = command.commandLine().getErr();
        AtomicBoolean isCancelled = new AtomicBoolean();
        return CtrlC.ends(() -> isCancelled.set(true), () -> {
            TransferLine line = new TransferLine(err);
            try (line) {
                Transfer.Result result = work.apply(line.transfer().cancelledBy(isCancelled::get));
                line.close();
                out.println(data.apply(result));
                out.flush();
                return DONE;
            } catch (EspalierException e) {
                err.println("espalier: " + e.getMessage());
                Whereabouts.print(err, e);
                err.flush();
                if (command.root().userObject() instanceof Espalier espalier && espalier.isTracing()) {
                    e.printStackTrace(err);
                }
                return line.hasBegun() ? BROKEN : REFUSED;
            }
        });
    }

    /** One line: the checksum, and the numbers of objects and rows. */
    static String line(Transfer.Result result) {
        return result.checksum() + "  " + result.objects() + " objects  " + result.rows() + " rows";
    }
}
