package dev.espalier.cli;

import dev.espalier.transfer.Transfer;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Shows the progress and the rate of a transfer on standard error: one line that changes on a terminal, elsewhere a line every few seconds. */
final class TransferLine implements AutoCloseable {

    /** Before them, nothing is changed. */
    private static final Set<String> WRITING = Set.of("copy", "export", "import", "check", "index");

    private static final long ON_TERMINAL_NANOS = 200_000_000L;
    private static final long ELSEWHERE_NANOS = 5_000_000_000L;

    private final PrintWriter err;
    private final boolean isTerminal = Boolean.getBoolean("espalier.terminal"); // the launcher knows
    private final LiveLines live;
    private String stage = "";
    private boolean hasBegun;
    private long begun;
    private long shown;

    TransferLine(PrintWriter err) {
        this.err = err;
        this.live = new LiveLines(err);
    }

    /** Returns a transfer that is shown here. */
    Transfer transfer() {
        return new Transfer().onProgress(this::step);
    }

    private synchronized void step(Transfer.Step step) {
        long now = System.nanoTime();
        hasBegun |= WRITING.contains(step.stage());
        if (!step.stage().equals(stage)) {
            stage = step.stage();
            begun = now;
            shown = now;
        }
        if (step.message() != null) {
            live.clear();
            err.println("espalier: " + step.message());
            err.flush();
        } else if (now - shown >= (isTerminal ? ON_TERMINAL_NANOS : ELSEWHERE_NANOS)) {
            shown = now;
            String line = String.format(Locale.ROOT, "%s: %,d rows, %,d rows/s", stage, step.rows(), (long)
                    (step.rows() * 1e9 / Math.max(1, now - begun)));
            if (isTerminal) {
                live.show(List.of(line));
            } else {
                err.println(line);
                err.flush();
            }
        }
    }

    /** Whether something was written. */
    synchronized boolean hasBegun() {
        return hasBegun;
    }

    @Override
    public synchronized void close() {
        live.clear();
    }
}
