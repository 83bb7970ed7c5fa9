package dev.espalier.lab;

import dev.espalier.lab.measure.CellMeasurement;
import dev.espalier.lab.measure.CellRun;
import dev.espalier.lab.measure.Progress;
import dev.espalier.lab.report.ReportPage;
import dev.espalier.lab.result.Cell;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.result.Header;
import dev.espalier.lab.result.LiveCounter;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.RunResult;
import dev.espalier.lab.spec.CacheState;
import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.spec.ObjectsSpec;
import dev.espalier.lab.spec.RunName;
import dev.espalier.lab.spec.Sizes;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.subject.Subject;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.workload.Block;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs the pack {@code objects}: every size with every index level, the subjects one after the other, in reverse order at every second
 * repeat. For one thread; {@link #stop} for any.
 */
public final class ObjectsLab {

    private final ObjectsSpec spec;
    private final Target target;
    private final Path home;
    private final Path out;
    private final Opening creating = new Opening();
    private volatile boolean stopped;
    private final RunName runName = RunName.make();
    private boolean partial;

    /**
     * @param spec what to run
     * @param target that is measured
     * @param home the project's folder
     * @param out the folder for the result, made if it is missing
     */
    public ObjectsLab(ObjectsSpec spec, Target target, Path home, Path out) {
        this.spec = spec;
        this.target = target;
        this.home = home;
        this.out = out;
    }

    /** A listener to the lab, called by one thread. */
    public interface Listener {

        /**
         * Reports the database in work.
         *
         * @param database which one, counted from 0
         * @param title what it is, for example {@code espalier 12 x 100k none}
         * @return the receiver of the progress
         */
        Progress database(int database, String title);

        /**
         * All repeats of a cell are measured.
         *
         * @param cell its medians
         */
        void cell(Cell cell);
    }

    /**
     * Runs. Results are written after every size and level, so that a broken run leaves what it had.
     *
     * @param listener is informed of what happens
     * @return the result, as it stands in the folder
     * @throws StoppedException if it was ended before the first database was made
     */
    public RunResult run(Listener listener) {
        return run(listener, null);
    }

    /**
     * Goes on with the result in the folder: runs the sizes and levels that it lacks; all of them in a folder without a result.
     *
     * @param listener is informed of what happens
     * @return the whole result, as it stands in the folder
     * @throws SpecException if the folder holds the result of another run
     * @throws StoppedException if it was ended before the first database was made
     */
    public RunResult goOn(Listener listener) {
        RunResult before;
        try {
            before = before();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the result in " + out + ": " + e.getMessage(), e);
        }
        return before != null && isWhole(before) ? before : run(listener, before);
    }

    private @Nullable RunResult before() throws IOException {
        if (!Files.exists(out.resolve(ResultFile.NAME))) {
            return null;
        }
        if (ResultFile.read(out) instanceof RunResult found
                && spec.equals(found.spec())
                && found.seed() == Block.SEED) {
            requireVersion(found);
            return found;
        }
        throw new SpecException("--go-on: found another result in " + out
                + ", expected none, or one of this very run, which then goes on");
    }

    /** A result names one version, which is that of all its figures. */
    private void requireVersion(RunResult found) {
        if (!version().equals(found.header().version())) {
            throw new SpecException("--go-on: found a result of Espalier "
                    + found.header().version() + " in " + out + ", expected one of " + version()
                    + ", which runs; name another folder");
        }
    }

    private boolean isWhole(RunResult result) {
        return spec.objects().stream()
                .allMatch(objects -> spec.indexes().stream()
                        .noneMatch(indexes -> finished(result, objects, indexes).isEmpty()));
    }

    /** The cells of a size and level; none if a subject lacks repeats. */
    private List<Cell> finished(@Nullable RunResult result, int objects, Indexes indexes) {
        if (result == null) {
            return List.of();
        }
        List<Cell> cells = result.cells().stream()
                .filter(cell -> cell.objects() == objects && cell.indexes().equals(indexes.word()))
                .filter(cell -> cell.runs().size() == spec.repeats()
                        && cell.runs().stream().allMatch(CellRun::whole))
                .toList();
        return cells.size() == spec.subjects().size() ? cells : List.of();
    }

    private RunResult run(Listener listener, @Nullable RunResult before) {
        String started = before != null
                ? before.header().started()
                : Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        if (spec.subjects().contains(SubjectName.HIBERNATE)
                && (target.engine() == Engine.H2 || target.engine() == Engine.DUCKDB)) {
            throw new SpecException(
                    "--subject: found hibernate with --on " + target.engine().word() + ", expected espalier or jdbc");
        }
        try {
            Files.createDirectories(out);
            try (LiveCounter live = new LiveCounter(out)) {
                return run(started, before, live(listener, live));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the result to " + out + ": " + e.getMessage(), e);
        }
    }

    private RunResult run(String started, @Nullable RunResult before, Listener listener) throws IOException {
        Environment environment = Environment.of(home, out);
        ServerFacts server = ServerFacts.of(target);
        List<Cell> cells = new ArrayList<>();
        int database = spec.warmUp() ? warmUp(listener) : 0;
        RunResult result = null;
        for (int objects : spec.objects()) {
            for (Indexes indexes : spec.indexes()) {
                List<Cell> there = finished(before, objects, indexes);
                if (!there.isEmpty()) {
                    cells.addAll(there);
                    database += spec.subjects().size() * spec.repeats();
                } else if (!partial) {
                    cells.addAll(measure(objects, indexes, database, listener));
                    database += spec.subjects().size() * spec.repeats();
                    result = new RunResult(
                            new Header(Header.FORMAT, "objects", version(), started, partial),
                            Block.SEED,
                            spec,
                            environment,
                            server,
                            cells);
                    if (cells.isEmpty()) {
                        throw new StoppedException(null);
                    }
                    ResultFile.write(result, out);
                    ReportPage.write(result, out);
                }
            }
        }
        if (result == null) {
            throw new StoppedException(null); // while it warmed up
        }
        return result;
    }

    /** A listener whose progress is in the live figures, too. */
    private Listener live(Listener listener, LiveCounter live) {
        int subjects = spec.subjects().size();
        int all = (spec.warmUp() ? subjects : 0)
                + spec.objects().size() * spec.indexes().size() * subjects * spec.repeats();
        return new Listener() {
            @Override
            public Progress database(int database, String title) {
                Progress progress = listener.database(database, title);
                live.starts(database + 1, all, "objects on " + target.engine().word() + ": " + title, "create");
                return (stage, part) -> {
                    live.at(stage, part);
                    progress.at(stage, part);
                };
            }

            @Override
            public void cell(Cell cell) {
                listener.cell(cell);
            }
        };
    }

    /**
     * Runs each subject's smallest database once, without measuring.
     *
     * @return how many databases were made
     */
    private int warmUp(Listener listener) {
        int database = 0;
        for (SubjectName subject : spec.subjects()) {
            Progress progress = listener.database(database++, subject.word() + " warm-up");
            TargetDatabase targetDatabase = target.database(runName.database("warm_up_" + subject.word()));
            measureAndDrop(
                    new CellMeasurement(
                            Subject.of(subject),
                            targetDatabase,
                            Indexes.BOTH,
                            Math.min(Sizes.BLOCK, Collections.max(spec.objects())),
                            spec.threads(),
                            List.of(CacheState.WARM),
                            ObjectsSpec.Making.FASTEST),
                    progress,
                    false);
        }
        return database;
    }

    /** Measures each subject, and returns a cell for each one whose database was created. */
    private List<Cell> measure(int objects, Indexes indexes, int firstDatabase, Listener listener) {
        Map<SubjectName, List<CellRun>> runs = new EnumMap<>(SubjectName.class);
        int database = firstDatabase;
        for (int repeat = 0; repeat < spec.repeats(); repeat++) {
            List<SubjectName> order = new ArrayList<>(spec.subjects());
            if (repeat % 2 == 1) {
                Collections.reverse(order);
            }
            for (SubjectName subject : order) {
                Progress progress = listener.database(
                        database++, subject.word() + " 12 x " + Sizes.word(objects) + " " + indexes.word());
                measure(subject, objects, indexes, progress)
                        .ifPresent(run -> runs.computeIfAbsent(subject, name -> new ArrayList<>())
                                .add(run));
            }
        }
        List<Cell> cells = new ArrayList<>();
        for (SubjectName subject : spec.subjects()) {
            if (runs.containsKey(subject)) {
                Cell cell = Cell.of(subject, target.engine().word(), objects, indexes, runs.get(subject));
                cells.add(cell);
                listener.cell(cell);
            }
        }
        return cells;
    }

    private Optional<CellRun> measure(SubjectName subject, int objects, Indexes indexes, Progress progress) {
        TargetDatabase targetDatabase =
                target.database(runName.database(subject.word() + "_" + Sizes.word(objects) + "_" + indexes.word()));
        return measureAndDrop(
                new CellMeasurement(
                        Subject.of(subject),
                        targetDatabase,
                        indexes,
                        objects,
                        spec.threads(),
                        spec.cache(),
                        spec.making()),
                progress,
                spec.keep());
    }

    /** Measures one database and drops it, also after a failure. Empty if the run was ended before the database was created. */
    private Optional<CellRun> measureAndDrop(CellMeasurement measurement, Progress progress, boolean keep) {
        if (stopped) {
            partial = true;
            return Optional.empty();
        }
        CellRun run;
        try {
            CellMeasurement.Creation creation = creating.open(() -> measurement.create(progress));
            run = measurement.ask(creation, progress, () -> stopped);
        } catch (StoppedException e) {
            partial = true;
            measurement.database().endSessions();
            measurement.database().drop();
            return Optional.empty();
        } catch (RuntimeException e) {
            measurement.database().discard(e);
            throw e;
        }
        partial |= !run.whole();
        if (!keep) {
            measurement.database().drop();
        }
        return Optional.of(run);
    }

    /** @return the name that its databases carry */
    public RunName runName() {
        return runName;
    }

    /** Ends it early: the query under way is waited for, a database that is half made is dropped; the result so far is kept, marked as partial. */
    public void stop() {
        stopped = true;
        creating.stop();
    }

    /** @return Espalier's version, as the build wrote it; unknown when run from classes */
    public static String version() {
        return Optional.ofNullable(ObjectsLab.class.getPackage().getImplementationVersion())
                .orElse("unknown");
    }
}
