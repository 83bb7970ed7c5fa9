package dev.espalier.lab;

import dev.espalier.lab.agent.Agents;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.PhasedResources;
import dev.espalier.lab.report.SweepPage;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.result.Header;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.Result;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.SweepResult;
import dev.espalier.lab.result.SweepResult.Figures;
import dev.espalier.lab.result.SweepResult.Measured;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.RunName;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.SweepSpec;
import dev.espalier.lab.spec.SweepSpec.Cell;
import dev.espalier.lab.spec.SweepSpec.Step;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Targets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs a sweep. Each combination has a result of its own in {@code cells/}, which is written after each of its runs; a sweep that was ended,
 * or killed, goes on with the runs that are missing. Combinations that differ in their connections only share one side, and sides that can
 * share their data do. All sides stay open until the end. For one thread; {@link #stop} for any.
 */
public final class SweepLab {

    private final SweepSpec plan;
    private final Targets targets;
    private final Path out;
    private final Opening opening = new Opening();
    private final Map<PackSpec, LoadSide> sides = new LinkedHashMap<>();
    private final Map<PackSpec, PackSpec> named = new LinkedHashMap<>();
    private volatile boolean stopped;
    private volatile @Nullable LoadSide running;

    /**
     * @param plan what is run
     * @param targets where targets are found
     * @param out the folder of the result
     */
    public SweepLab(SweepSpec plan, Targets targets, Path out) {
        this.plan = plan;
        this.targets = targets;
        this.out = out;
    }

    /**
     * Returns what an earlier sweep of this plan has left in the folder.
     *
     * @return runs that are there; 0 in a folder without a result
     * @throws SpecException if the folder holds another result
     */
    public int runsBefore() throws IOException {
        return before().values().stream()
                .mapToInt(result -> result.runs().size())
                .sum();
    }

    /** Whole results of combinations by their position. */
    private Map<Integer, LoadResult> before() throws IOException {
        Map<Integer, LoadResult> results = new LinkedHashMap<>();
        if (!Files.exists(out.resolve(ResultFile.NAME))) {
            return results;
        }
        Result found = ResultFile.read(out);
        if (!(found instanceof SweepResult sweep) || !sweep.plan().equals(plan)) {
            throw new SpecException("--out: found another result in " + out
                    + ", expected none, or one of this very sweep, which then goes on");
        }
        for (int cell = 0; cell < plan.cells().size(); cell++) {
            if (Files.exists(folder(cell).resolve(ResultFile.NAME))) {
                if (ResultFile.read(folder(cell)) instanceof LoadResult result) {
                    results.put(cell, result);
                } else {
                    throw new SpecException(folder(cell) + ": found another result, expected one of " + plan.pack());
                }
            }
        }
        return results;
    }

    /**
     * Runs what is missing.
     *
     * @param user the account, empty for that of the variables
     * @param password the account's password
     * @param watcher is informed of what happens
     * @return the result, as it stands in the folder
     * @throws StoppedException if it was ended before the first run
     */
    public SweepResult run(String user, Password password, LoadLab.Watcher watcher) {
        try {
            Files.createDirectories(out);
            Map<Integer, LoadResult> results = before();
            List<String> sessions = new ArrayList<>();
            if (Files.exists(out.resolve(ResultFile.NAME)) && ResultFile.read(out) instanceof SweepResult earlier) {
                sessions.addAll(earlier.sessions());
            }
            sessions.add(now());
            Environment environment = Environment.of(targets.home(), out);
            SweepResult result = write(results, sessions, environment);
            List<Step> steps = plan.steps();
            LoadLab.Watcher live = new LiveWatcher(out, watcher);
            for (int number = 0; number < steps.size() && !stopped; number++) {
                Step step = steps.get(number);
                if (!results.containsKey(step.cell())
                        || results.get(step.cell()).runs().size() <= step.round()) {
                    LoadResult measured = run(
                            step.cell(),
                            results.get(step.cell()),
                            number + 1,
                            steps.size(),
                            environment,
                            user,
                            password,
                            live);
                    if (!measured.runs().isEmpty()) {
                        results.put(step.cell(), measured);
                        result = write(results, sessions, environment);
                    }
                }
            }
            if (results.isEmpty()) {
                throw new StoppedException(null);
            }
            return result;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the result to " + out + ": " + e.getMessage(), e);
        } finally {
            closeSides();
        }
    }

    /** A run that was ended early is not kept: it is run again when the sweep goes on. */
    private LoadResult run(
            int cell,
            @Nullable LoadResult before,
            int number,
            int of,
            Environment environment,
            String user,
            Password password,
            LoadLab.Watcher watcher)
            throws IOException {
        PackSpec asked = plan.cells().get(cell).spec();
        PackSpec key = key(asked);
        LoadSide side = sides.get(key);
        if (side == null) {
            PackSpec spec = named(key).withConnections(connections(key));
            side = opening.open(() -> LoadSide.open(spec, targets, user, password, Agents.NONE));
            sides.put(key, side);
        }
        running = side;
        List<LoadRun> runs = new ArrayList<>(before == null ? List.of() : before.runs());
        if (!stopped) {
            LoadRun run = side.run(
                    asked.connections().get(0),
                    watcher.starts(number, of, plan.cells().get(cell).title()));
            stopped |= run.course().partial();
            watcher.ended(run);
            if (!run.course().partial()) {
                runs.add(run);
            }
        }
        PackSpec spec = asked.inDatabase(named(key).database());
        LoadResult result = LoadLab.result(
                spec,
                side,
                before == null ? now() : before.header().started(),
                runs.size() < plan.repeats(),
                environment,
                runs);
        if (!runs.isEmpty()) {
            Files.createDirectories(folder(cell));
            ResultFile.write(result, folder(cell));
        }
        return result;
    }

    private static PackSpec key(PackSpec spec) {
        return spec.withConnections(List.of(1));
    }

    /** All numbers of connections that this side serves: a pool has as many connections as the greatest asks for. */
    private List<Integer> connections(PackSpec key) {
        TreeSet<Integer> counts = new TreeSet<>();
        plan.cells().stream()
                .map(Cell::spec)
                .filter(spec -> key(spec).equals(key))
                .forEach(spec -> counts.addAll(spec.connections()));
        return List.copyOf(counts);
    }

    /** Sides that can share their data use one database; the others have one each. */
    private PackSpec named(PackSpec key) {
        if (!named.containsKey(key)) {
            PackSpec shared = named.entrySet().stream()
                    .filter(other -> other.getKey().target().equals(key.target())
                            && other.getKey().database().equals(key.database())
                            && other.getKey().sharesFolder(key)
                            && other.getKey().sharesData(key))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(null);
            named.put(key, shared != null ? key.inDatabase(shared.database()) : key.named(RunName.make()));
        }
        return named.get(key);
    }

    private SweepResult write(Map<Integer, LoadResult> results, List<String> sessions, Environment environment)
            throws IOException {
        List<Measured> measured = new ArrayList<>();
        boolean partial = false;
        for (int cell = 0; cell < plan.cells().size(); cell++) {
            LoadResult result = results.get(cell);
            List<Figures> runs = result == null
                    ? List.of()
                    : result.runs().stream().map(Figures::of).toList();
            partial |= runs.size() < plan.repeats();
            measured.add(new Measured(
                    out.relativize(folder(cell)).toString(),
                    result == null ? null : result.server(),
                    runs,
                    result == null || runs.isEmpty()
                            ? PhasedResources.NONE
                            : result.runs().get(runs.size() - 1).phased()));
        }
        SweepResult result = new SweepResult(
                new Header(Header.FORMAT, plan.pack(), ObjectsLab.version(), sessions.get(0), partial),
                plan,
                sessions,
                environment,
                measured);
        ResultFile.write(result, out);
        SweepPage.write(result, out);
        return result;
    }

    private Path folder(int cell) {
        String name = String.join("-", plan.cells().get(cell).values().values()).replaceAll("[^A-Za-z0-9.-]+", "_");
        return out.resolve("cells")
                .resolve(String.format(
                        Locale.ROOT, "%03d-%s", cell + 1, name.substring(0, Math.min(name.length(), 60))));
    }

    private static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** In reverse, so that who has made data that others use drops them last. */
    private void closeSides() {
        List<LoadSide> open = new ArrayList<>(sides.values());
        sides.clear();
        running = null;
        for (int side = open.size() - 1; side >= 0; side--) {
            open.get(side).close();
        }
    }

    /** Ends it early: operations under way are waited for; the runs so far are kept, and the same sweep goes on with the others. */
    public void stop() {
        stopped = true;
        opening.stop();
        LoadSide side = running;
        if (side != null) {
            side.stop();
        }
    }
}
