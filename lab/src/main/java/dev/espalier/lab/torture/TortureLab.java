package dev.espalier.lab.torture;

import dev.espalier.lab.ObjectsLab;
import dev.espalier.lab.StoppedException;
import dev.espalier.lab.measure.PhasedSampler;
import dev.espalier.lab.report.TorturePage;
import dev.espalier.lab.result.Check;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.result.Header;
import dev.espalier.lab.result.LiveCounter;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.TortureResult;
import dev.espalier.lab.result.TortureResult.Part;
import dev.espalier.lab.spec.Faults;
import dev.espalier.lab.spec.RunName;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.spec.TortureSpec;
import dev.espalier.lab.spec.TortureSpec.Contention;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.TargetDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Runs the pack {@code torture}: each load with one subject after the other, each in a database of its own. For one thread; {@link #stop}
 * for any.
 */
public final class TortureLab {

    private static final int LONGEST_WARM_UP = 30;
    private static final int MOST_ISOLATION_TRANSACTIONS = 2_000;
    private static final int ISOLATION_TRANSACTIONS_PER_SECOND = 100;

    /** Codes of failures that say so when a server was not there in time. */
    private static final Set<String> OF_FAULTS = Set.of("unreachable", "commit-unknown");

    private final TortureSpec spec;
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
    public TortureLab(TortureSpec spec, Target target, Path home, Path out) {
        this.spec = spec;
        this.target = target;
        this.home = home;
        this.out = out;
    }

    /**
     * Runs. The result and its page are written after every part, so that a broken run leaves what it had.
     *
     * @param listener receives each part that has ended
     * @return the result, as it stands in the folder
     * @throws StoppedException if it was ended before the first load
     */
    public TortureResult run(Consumer<Part> listener) {
        String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        try {
            Files.createDirectories(out);
            try (LiveCounter live = new LiveCounter(out)) {
                return run(started, live, listener);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the result to " + out + ": " + e.getMessage(), e);
        }
    }

    private TortureResult run(String started, LiveCounter live, Consumer<Part> listener) throws IOException {
        List<Part> parts = new ArrayList<>();
        Environment environment = Environment.of(home, out);
        ServerFacts server = ServerFacts.of(target);
        int all = spec.contention().size() * spec.subjects().size();
        TortureResult result = null;
        for (Contention contention : spec.contention()) {
            for (SubjectName subject : spec.subjects()) {
                if (!stopped) {
                    live.starts(
                            parts.size() + 1,
                            all,
                            "torture on " + target.engine().word() + ", " + subject.word() + ", " + contention.words(),
                            "prepare");
                    Part part = part(subject, contention, live);
                    listener.accept(part);
                    parts.add(part);
                    boolean partial = part.partial() || stopped && parts.size() < all;
                    result = new TortureResult(
                            new Header(Header.FORMAT, "torture", ObjectsLab.version(), started, partial),
                            spec,
                            environment,
                            server,
                            parts);
                    ResultFile.write(result, out);
                    TorturePage.write(result, out);
                }
            }
        }
        if (result == null) {
            throw new StoppedException(null);
        }
        return result;
    }

    /** @return the name that its databases carry */
    public RunName runName() {
        return runName;
    }

    /** Ends it early: operations under way are waited for, what was done is checked; the result so far is kept, marked as partial. */
    public void stop() {
        stopped = true;
    }

    private Part part(SubjectName subject, Contention contention, LiveCounter live) {
        TargetDatabase database = target.database(runName.database("torture_" + subject.word()));
        database.recreate();
        Part part;
        try (PhasedSampler sampler = new PhasedSampler(database)) {
            Course course = new Course(live, sampler);
            part = spec.faults().clientKills() > 0
                    ? killedClients(database, course)
                    : part(subject, contention, database, course);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw dropped(database, new IllegalStateException("interrupted", e));
        } catch (RuntimeException e) {
            throw dropped(database, e);
        }
        database.drop();
        return part;
    }

    /** Says what a load does now to whoever watches, and to the samples of the machine. */
    private record Course(LiveCounter live, PhasedSampler sampler) {

        void at(String phase) {
            live.at(phase);
            sampler.at(phase);
        }

        void at(String phase, double part) {
            live.at(phase, part);
            sampler.at(phase);
        }
    }

    /** Drops the database after a failure, and returns the failure, also if the server is down. */
    private static RuntimeException dropped(TargetDatabase database, RuntimeException failure) {
        try {
            database.drop();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    private Part part(SubjectName subject, Contention contention, TargetDatabase database, Course course)
            throws InterruptedException {
        int objects = contention == Contention.HOT ? spec.objects() : Math.max(4, spec.objects() / spec.threads());
        Load load = new Load(
                Population.hot(objects),
                contention == Contention.HOT,
                spec.threads(),
                warmUp(),
                spec.seconds(),
                spec.seed(),
                0);
        Load.Done done;
        Map<String, Long> retries;
        Map<String, Long> faults;
        try (Nemesis nemesis = new Nemesis(spec.faults(), target, home);
                Client client = open(subject, nemesis.through(database))) {
            course.sampler().at("prepare");
            client.prepare(load.all());
            nemesis.start(warmUp() + spec.seconds(), spec.seed());
            course.at("load");
            done = load.run(
                    client,
                    Stream.generate(() -> counting(course.live()))
                            .limit(spec.threads())
                            .toList(),
                    () -> stopped);
            retries = client.retries();
            faults = nemesis.done();
        }
        try (Client client = open(subject, database)) {
            course.at("check");
            List<Check> checks = checks(client, done, spec.faults());
            boolean partial = done.partial();
            if (subject == SubjectName.ESPALIER
                    && contention == Contention.HOT
                    && !spec.faults().any()) {
                int transactions =
                        Math.min(MOST_ISOLATION_TRANSACTIONS, ISOLATION_TRANSACTIONS_PER_SECOND * spec.seconds());
                ListAppend lists =
                        new ListAppend(spec.threads(), Math.max(1, transactions / spec.threads()), spec.seed());
                if (stopped) {
                    partial = true;
                } else {
                    course.at("isolation");
                    ListAppend.Found found = lists.run(
                            target.database(runName.database("torture_isolation")),
                            ListAppend.Mode.TRANSACTIONS,
                            () -> stopped);
                    checks.add(found.check());
                    partial |= !lists.isAll(found);
                }
            }
            return part(subject, contention, partial, done, retries, faults, checks, course);
        }
    }

    /** Runs the clients in a process that is killed, and checks everything after each kill. */
    private Part killedClients(TargetDatabase database, Course course) throws InterruptedException {
        Path journals = out.resolve("journals-" + Instant.now().toEpochMilli());
        int rounds = spec.faults().clientKills();
        List<Event> history = new ArrayList<>();
        List<Check> checks = List.of();
        try (Client client = new EspalierClient(database, 2)) {
            Load first =
                    new Load(Population.hot(spec.objects()), true, spec.threads(), 0, spec.seconds(), spec.seed(), 0);
            course.sampler().at("prepare");
            client.prepare(first.all());
            long killed = 0;
            boolean partial = false;
            for (int round = 0; round < rounds && !partial; round++) {
                course.at("clients, round " + (round + 1), (double) round / rounds);
                Load load = new Load(first.population(), true, spec.threads(), 0, spec.seconds(), spec.seed(), round);
                history.addAll(LoadProcess.runAndKill(
                        load,
                        spec.objects(),
                        database,
                        journals.resolve(String.valueOf(round)),
                        TimeUnit.SECONDS.toMillis(spec.seconds()) / rounds,
                        course.sampler()::alsoClient,
                        () -> stopped));
                killed++;
                partial = stopped;
                course.sampler().at("check " + (round + 1));
                checks = checks(client, Load.Done.of(history), spec.faults());
                if (!checks.stream().allMatch(Check::holds)) {
                    break;
                }
            }
            return part(
                    SubjectName.ESPALIER,
                    Contention.HOT,
                    partial,
                    Load.Done.of(history),
                    Map.of(),
                    Map.of("clients killed", killed),
                    checks,
                    course);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run clients in a process of their own: " + e.getMessage(), e);
        }
    }

    /** Counts the operations of one thread. */
    private static Load.Listener counting(LiveCounter live) {
        return new Load.Listener() {
            private long start;

            @Override
            public void starts(Operation operation) {
                start = System.nanoTime();
            }

            @Override
            public void ended(Event event) {
                if (event.outcome() == Event.Outcome.ACKNOWLEDGED) {
                    live.done(System.nanoTime() - start);
                } else {
                    live.failed(event.code() == null ? "unknown" : event.code());
                }
            }
        };
    }

    /** In seconds: classes are loaded, code is compiled, connections are made. */
    private int warmUp() {
        return Math.min(LONGEST_WARM_UP, spec.seconds() / 2);
    }

    private Client open(SubjectName subject, TargetDatabase database) {
        return switch (subject) {
            case ESPALIER -> new EspalierClient(database, spec.threads());
            case JDBC -> new JdbcClient(database);
            case HIBERNATE -> throw new AssertionError("refused by the specification");
        };
    }

    private static Part part(
            SubjectName subject,
            Contention contention,
            boolean partial,
            Load.Done done,
            Map<String, Long> retries,
            Map<String, Long> faults,
            List<Check> checks,
            Course course) {
        long acknowledged = done.history().stream()
                .filter(event -> event.outcome() == Event.Outcome.ACKNOWLEDGED)
                .count();
        long unknown = done.history().stream()
                .filter(event -> event.outcome() == Event.Outcome.UNKNOWN)
                .count();
        double perSecond = done.perSecond().stream().mapToLong(Long::longValue).sum()
                / (double) Math.max(1, done.perSecond().size());
        return new Part(
                subject,
                contention,
                partial,
                new TortureResult.Done(acknowledged, unknown, done.perSecond(), perSecond),
                TortureResult.Times.of(done.micros()),
                new TortureResult.Trouble(retries, done.errors(), faults),
                checks,
                course.sampler().resources());
    }

    /** Performs all checks after a load. */
    static List<Check> checks(Client client, Load.Done done, Faults faults) {
        List<Check> checks = new ArrayList<>();
        checks.add(Check.of("verify", "a check of the whole database finds nothing wrong", 1, client.verify()));
        checks.addAll(new Checker(done.history(), client.read(true)).checks());
        checks.addAll(done.checks());
        checks.add(Check.of(
                "errors",
                faults.any() ? "no operation fails but for a server that cannot be reached" : "no operation fails",
                done.history().size(),
                done.errors().entrySet().stream()
                        .filter(error -> !faults.any() || !OF_FAULTS.contains(error.getKey()))
                        .map(error -> error.getValue() + " x " + error.getKey() + ": "
                                + done.messages().get(error.getKey()))
                        .toList()));
        return checks;
    }
}
