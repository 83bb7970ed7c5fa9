package dev.espalier.bench.oo7;

import com.sun.management.ThreadMXBean;
import dev.espalier.bench.oo7.Oo7Result.Asked;
import dev.espalier.bench.oo7.Oo7Result.Line;
import dev.espalier.bench.oo7.Oo7Result.State;
import dev.espalier.bench.oo7.Oo7Result.Took;
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
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * Runs OO7: each subject in a database of its own, all made alike, each operation by all subjects in turn, A B B A. The answers of the subjects are compared
 * in each call, and what an operation has written after it.
 */
public final class Oo7Bench {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final double NANOS = 1e6;

    /** One operation in one state. */
    private record Case(Oo7Operation operation, State state) {}

    private final Oo7Spec spec;
    private final Target target;
    private final Path home;
    private final Path out;
    private final RunName runName = RunName.make();
    private final Map<Oo7Subject, Oo7Database> databases = new EnumMap<>(Oo7Subject.class);

    /**
     * @param spec what to run
     * @param target where
     * @param home the project's folder
     * @param out the folder for the result, made where it is missing
     */
    public Oo7Bench(Oo7Spec spec, Target target, Path home, Path out) {
        this.spec = spec;
        this.target = target;
        this.home = home;
        this.out = out;
    }

    /**
     * Runs and writes the result.
     *
     * @param listener is told of each line that was measured
     * @return the result
     * @throws WrongAnswerException where two subjects differ
     */
    public Oo7Result run(Consumer<Line> listener) {
        String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        List<TargetDatabase> places = spec.subjects().stream().map(subject -> target.database(runName.database("oo7_" + subject.word()))).toList();
        Oo7Result result;
        try {
            Files.createDirectories(out);
            for (int subject = 0; subject < places.size(); subject++) {
                databases.put(spec.subjects().get(subject), Oo7Database.make(places.get(subject), spec.size(), spec.seed()));
            }
            result = new Oo7Result(new Header(Header.FORMAT, "oo7", ObjectsLab.version(), started, false), spec, Environment.of(home, out), ServerFacts.of(target),
                    measureAll(listener));
            result.write(out);
        } catch (IOException e) {
            places.forEach(place -> place.discard(e));
            throw new UncheckedIOException("cannot write the result to " + out + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            places.forEach(place -> place.discard(e));
            throw e;
        }
        places.forEach(TargetDatabase::drop);
        return result;
    }

    private List<Line> measureAll(Consumer<Line> listener) {
        Map<Case, Map<Oo7Subject, Asked>> asked = new HashMap<>();
        for (Oo7Subject subject : spec.subjects()) {
            count(subject, asked);
        }
        List<Line> lines = new ArrayList<>();
        Map<Oo7Subject, Oo7Program> programs = new EnumMap<>(Oo7Subject.class);
        try {
            for (Oo7Subject subject : spec.subjects()) {
                programs.put(subject, subject.open(databases.get(subject).at()));
            }
            for (Case one : cases()) {
                requireAlike(one.operation(), asked.get(one));
                List<Line> measured = measure(one, programs, asked.get(one));
                measured.forEach(listener);
                lines.addAll(measured);
            }
        } finally {
            programs.values().forEach(Oo7Program::close);
        }
        return lines;
    }

    private List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Oo7Operation operation : spec.operations()) {
            cases.add(new Case(operation, State.COLD));
            if (operation.isTraversal()) {
                cases.add(new Case(operation, State.WARM));
            }
        }
        return cases;
    }

    /** Does each case once, with the driver wrapped and, before a server, through a proxy. */
    private void count(Oo7Subject subject, Map<Case, Map<Oo7Subject, Asked>> asked) {
        TargetDatabase at = databases.get(subject).at();
        Optional<RoundTrips> proxy = Optional.empty();
        try (CountingDriver driver = new CountingDriver()) {
            proxy = RoundTrips.before(at.url());
            try (Oo7Program program = subject.open(proxy.map(trips -> through(trips, at)).orElse(at))) {
                for (Case one : cases()) {
                    prepare(one, program);
                    long statements = driver.count();
                    long trips = proxy.map(RoundTrips::count).orElse(0L);
                    long answer = call(one.operation(), program, 0);
                    Long roundTrips = proxy.isPresent() ? proxy.get().count() - trips : null;
                    asked.computeIfAbsent(one, key -> new EnumMap<>(Oo7Subject.class)).put(subject, new Asked(answer, driver.count() - statements, roundTrips));
                    settle(one.operation(), program);
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
        return new TargetDatabase(new Target(direct.engine(), proxy.of(direct.url()), direct.user(), direct.password(), direct.server()), at.name(), proxy.of(at.url()));
    }

    /** Brings a program to the state in which the operation begins. */
    private void prepare(Case one, Oo7Program program) {
        program.forget();
        if (one.state() == State.WARM) {
            call(one.operation(), program, 0);
        }
        if (one.operation() == Oo7Operation.DELETE) {
            call(Oo7Operation.INSERT, program, 0);
            program.forget();
        }
    }

    /** New parts do not stay. */
    private void settle(Oo7Operation operation, Oo7Program program) {
        if (operation == Oo7Operation.INSERT) {
            program.forget();
            call(Oo7Operation.DELETE, program, 0);
        }
    }

    private long call(Oo7Operation operation, Oo7Program program, int call) {
        Draws draws = new Draws(spec.size(), spec.seed() + call);
        return program.run(operation.writes(), work -> operation.on(work, draws));
    }

    private List<Line> measure(Case one, Map<Oo7Subject, Oo7Program> programs, Map<Oo7Subject, Asked> asked) {
        Map<Oo7Subject, Took[]> calls = new EnumMap<>(Oo7Subject.class);
        List<Oo7Subject> order = new ArrayList<>(spec.subjects());
        order.forEach(subject -> calls.put(subject, new Took[spec.repetitions()]));
        programs.values().forEach(program -> prepare(new Case(one.operation() == Oo7Operation.DELETE ? Oo7Operation.INSERT : one.operation(), one.state()), program));
        int warmUps = 0;
        for (double warmed = 0; warmed < (double) spec.warmUpMillis() * order.size() || warmUps == 0; warmUps++) {
            warmed += round(one, order, programs, warmUps).values().stream().mapToDouble(Took::millis).sum();
        }
        for (int repetition = 0; repetition < spec.repetitions(); repetition++) {
            int index = repetition;
            round(one, order, programs, warmUps + repetition).forEach((subject, took) -> calls.get(subject)[index] = took);
            Collections.reverse(order);
        }
        programs.values().forEach(Oo7Program::forget);
        requireAlike(one.operation(), asked);
        Took[] jdbc = calls.get(Oo7Subject.JDBC);
        return spec.subjects().stream().map(subject -> Line.of(one.operation(), one.state(), subject, asked.get(subject), calls.get(subject),
                subject == Oo7Subject.JDBC ? null : jdbc)).toList();
    }

    /** One call of each subject with the same arguments. Returns the time of each. */
    private Map<Oo7Subject, Took> round(Case one, List<Oo7Subject> order, Map<Oo7Subject, Oo7Program> programs, int call) {
        Map<Oo7Subject, Long> answers = new EnumMap<>(Oo7Subject.class);
        Map<Oo7Subject, Took> took = new EnumMap<>(Oo7Subject.class);
        for (Oo7Subject subject : order) {
            Oo7Program program = programs.get(subject);
            if (one.state() == State.COLD) {
                prepare(one, program);
            }
            long processor = processorNanos();
            long start = System.nanoTime();
            answers.put(subject, call(one.operation(), program, call));
            long end = System.nanoTime();
            took.put(subject, new Took((end - start) / NANOS, (processorNanos() - processor) / NANOS));
            settle(one.operation(), program);
        }
        requireEqual(one.operation(), "answer", answers);
        return took;
    }

    /** Of all threads, without the compiler and the garbage collector. */
    private static long processorNanos() {
        return LongStream.of(THREADS.getThreadCpuTime(THREADS.getAllThreadIds())).filter(nanos -> nanos > 0).sum();
    }

    private void requireAlike(Oo7Operation operation, Map<Oo7Subject, Asked> asked) {
        Map<Oo7Subject, Long> answers = new EnumMap<>(Oo7Subject.class);
        asked.forEach((subject, answer) -> answers.put(subject, answer.answer()));
        requireEqual(operation, "answer", answers);
        if (operation.writes()) {
            Map<Oo7Subject, String> sums = new EnumMap<>(Oo7Subject.class);
            databases.forEach((subject, database) -> sums.put(subject, database.sums()));
            requireEqual(operation, "sums of the tables", sums);
        }
    }

    private static void requireEqual(Oo7Operation operation, String what, Map<Oo7Subject, ?> found) {
        if (found.values().stream().distinct().count() > 1) {
            throw new WrongAnswerException("subjects differ in the " + what + " of " + operation + ": found " + found + ", expected one " + what + " for all");
        }
    }
}
