package dev.espalier.lab;

import dev.espalier.lab.agent.Agents;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.report.LoadPage;
import dev.espalier.lab.result.Comparison;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.RunName;
import dev.espalier.lab.spec.ServerSpec;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.TargetKind;
import dev.espalier.lab.target.Engine;
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
 * Runs two loads in turn, A B B A, so that slow changes of the machine affect both equally, and compares them run by run. For one thread;
 * {@link #stop} for any.
 */
public final class CompareLab {

    private final Side a;
    private final Side b;
    private final Path out;
    private final Opening opening = new Opening();
    private volatile boolean stopped;
    private volatile @Nullable LoadSide running;

    /**
     * One side of the comparison.
     *
     * @param spec what is run
     * @param targets where its target is found
     * @param user its account, empty for that of the variables
     * @param password the account's password
     * @param agents on machines that make the connections
     */
    public record Side(PackSpec spec, Targets targets, String user, Password password, Agents agents) {

        private Side named(RunName run) {
            return new Side(spec.named(run), targets, user, password, agents);
        }

        LoadSide open() {
            return LoadSide.open(spec, targets, user, password, agents);
        }
    }

    /**
     * Both results and their comparison.
     *
     * @param a the result of A
     * @param b the result of B
     * @param comparisons by each figure, for each number of connections
     */
    public record Compared(LoadResult a, LoadResult b, List<Comparison> comparisons) {}

    /**
     * @param a the one that is compared with
     * @param b the one about which a verdict is given
     * @param out the folder of the results: {@code a/result.json} and {@code b/result.json}, and a page of both
     */
    public CompareLab(Side a, Side b, Path out) {
        requireOnePack(a.spec().pack(), b.spec().pack());
        requireRoom(a.spec(), b.spec());
        if (!a.spec().connections().equals(b.spec().connections())
                || a.spec().loading().repeats() != b.spec().loading().repeats()) {
            throw new SpecException("lab compare: found " + a.spec().connections() + " connections and "
                    + a.spec().loading().repeats() + " repeats against "
                    + b.spec().connections() + " and " + b.spec().loading().repeats() + ", expected the same of both");
        }
        ServerSpec startA = a.spec().loading().server();
        ServerSpec startB = b.spec().loading().server();
        if (a.spec().target().equals(b.spec().target())
                && a.spec().sharesFolder(b.spec())
                && !startA.sameStart(startB)) {
            if (!startA.startsServer() || !startB.startsServer()) {
                throw new SpecException(
                        "lab compare: found --set or --preload on one side only, expected them on both: one server serves both in"
                                + " turn; --preload malloc is a server without another allocator");
            }
            if (Engine.ofWord(a.spec().target()).isEmpty()) {
                throw new SpecException(
                        "lab compare: found two ways to start " + a.spec().target()
                                + ", expected mysql, mariadb, postgres or tidb:" + " others are started once");
            }
        }
        // both use what they can share; data that differ are in a place for each side
        RunName run = RunName.make();
        this.a = a.named(run);
        this.b = b.named(sharedPlace(a.spec(), b.spec()) && !a.spec().sharesData(b.spec()) ? RunName.make() : run);
        this.out = out;
    }

    private static void requireOnePack(String a, String b) {
        if (!a.equals(b)) {
            throw new SpecException("lab compare: found " + a + " and " + b
                    + ", expected one pack: operations of two have nothing in common");
        }
    }

    /**
     * Refuses two sides that share a database but differ in their data: both create their data before the first run. On SQLite each side
     * has a file of its own.
     */
    private static void requireRoom(PackSpec a, PackSpec b) {
        boolean isNamed = !a.database().isEmpty()
                || TargetKind.of(a.target())
                        .filter(TargetKind.WITH_DATABASES::contains)
                        .isEmpty();
        if (isNamed && sharedPlace(a, b) && !a.sharesData(b)) {
            throw new SpecException("lab compare: found data that differ or are inserted into, in one place on "
                    + a.target() + ", expected another --database on one side");
        }
    }

    private static boolean sharedPlace(PackSpec a, PackSpec b) {
        return a.target().equals(b.target())
                && a.sharesFolder(b)
                && a.database().equals(b.database())
                && !a.target().equals(Engine.SQLITE.word())
                && TargetKind.of(a.target())
                        .filter(TargetKind.HOLDING_DATA::contains)
                        .isPresent();
    }

    /**
     * Runs and compares.
     *
     * @param watcher is informed of what happens
     * @return the results, as they stand in the folders
     * @throws StoppedException if it was ended before both have run once
     */
    public Compared run(LoadLab.Watcher watcher) {
        String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        try (LoadSide sideA = opening.open(a::open);
                LoadSide sideB = opening.open(b::open)) {
            Files.createDirectories(out.resolve("a"));
            Files.createDirectories(out.resolve("b"));
            Environment environment = Environment.of(a.targets().home(), out);
            LoadLab.Watcher live = new LiveWatcher(out, watcher);
            List<LoadRun> runsA = new ArrayList<>();
            List<LoadRun> runsB = new ArrayList<>();
            for (int connections : a.spec().connections()) {
                for (int repeat = 0; repeat < a.spec().loading().repeats() && !stopped; repeat++) {
                    boolean aFirst = repeat % 2 == 0;
                    run(
                            aFirst ? a : b,
                            aFirst ? sideA : sideB,
                            aFirst ? runsA : runsB,
                            connections,
                            live,
                            runsA.size() + runsB.size());
                    run(
                            aFirst ? b : a,
                            aFirst ? sideB : sideA,
                            aFirst ? runsB : runsA,
                            connections,
                            live,
                            runsA.size() + runsB.size());
                    ResultFile.write(result(a, sideA, started, environment, runsA), out.resolve("a"));
                    ResultFile.write(result(b, sideB, started, environment, runsB), out.resolve("b"));
                }
            }
            if (runsA.isEmpty() || runsB.isEmpty()) {
                throw new StoppedException(null);
            }
            Compared compared = compare(
                    result(a, sideA, started, environment, runsA), result(b, sideB, started, environment, runsB));
            LoadPage.write(List.of(compared.a(), compared.b()), out);
            return compared;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the result to " + out + ": " + e.getMessage(), e);
        } finally {
            running = null;
        }
    }

    private LoadResult result(Side side, LoadSide opened, String started, Environment environment, List<LoadRun> runs) {
        return LoadLab.result(side.spec(), opened, started, stopped, environment, runs);
    }

    private void run(
            Side asked, LoadSide side, List<LoadRun> runs, int connections, LoadLab.Watcher watcher, int before) {
        running = side;
        if (!stopped) {
            int all = 2 * a.spec().connections().size() * a.spec().loading().repeats();
            LoadRun run =
                    side.run(connections, watcher.starts(before + 1, all, LoadLab.title(asked.spec(), connections)));
            stopped |= run.course().partial(); // an agent that was lost ends it, too
            runs.add(run);
            watcher.ended(run);
        }
    }

    /**
     * Compares two results that are there; if they were not made in turn, what changed on the machine between them is in the figures.
     *
     * @param a the one that is compared with
     * @param b the one about which a verdict is given
     * @return both, and the comparisons of all numbers of connections that both have
     */
    public static Compared compare(LoadResult a, LoadResult b) {
        requireOnePack(a.pack(), b.pack());
        return new Compared(a, b, Comparison.of(a, b));
    }

    /** Ends it early, as {@link LoadLab#stop}. */
    public void stop() {
        stopped = true;
        opening.stop();
        LoadSide side = running;
        if (side != null) {
            side.stop();
        }
    }
}
