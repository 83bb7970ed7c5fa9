package dev.espalier.lab;

import dev.espalier.lab.agent.Agents;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.report.LoadPage;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.result.Header;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.RunName;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Targets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs a pack that puts load on a target: each number of connections with its repeats. Writes {@code result.json} after each run, {@code live.json} each second. For one
 * thread; {@link #stop} for any.
 */
public final class LoadLab {

    /** A listener to the lab, called by one thread, except the watchers. */
    public interface Watcher {

        /**
         * Reports the start of a run.
         *
         * @param number counted from 1
         * @param of how many there will be
         * @param title what is run
         * @return the receiver of every second
         */
        SecondWatcher starts(int number, int of, String title);

        /**
         * A run has ended.
         *
         * @param run its figures
         */
        void ended(LoadRun run);
    }

    private final PackSpec spec;
    private final Targets targets;
    private final Path out;
    private final Agents agents;
    private final Opening opening = new Opening();
    private volatile boolean stopped;
    private volatile @Nullable LoadSide side;

    /**
     * @param spec what is run
     * @param targets where targets are found
     * @param out the folder of the result
     */
    public LoadLab(PackSpec spec, Targets targets, Path out) {
        this(spec, targets, out, Agents.NONE);
    }

    /**
     * @param spec what is run
     * @param targets where targets are found
     * @param out the folder of the result
     * @param agents on machines that make the connections
     */
    public LoadLab(PackSpec spec, Targets targets, Path out, Agents agents) {
        this.spec = spec.named(RunName.make());
        this.targets = targets;
        this.out = out;
        this.agents = agents;
    }

    /**
     * Runs.
     *
     * @param user the account, empty for that of the variables
     * @param password the account's password
     * @param watcher is informed of what happens
     * @return the result, as it stands in the folder
     * @throws StoppedException if it was ended before the first run
     */
    public LoadResult run(String user, Password password, Watcher watcher) {
        String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        try {
            Files.createDirectories(out);
            Environment environment = Environment.of(targets.home(), out);
            try (LoadSide opened = opening.open(() -> LoadSide.open(spec, targets, user, password, agents))) {
                side = opened;
                Watcher live = new LiveWatcher(out, watcher);
                List<LoadRun> runs = new ArrayList<>();
                LoadResult result = result(started, environment, opened, runs);
                int all = spec.connections().size() * spec.loading().repeats();
                for (int connections : spec.connections()) {
                    for (int repeat = 0; repeat < spec.loading().repeats() && !stopped; repeat++) {
                        LoadRun run =
                                opened.run(connections, live.starts(runs.size() + 1, all, title(spec, connections)));
                        stopped |= run.course().partial(); // an agent that was lost ends it, too
                        runs.add(run);
                        live.ended(run);
                        result = result(started, environment, opened, runs);
                        ResultFile.write(result, out);
                        LoadPage.write(List.of(result), out);
                    }
                }
                if (runs.isEmpty()) {
                    throw new StoppedException(null);
                }
                return result;
            } finally {
                side = null;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the result to " + out + ": " + e.getMessage(), e);
        }
    }

    private LoadResult result(String started, Environment environment, LoadSide opened, List<LoadRun> runs) {
        return result(spec, opened, started, stopped, environment, runs);
    }

    static LoadResult result(
            PackSpec spec,
            LoadSide side,
            String started,
            boolean partial,
            Environment environment,
            List<LoadRun> runs) {
        return new LoadResult(
                new Header(Header.FORMAT, spec.pack(), ObjectsLab.version(), started, partial),
                spec,
                environment,
                side.facts(),
                side.driverOptions(),
                side.machines(),
                runs);
    }

    static String title(PackSpec spec, int connections) {
        return spec.pack() + " on " + spec.target() + ", " + connections + " connections";
    }

    /** Ends it early: operations under way are waited for, the result so far is kept, marked as partial; data that are half loaded are dropped. */
    public void stop() {
        stopped = true;
        opening.stop();
        LoadSide opened = side;
        if (opened != null) {
            opened.stop();
        }
    }
}
