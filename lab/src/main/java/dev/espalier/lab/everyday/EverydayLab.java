package dev.espalier.lab.everyday;

import dev.espalier.lab.ObjectsLab;
import dev.espalier.lab.StoppedException;
import dev.espalier.lab.report.EverydayPage;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.result.EverydayResult;
import dev.espalier.lab.result.EverydayResult.Asked;
import dev.espalier.lab.result.EverydayResult.Block;
import dev.espalier.lab.result.EverydayResult.Line;
import dev.espalier.lab.result.Header;
import dev.espalier.lab.result.LiveCounter;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.EverydayOperation;
import dev.espalier.lab.spec.EverydaySpec;
import dev.espalier.lab.spec.EverydaySubject;
import dev.espalier.lab.spec.RunName;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.workload.WrongAnswerException;
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
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Runs the pack {@code everyday}: each operation by all subjects in turn, A B B A, in databases with the same data. Before an operation is timed, each subject's answer is compared with
 * that of {@code jdbc}. For one thread; {@link #stop} for any.
 */
public final class EverydayLab {

    /** Several, because arguments differ from call to call. */
    private static final int CHECKS = 5;

    private final EverydaySpec spec;
    private final Target target;
    private final Path home;
    private final Path out;
    private final RunName runName = RunName.make();
    private volatile boolean stopped;

    /**
     * @param spec what to run
     * @param target that is measured
     * @param home the project's folder
     * @param out the folder for the result, made if it is missing
     */
    public EverydayLab(EverydaySpec spec, Target target, Path home, Path out) {
        this.spec = spec;
        this.target = target;
        this.home = home;
        this.out = out;
    }

    /**
     * Runs. Results are written after every operation, so that a broken run leaves what it had.
     *
     * @param listener receives each line that was measured
     * @return the result, as it stands in the folder
     * @throws StoppedException if it was ended before the first operation was measured
     * @throws WrongAnswerException if the answer of a subject is not that of {@code jdbc}
     */
    public EverydayResult run(Consumer<Line> listener) {
        String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        TargetDatabase library = target.database(runName.database("everyday"));
        TargetDatabase byHand = target.database(runName.database("everyday_by_hand"));
        EverydayResult result;
        try {
            Files.createDirectories(out);
            try (LiveCounter live = new LiveCounter(out)) {
                live.starts(1, lines(), title("rows and round trips", 1), "prepare");
                ClinicDatabase database = ClinicDatabase.make(library, byHand, spec, () -> stopped);
                result = run(database, started, Environment.of(home, out), ServerFacts.of(target), live, listener);
            }
        } catch (IOException e) {
            library.discard(e);
            byHand.discard(e);
            throw new UncheckedIOException("cannot write the result to " + out + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            library.discard(e);
            byHand.discard(e);
            throw stopped && !(e instanceof StoppedException) ? new StoppedException(e) : e;
        }
        library.drop();
        byHand.drop();
        return result;
    }

    /** @return the name that its databases carry */
    public RunName runName() {
        return runName;
    }

    /** Ends it early: the block under way is waited for; the result so far is kept, marked as partial. */
    public void stop() {
        stopped = true;
    }

    /** How often all subjects do one operation with one number of threads. */
    private int lines() {
        return spec.threads().size() * spec.operations().size();
    }

    private String title(String operation, int threads) {
        return "everyday on " + target.engine().word() + ": " + operation
                + (threads == 1 ? "" : ", " + threads + " threads");
    }

    private EverydayResult run(
            ClinicDatabase database,
            String started,
            Environment environment,
            ServerFacts server,
            LiveCounter live,
            Consumer<Line> listener)
            throws IOException {
        Map<EverydaySubject, Map<EverydayOperation, Asked>> asked = new EnumMap<>(EverydaySubject.class);
        List<Line> lines = new ArrayList<>();
        EverydayResult result = null;
        int number = 0;
        try (Written written = new Written(database);
                OpenSubject reference = OpenSubject.of(EverydaySubject.JDBC, database, 1)) {
            for (EverydaySubject subject : spec.subjects()) {
                asked.put(subject, Trips.count(subject, database, spec, () -> stopped));
                written.remove();
            }
            for (int threads : spec.threads()) {
                try (Opened subjects = new Opened(database, threads, live)) {
                    for (EverydayOperation operation : spec.operations()) {
                        live.starts(++number, lines(), title(operation.word(), threads), "warm-up");
                        List<Line> measured =
                                stopped ? List.of() : subjects.measure(operation, reference, written, asked);
                        measured.forEach(listener);
                        lines.addAll(measured);
                        if (!lines.isEmpty()) {
                            result = new EverydayResult(
                                    new Header(Header.FORMAT, "everyday", ObjectsLab.version(), started, stopped),
                                    spec,
                                    environment,
                                    server,
                                    database.driverOptions(),
                                    lines);
                            ResultFile.write(result, out);
                            EverydayPage.write(result, out);
                        }
                    }
                }
            }
        }
        if (result == null) {
            throw new StoppedException(null);
        }
        return result;
    }

    /** All subjects, open for one number of threads. */
    private final class Opened implements AutoCloseable {

        private final ClinicDatabase database;
        private final int threads;
        private final Rounds rounds;
        private final LiveCounter live;
        private final Map<EverydaySubject, OpenSubject> open = new EnumMap<>(EverydaySubject.class);

        Opened(ClinicDatabase database, int threads, LiveCounter live) {
            this.database = database;
            this.threads = threads;
            this.rounds = new Rounds(threads, live::done);
            this.live = live;
            try {
                for (EverydaySubject subject : spec.subjects()) {
                    open.put(subject, OpenSubject.of(subject, database, threads));
                }
            } catch (RuntimeException e) {
                close();
                throw e;
            }
        }

        /** Returns one line for each subject; nothing if it was ended before all rounds were done. */
        List<Line> measure(
                EverydayOperation operation,
                OpenSubject reference,
                Written written,
                Map<EverydaySubject, Map<EverydayOperation, Asked>> asked) {
            Map<EverydaySubject, List<Caller>> callers = new EnumMap<>(EverydaySubject.class);
            Map<EverydaySubject, List<Block>> blocks = new EnumMap<>(EverydaySubject.class);
            for (EverydaySubject subject : spec.subjects()) {
                check(subject, operation, reference, written);
                List<Caller> own = new ArrayList<>();
                for (int thread = 0; thread < threads; thread++) {
                    own.add(new Caller(
                            of(open, subject).operations(), database.keys(), spec.seed(), 1 + thread, subject.word()));
                }
                callers.put(subject, own);
                blocks.put(subject, new ArrayList<>());
                rounds.block(own, operation, spec.timing().warmUpMillis());
            }
            List<EverydaySubject> order = new ArrayList<>(spec.subjects());
            double all = (double) spec.timing().rounds() * order.size();
            int done = 0;
            for (int round = 0; round < spec.timing().rounds(); round++) {
                for (EverydaySubject subject : order) {
                    if (stopped) {
                        return List.of();
                    }
                    live.at("measured", done++ / all);
                    of(blocks, subject)
                            .add(rounds.block(
                                    of(callers, subject),
                                    operation,
                                    spec.timing().blockMillis()));
                }
                Collections.reverse(order);
            }
            if (operation.writes()) {
                written.remove();
            }
            List<Block> jdbc = blocks.getOrDefault(EverydaySubject.JDBC, List.of());
            return spec.subjects().stream()
                    .map(subject -> Line.of(
                            operation,
                            threads,
                            subject,
                            of(blocks, subject),
                            subject == EverydaySubject.JDBC ? List.of() : jdbc,
                            of(of(asked, subject), operation)))
                    .toList();
        }

        private static <K, V> V of(Map<K, V> all, K key) {
            return Objects.requireNonNull(all.get(key), key::toString);
        }

        /** Both draw the same arguments. */
        private void check(
                EverydaySubject subject, EverydayOperation operation, OpenSubject reference, Written written) {
            if (operation.writes()) {
                written.remove(); // what others have done to warm up
            }
            Caller expected = new Caller(reference.operations(), database.keys(), spec.seed(), 0, "name");
            Caller found = new Caller(of(open, subject).operations(), database.keys(), spec.seed(), 0, "name");
            for (int call = 0; call < CHECKS; call++) {
                String wanted = answer(expected, operation, EverydaySubject.JDBC, written);
                String answer = answer(found, operation, subject, written);
                if (!wanted.equals(answer)) {
                    throw new WrongAnswerException("wrong answer of " + subject.word() + " to " + operation.word()
                            + " on " + database.of(subject).name() + ": found " + answer + ", expected " + wanted
                            + " as of jdbc");
                }
            }
        }

        private static String answer(
                Caller caller, EverydayOperation operation, EverydaySubject subject, Written written) {
            String answer = String.valueOf(caller.call(operation));
            if (!operation.writes()) {
                return answer;
            }
            String sum = written.sum(subject);
            written.remove();
            return answer + ": " + sum;
        }

        @Override
        public void close() {
            rounds.close();
            open.values().forEach(OpenSubject::close);
        }
    }
}
