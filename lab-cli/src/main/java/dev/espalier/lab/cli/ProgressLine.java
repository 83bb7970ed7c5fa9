package dev.espalier.lab.cli;

import dev.espalier.cli.LiveLines;
import dev.espalier.lab.ObjectsLab;
import dev.espalier.lab.measure.Progress;
import dev.espalier.lab.result.Cell;
import dev.espalier.lab.spec.Sizes;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Shows the progress of a run: a bar on a terminal, elsewhere a plain line for each finished cell. */
final class ProgressLine implements ObjectsLab.Listener, AutoCloseable {

    private final PrintWriter out;
    private final int databases;
    private final boolean terminal;
    private final LiveLines live;

    private ProgressLine(PrintWriter out, int databases, boolean terminal) {
        this.out = out;
        this.databases = databases;
        this.terminal = terminal;
        this.live = new LiveLines(out);
    }

    /** Returns whether the output is a terminal, which the launcher finds out; the JDK does only from 22 on. */
    static ProgressLine on(PrintWriter out, int databases) {
        return new ProgressLine(out, databases, Boolean.getBoolean("espalier.terminal"));
    }

    @Override
    public Progress database(int database, String title) {
        return (stage, part) -> {
            if (terminal) {
                live.show(List.of(LiveLines.bar((database + part) / databases) + "  " + title + ": " + stage));
            }
        };
    }

    @Override
    public void cell(Cell cell) {
        if (!terminal) {
            out.printf(
                    Locale.ROOT,
                    "%s 12 x %s %s: created in %.1f s, %d found%n",
                    cell.subject(),
                    Sizes.word(cell.objects()),
                    cell.indexes(),
                    cell.creation().createSeconds(),
                    cell.search().found());
            out.flush();
        }
    }

    /** Leaves nothing behind. */
    @Override
    public void close() {
        live.clear();
    }
}
