package dev.espalier.cli;

import dev.espalier.MigrationProgress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Shows how far a migration has come, its rate and the remaining time: a bar on a terminal, elsewhere a plain line at the end of each attribute and every ten
 * seconds. For one thread.
 */
final class MigrationLine implements Consumer<MigrationProgress>, AutoCloseable {

    private static final Duration EVERY = Duration.ofSeconds(10);

    private final PrintWriter out;
    private final boolean terminal;
    private final LiveLines live;
    private String subject = "";
    private Duration printed = Duration.ZERO;

    MigrationLine(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
        this.live = new LiveLines(out);
    }

    /** Asks the launcher whether the output is a terminal. */
    static MigrationLine on(PrintWriter out) {
        return new MigrationLine(out, Boolean.getBoolean("espalier.terminal"));
    }

    @Override
    public void accept(MigrationProgress progress) {
        String named = progress.className() + "." + String.join(", ", progress.attributes());
        if (!named.equals(subject)) {
            subject = named;
            printed = Duration.ZERO;
        }
        boolean isEnd = progress.done() >= progress.total();
        String line = String.format(
                Locale.ROOT,
                "%s: %,d of %,d objects, %,.0f a second, %s",
                named,
                progress.done(),
                progress.total(),
                progress.rate(),
                isEnd ? "took " + Times.rough(progress.elapsed()) : Times.rough(progress.remaining()) + " to go");
        if (terminal && !isEnd) {
            live.show(List.of(LiveLines.bar(progress.total() == 0 ? 1 : (double) progress.done() / progress.total())
                    + "  " + line));
        } else if (isEnd || progress.elapsed().minus(printed).compareTo(EVERY) >= 0) {
            live.clear();
            printed = progress.elapsed();
            out.println(line);
            out.flush();
        }
    }

    /** Leaves nothing of the bar behind. */
    @Override
    public void close() {
        live.clear();
    }
}
