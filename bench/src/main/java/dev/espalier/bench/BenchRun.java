package dev.espalier.bench;

import com.sun.management.ThreadMXBean;
import dev.espalier.bench.BenchResult.Asked;
import dev.espalier.bench.BenchResult.Line;
import dev.espalier.bench.BenchResult.Took;
import dev.espalier.lab.ObjectsLab;
import dev.espalier.lab.everyday.CountingDriver;
import dev.espalier.lab.everyday.RoundTrips;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.result.Header;
import dev.espalier.lab.spec.RunName;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.workload.WrongAnswerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs a benchmark: each subject in a database of its own, all made alike, each operation by all subjects in turn, A B B A. The answers of the subjects are
 * compared in each call, and what an operation has written after the first call and after the last.
 *
 * @param <P> the benchmark's programs
 * @param <S> its spec
 */
public final class BenchRun<P extends BenchProgram, S extends BenchSpec> {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final double NANOS = 1e6;

    /** The statements and the answer of an operation's first call, and the tables after it. */
    private record Counted(Asked asked, long written, Optional<String> tables) {}

    private final Benchmark<P> benchmark;
    private final S spec;
    private final Target target;
    private final Path home;
    private final Path out;
    private final Map<Subject, TargetDatabase> databases = new EnumMap<>(Subject.class);

    /**
     * @param benchmark which one
     * @param spec what to run of it
     * @param target of the databases
     * @param home the project's folder
     * @param out the folder for the result, made if it is missing
     */
    public BenchRun(Benchmark<P> benchmark, S spec, Target target, Path home, Path out) {
        this.benchmark = benchmark;
        this.spec = spec;
        this.target = target;
        this.home = home;
        this.out = out;
    }

    /**
     * Runs and writes the result.
     *
     * @param listener receives each line that was measured
     * @return the result
     * @throws WrongAnswerException if two subjects differ
     */
    public BenchResult<S> run(Consumer<Line> listener) {
        String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        RunName runName = RunName.make();
        spec.subjects()
                .forEach(subject -> databases.put(
                        subject, target.database(runName.database(benchmark.name() + "_" + subject.word()))));
        BenchResult<S> result;
        try {
            Files.createDirectories(out);
            databases.forEach(benchmark::make);
            result = new BenchResult<>(
                    new Header(Header.FORMAT, benchmark.name(), ObjectsLab.version(), started, false),
                    spec,
                    Environment.of(home, out),
                    ServerFacts.of(target),
                    measureAll(listener));
            result.write(out);
        } catch (IOException e) {
            throw discarded(new UncheckedIOException("cannot write the result to " + out + ": " + e.getMessage(), e));
        } catch (RuntimeException e) {
            throw discarded(e);
        }
        databases.forEach(benchmark::drop);
        return result;
    }

    private RuntimeException discarded(RuntimeException failure) {
        databases.forEach((subject, at) -> {
            try {
                benchmark.drop(subject, at);
            } catch (RuntimeException e) {
                failure.addSuppressed(e);
            }
        });
        return failure;
    }

    private List<Line> measureAll(Consumer<Line> listener) {
        Map<Step<P>, Map<Subject, Counted>> counted = new HashMap<>();
        for (Subject subject : spec.subjects()) {
            count(subject, counted);
        }
        List<Line> lines = new ArrayList<>();
        Map<Subject, P> programs = new EnumMap<>(Subject.class);
        try {
            databases.forEach((subject, at) -> programs.put(subject, benchmark.open(subject, at)));
            for (List<Step<P>> group : benchmark.groups()) {
                group.forEach(step -> requireAlike(step, of(counted, step)));
                List<Line> measured = measure(group, programs, counted);
                measured.forEach(listener);
                lines.addAll(measured);
            }
        } finally {
            programs.values().forEach(BenchProgram::close);
        }
        return lines;
    }

    /** Does each operation once, with the driver wrapped and, before a server, through a proxy. */
    private void count(Subject subject, Map<Step<P>, Map<Subject, Counted>> counted) {
        TargetDatabase at = of(databases, subject);
        Optional<RoundTrips> proxy = Optional.empty();
        try (CountingDriver driver = new CountingDriver()) {
            proxy = RoundTrips.before(at.url());
            try (P program = benchmark.open(
                    subject, proxy.map(trips -> through(trips, at)).orElse(at))) {
                for (Step<P> step :
                        benchmark.groups().stream().flatMap(List::stream).toList()) {
                    step.begin(program);
                    step.prepare(program);
                    long statements = driver.count();
                    long trips = proxy.map(RoundTrips::count).orElse(0L);
                    long answer = step.call(program, 0);
                    Asked asked = new Asked(
                            answer,
                            driver.count() - statements,
                            proxy.map(now -> now.count() - trips).orElse(null));
                    program.forget();
                    counted.computeIfAbsent(step, key -> new EnumMap<>(Subject.class))
                            .put(
                                    subject,
                                    new Counted(
                                            asked,
                                            step.writes() ? step.written(program) : 0,
                                            step.writes() ? benchmark.tables(subject, at) : Optional.empty()));
                    step.settle(program);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot count round trips: " + e.getMessage(), e);
        } catch (SQLException e) {
            throw new IllegalStateException("cannot count statements", e);
        } finally {
            proxy.ifPresent(RoundTrips::close);
        }
    }

    private static TargetDatabase through(RoundTrips proxy, TargetDatabase at) {
        Target direct = at.target();
        return new TargetDatabase(
                new Target(direct.engine(), proxy.of(direct.url()), direct.user(), direct.password(), direct.server()),
                at.name(),
                proxy.of(at.url()));
    }

    private List<Line> measure(
            List<Step<P>> group, Map<Subject, P> programs, Map<Step<P>, Map<Subject, Counted>> counted) {
        Map<Step<P>, Map<Subject, Took[]>> calls = new HashMap<>();
        for (Step<P> step : group) {
            programs.values().forEach(step::begin);
            Map<Subject, Took[]> ofStep = new EnumMap<>(Subject.class);
            programs.keySet().forEach(subject -> ofStep.put(subject, new Took[spec.repetitions()]));
            calls.put(step, ofStep);
        }
        List<Subject> order = new ArrayList<>(spec.subjects());
        int warmUps = 0;
        for (double warmed = 0; warmed < (double) spec.warmUpMillis() * order.size() || warmUps == 0; warmUps++) {
            for (Step<P> step : group) {
                warmed += round(step, order, programs, warmUps).values().stream()
                        .mapToDouble(Took::millis)
                        .sum();
            }
        }
        for (int repetition = 0; repetition < spec.repetitions(); repetition++) {
            int index = repetition;
            for (Step<P> step : group) {
                round(step, order, programs, warmUps + repetition)
                        .forEach((subject, took) -> of(of(calls, step), subject)[index] = took);
            }
            Collections.reverse(order);
        }
        programs.values().forEach(BenchProgram::forget);
        requireTablesAlike(group.get(group.size() - 1));
        List<Line> lines = new ArrayList<>();
        for (Step<P> step : group) {
            for (Subject subject : spec.subjects()) {
                Map<Subject, Took[]> ofStep = of(calls, step);
                lines.add(Line.of(
                        step,
                        subject,
                        of(of(counted, step), subject).asked(),
                        of(ofStep, subject),
                        subject == Subject.JDBC ? null : ofStep.get(Subject.JDBC)));
            }
        }
        return lines;
    }

    /** The values that were put there for each of the keys before. */
    private static <K, V> V of(Map<K, V> all, K key) {
        return Objects.requireNonNull(all.get(key), key::toString);
    }

    /** One call of each subject with the same arguments. Returns the time of each. */
    private Map<Subject, Took> round(Step<P> step, List<Subject> order, Map<Subject, P> programs, int call) {
        Map<Subject, Long> answers = new EnumMap<>(Subject.class);
        Map<Subject, Took> took = new EnumMap<>(Subject.class);
        for (Subject subject : order) {
            P program = of(programs, subject);
            step.prepare(program);
            Map<Long, Long> processor = processorNanos();
            long start = System.nanoTime();
            answers.put(subject, step.call(program, call));
            long end = System.nanoTime();
            took.put(subject, new Took((end - start) / NANOS, processorNanosSince(processor) / NANOS));
            step.settle(program);
        }
        requireEqual(step, "answer", answers);
        return took;
    }

    /** Returns what each thread has used, without the compiler and the garbage collector. */
    private static Map<Long, Long> processorNanos() {
        long[] threads = THREADS.getAllThreadIds();
        long[] used = THREADS.getThreadCpuTime(threads);
        Map<Long, Long> nanos = new HashMap<>();
        for (int thread = 0; thread < threads.length; thread++) {
            nanos.put(threads[thread], Math.max(0, used[thread]));
        }
        return nanos;
    }

    /** A thread that has ended meanwhile is not counted. */
    private static double processorNanosSince(Map<Long, Long> before) {
        return processorNanos().entrySet().stream()
                .mapToLong(thread -> Math.max(0, thread.getValue() - before.getOrDefault(thread.getKey(), 0L)))
                .sum();
    }

    private void requireAlike(Step<P> step, Map<Subject, Counted> counted) {
        Map<Subject, Long> answers = new EnumMap<>(Subject.class);
        Map<Subject, Long> written = new EnumMap<>(Subject.class);
        Map<Subject, String> tables = new EnumMap<>(Subject.class);
        counted.forEach((subject, found) -> {
            answers.put(subject, found.asked().answer());
            written.put(subject, found.written());
            found.tables().ifPresent(text -> tables.put(subject, text));
        });
        requireEqual(step, "answer", answers);
        requireEqual(step, "objects that were written", written);
        requireEqual(step, "tables", tables);
    }

    private void requireTablesAlike(Step<P> step) {
        if (step.writes()) {
            Map<Subject, String> tables = new EnumMap<>(Subject.class);
            databases.forEach(
                    (subject, at) -> benchmark.tables(subject, at).ifPresent(text -> tables.put(subject, text)));
            requireEqual(step, "tables", tables);
        }
    }

    private void requireEqual(Step<P> step, String what, Map<Subject, ?> found) {
        if (found.values().stream().distinct().count() > 1) {
            throw new WrongAnswerException("subjects differ in the " + what + " of " + step.operation() + ": found "
                    + found + ", expected the same for all");
        }
    }
}
