package dev.espalier.lab.cli;

import dev.espalier.lab.LoadLab;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.spec.SweepSpec;
import java.io.PrintWriter;
import java.util.Locale;

/** Shows a running sweep: each run as any load, and how long the others will take. */
final class SweepTerminal implements LoadLab.Watcher {

    private static final double NANOS = 1e9;

    private final int runs;
    private final int before;
    private final LoadTerminal load;
    private final PrintWriter out;
    private long started;
    private int done;

    SweepTerminal(SweepSpec plan, int before, LoadTerminal load, PrintWriter out) {
        this.runs = plan.cells().size() * plan.repeats();
        this.before = before;
        this.load = load;
        this.out = out;
    }

    @Override
    public SecondWatcher starts(int number, int of, String title) {
        if (started == 0) {
            started = System.nanoTime();
        }
        return load.starts(number, of, title);
    }

    @Override
    public void ended(LoadRun run) {
        load.ended(run);
        done++;
        int left = runs - before - done;
        if (left > 0) {
            double seconds = (System.nanoTime() - started) / NANOS / done;
            out.println("  " + left + (left == 1 ? " run is" : " runs are") + " left, about "
                    + time(Math.round(seconds * left)));
            out.flush();
        }
    }

    /** For example {@code 2 h 5 min}. */
    static String time(long seconds) {
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3_600) {
            return String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60);
        }
        return String.format(Locale.ROOT, "%d h %02d min", seconds / 3_600, seconds % 3_600 / 60);
    }
}
