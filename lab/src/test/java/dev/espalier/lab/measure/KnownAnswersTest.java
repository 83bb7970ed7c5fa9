package dev.espalier.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.espalier.lab.load.Clock;
import dev.espalier.lab.load.LoadException;
import dev.espalier.lab.load.Slice;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.target.FixedDelay;
import dev.espalier.lab.target.SessionSource;
import dev.espalier.lab.workload.Failure;
import dev.espalier.lab.workload.Failure.Meaning;
import dev.espalier.lab.workload.Operation;
import dev.espalier.lab.workload.RandomStream;
import dev.espalier.lab.workload.Session;
import dev.espalier.lab.workload.SqlSession;
import dev.espalier.lab.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Targets whose figures follow from arithmetic. Where the arithmetic is tested, time is made up; where the clock is, it is real. */
@NullUnmarked // what it asks for is there
class KnownAnswersTest {

    private static final long SEED = 20_261_121;
    private static final double MILLI = 1e6;

    /** Time that passes only when somebody sleeps. For one connection. */
    private static final class MadeUpTime implements Clock {
        private volatile long now = 7_000_000_000_000L;
        private volatile long origin = Long.MAX_VALUE;
        private final double oversleepMillis;

        MadeUpTime() {
            this(0);
        }

        /** A busy machine wakes its threads late. */
        MadeUpTime(double oversleepMillis) {
            this.oversleepMillis = oversleepMillis;
        }

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public void sleepUntil(long nanoTime) {
            if (origin == Long.MAX_VALUE) {
                origin = nanoTime; // the first to be waited for is the start
            }
            now = Math.max(now, nanoTime) + (long) (oversleepMillis * MILLI);
        }

        @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes it
        void pass(double millis) {
            now += (long) (millis * MILLI);
        }

        double seconds() {
            return (now - origin) / 1e9;
        }
    }

    /** A session whose operations do what a test says. */
    private static class TestSession implements Session {

        @SuppressWarnings("UnusedVariable")
        void operate(long drawn) throws Exception {
            // does nothing
        }

        @Override
        public void reset() {
            // holds nothing
        }

        @Override
        public Failure failure(Exception thrown) {
            return new Failure(
                    thrown.getMessage(),
                    thrown instanceof IllegalStateException
                            ? Meaning.CONFLICT
                            : thrown instanceof ArithmeticException ? Meaning.COMMIT_UNKNOWN : Meaning.FATAL);
        }

        @Override
        public void close() {
            // holds nothing
        }
    }

    private record Draw(long fingerprint) implements Operation<TestSession> {
        @Override
        public int type() {
            return 0;
        }

        @Override
        public void perform(TestSession session) throws Exception {
            session.operate(fingerprint);
        }
    }

    /** One kind of operation, with a random number. */
    private static final class Draws implements Workload<TestSession> {
        @Override
        public List<String> types() {
            return List.of("draw");
        }

        @Override
        public Stream<TestSession> stream(long seed, int connection) {
            RandomStream random = new RandomStream(seed, connection);
            return () -> new Draw(random.nextLong());
        }
    }

    private static LoadSpec spec(double rate, int warmUp, int seconds) {
        return new LoadSpec(rate, Arrival.CONSTANT, warmUp, seconds, 0, 10, 1, SEED);
    }

    private static LoadRun run(LoadSpec spec, int connections, SessionSource<TestSession> source, Clock clock) {
        return new LoadMeasurement<>(spec, new Draws(), source, Optional.empty(), Optional.empty(), clock)
                .run(connections, SecondWatcher.NONE);
    }

    private static LoadRun run(LoadSpec spec, int connections, SessionSource<TestSession> source) {
        return run(spec, connections, source, Clock.SYSTEM);
    }

    @Test
    void stallDelaysEveryOperationScheduledInIt() {
        MadeUpTime time = new MadeUpTime();
        LoadRun run = run(
                spec(1_000, 0, 20),
                1,
                () -> new TestSession() {
                    private boolean stalled;

                    @Override
                    void operate(long drawn) {
                        if (!stalled && time.seconds() >= 10) {
                            stalled = true;
                            time.pass(1_000);
                        }
                    }
                },
                time);

        // 1,000 of 20,000 operations wait, evenly from 1 s down to nothing: 1 % of all is the 200 that wait longer than
        // 0.8 s
        Latency response = run.work().operations().get(0).response();
        assertThat(response.count()).isEqualTo(20_000);
        assertThat(response.p99Nanos() / MILLI).isCloseTo(800, within(2.0));
        assertThat(response.p999Nanos() / MILLI).isCloseTo(980, within(2.0));
        assertThat(response.p90Nanos()).isZero();
        assertThat(response.maxNanos()).isEqualTo(1_000_000_000);
        // the service time hides it: 1 of 20,000
        assertThat(run.work().operations().get(0).service().p99Nanos()).isZero();
        assertThat(run.work().operations().get(0).service().maxNanos()).isEqualTo(1_000_000_000);
        assertThat(run.work().backlog()).isZero();
    }

    @Test
    void overloadedOpenLoopReportsItsBacklogAndEndsInTime() {
        MadeUpTime time = new MadeUpTime();
        LoadRun run = run(
                spec(1_000, 0, 10),
                1,
                () -> new TestSession() {
                    @Override
                    void operate(long drawn) {
                        time.pass(2);
                    }
                },
                time);

        assertThat(run.work().goodput()).isCloseTo(500, within(1.0));
        assertThat(run.work().backlog()).isEqualTo(5_000);
        assertThat(time.seconds()).isCloseTo(10, within(0.0021));
        // the last that started should have started 5 s before
        assertThat(run.work().operations().get(0).response().maxNanos() / 1e9).isCloseTo(5, within(0.01));
        assertThat(run.work().operations().get(0).service().maxNanos() / MILLI).isEqualTo(2);
    }

    @Test
    void overloadedOpenLoopEndsInTimeOnTheRealClock() {
        long start = System.nanoTime();
        LoadRun run = run(spec(10_000, 0, 2), 2, () -> new TestSession() {
            @Override
            void operate(long drawn) throws InterruptedException {
                Thread.sleep(5); // the target's work, not a synchronisation
            }
        });

        assertThat(run.work().backlog()).isBetween(15_000L, 20_000L);
        assertThat(run.work().backlog()
                        + run.work().operations().get(0).done()
                        + run.work().operations().get(0).doneAfterEnd())
                .isEqualTo(20_000);
        assertThat((System.nanoTime() - start) / 1e9).isGreaterThanOrEqualTo(2);
        assertThat(run.work().operations().get(0).doneAfterEnd())
                .as("each connection ends what it has begun")
                .isLessThanOrEqualTo(2);
    }

    private static SessionSource<TestSession> taking(double millis, MadeUpTime time) {
        return () -> new TestSession() {
            @Override
            void operate(long drawn) {
                time.pass(millis);
            }
        };
    }

    @Test
    void openLoopLastsAsLongAsAskedAndItsRateIsThatOfTheWholeTime() {
        MadeUpTime time = new MadeUpTime();
        LoadRun run = run(spec(0.5, 0, 6), 1, taking(5, time), time);

        assertThat(time.seconds()).isEqualTo(6);
        assertThat(run.course().seconds()).isEqualTo(6);
        assertThat(run.course().partial()).isFalse();
        assertThat(run.work().goodput()).isEqualTo(0.5);
        assertThat(run.timeline()).extracting(SecondFigures::done).containsExactly(1L, 0L, 1L, 0L, 1L, 0L);
    }

    @Test
    void openLoopOfSomeOperationsLastsAsLongAsTheirTimetable() {
        MadeUpTime time = new MadeUpTime();
        LoadRun run = run(new LoadSpec(0.5, Arrival.CONSTANT, 0, 600, 3, 0, 1, SEED), 1, taking(5, time), time);

        assertThat(run.work().allDone()).isEqualTo(3);
        assertThat(run.course().seconds()).isEqualTo(6);
        assertThat(run.work().goodput()).isEqualTo(0.5);
        assertThat(run.timeline()).extracting(SecondFigures::done).containsExactly(1L, 0L, 1L, 0L, 1L, 0L);
    }

    @Test
    void closedLoopOfSomeOperationsLastsFromTheirFirstStartToTheirLastEnd() {
        MadeUpTime time = new MadeUpTime(40);
        LoadRun run = run(new LoadSpec(0, Arrival.CONSTANT, 0, 600, 3, 0, 1, SEED), 1, taking(500, time), time);

        assertThat(run.course().seconds()).isEqualTo(1.5);
        assertThat(run.work().goodput()).isEqualTo(2);
    }

    @Test
    void runWithoutAnEndedOperationHasNoTimesInItsSeconds() {
        MadeUpTime time = new MadeUpTime();
        LoadRun run = run(spec(0, 0, 2), 1, taking(3_000, time), time);

        OperationFigures figures = run.work().operations().get(0);
        assertThat(figures.done()).isZero();
        assertThat(figures.doneAfterEnd()).isEqualTo(1);
        assertThat(figures.response().p50Nanos()).isEqualTo(3_000_000_000L);
        assertThat(run.timeline()).extracting(SecondFigures::done).containsExactly(0L, 0L, 0L, 1L);
        assertThat(run.timeline().subList(0, 3))
                .allSatisfy(second -> assertThat(second.operations()).isEmpty());
    }

    @Test
    void startIsSetWhenTheThreadOfEachConnectionWaitsForIt() {
        int connections = 16;
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        AtomicLong waiting = new AtomicLong();
        StartSignal signal = clock -> {
            waiting.set(Thread.getAllStackTraces().entrySet().stream()
                    .filter(one -> !before.contains(one.getKey())
                            && one.getKey().getName().equals("lab-connection")
                            && one.getValue().length > 0)
                    .count());
            return StartSignal.SOON.startNanos(clock);
        };
        LoadSpec spec = new LoadSpec(0, Arrival.CONSTANT, 0, 600, 1, 0, 1, SEED);
        new LoadMeasurement<>(spec, new Draws(), TestSession::new, Optional.empty(), Optional.empty(), Clock.SYSTEM)
                .run(Slice.whole(connections), signal, SecondWatcher.NONE);

        assertThat(waiting.get()).isEqualTo(connections);
    }

    @Test
    void warmUpOperationsAreDrawnAndNotCounted() {
        MadeUpTime time = new MadeUpTime();
        LoadRun run = run(
                spec(0, 3, 4),
                1,
                () -> new TestSession() {
                    @Override
                    void operate(long drawn) {
                        time.pass(time.seconds() < 3 ? 100 : 10);
                    }
                },
                time);

        assertThat(run.timeline())
                .extracting(SecondFigures::phase)
                .containsSubsequence("warm-up", "warm-up", "warm-up", "measured");
        assertThat(run.timeline().subList(0, 3))
                .allSatisfy(second -> assertThat(second.done()).isBetween(9L, 11L));
        assertThat(run.work().goodput()).isCloseTo(100, within(1.0));
        assertThat(run.work().operations().get(0).response().maxNanos() / MILLI).isLessThanOrEqualTo(100);
        assertThat(run.work().operations().get(0).response().p99Nanos() / MILLI).isCloseTo(10, within(0.1));
    }

    @Test
    void failedAttemptsAreCountedByCode() {
        MadeUpTime time = new MadeUpTime();
        LoadRun run = run(
                spec(0, 0, 10),
                1,
                () -> new TestSession() {
                    private int attempts;

                    @Override
                    void operate(long drawn) {
                        time.pass(10);
                        if (++attempts % 2 == 1) {
                            throw new IllegalStateException("1213");
                        }
                    }
                },
                time);

        assertThat(run.work().failures().get("1213")).isBetween(499L, 500L);
        assertThat(run.work().goodput()).isCloseTo(50, within(1.0));
        assertThat(run.work().operations().get(0).throughput()).isCloseTo(100, within(1.0));
        assertThat(run.work().operations().get(0).response().p50Nanos() / MILLI)
                .as("both attempts")
                .isCloseTo(20, within(0.1));
    }

    @Test
    void lostCommitAnswerIsCountedSeparatelyAndNotRetried() {
        MadeUpTime time = new MadeUpTime();
        AtomicInteger attempts = new AtomicInteger();
        LoadRun run = run(
                spec(0, 0, 10),
                1,
                () -> new TestSession() {
                    @Override
                    void operate(long drawn) {
                        time.pass(10);
                        if (attempts.incrementAndGet() % 10 == 0) {
                            throw new ArithmeticException("08S01");
                        }
                    }
                },
                time);

        OperationFigures figures = run.work().operations().get(0);
        assertThat(figures.unknown()).isBetween(99L, 100L);
        assertThat(figures.done() + figures.doneAfterEnd() + figures.unknown())
                .as("each attempt is another operation")
                .isEqualTo(attempts.get());
        assertThat(run.work().failures()).containsOnlyKeys("08S01");
    }

    @Test
    void operationIsGivenUpAfterTooManyRefusals() {
        MadeUpTime time = new MadeUpTime();
        LoadSpec twoRetries = new LoadSpec(0, Arrival.CONSTANT, 0, 60, 5, 2, 1, SEED);
        LoadRun run = run(
                twoRetries,
                1,
                () -> new TestSession() {
                    @Override
                    void operate(long drawn) {
                        time.pass(10);
                        throw new IllegalStateException("1205");
                    }
                },
                time);

        assertThat(run.work().operations().get(0).givenUp()).isEqualTo(5);
        assertThat(run.work().failures()).containsEntry("1205", 15L);
        assertThat(run.work().goodput()).isZero();
    }

    @Test
    void stoppedRunFinishesCurrentOperationsAndIsPartial() {
        AtomicReference<LoadMeasurement<TestSession>> running = new AtomicReference<>();
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        running.set(new LoadMeasurement<>(
                spec(0, 0, 600),
                new Draws(),
                () -> new TestSession() {
                    @Override
                    void operate(long drawn) {
                        if (begun.incrementAndGet() == 100) {
                            running.get().stop();
                        }
                        ended.incrementAndGet();
                    }
                },
                Optional.empty(),
                Optional.empty()));

        LoadRun run = running.get().run(4, SecondWatcher.NONE);

        assertThat(run.course().partial()).isTrue();
        assertThat(run.course().seconds()).isLessThan(600);
        assertThat(ended.get()).isEqualTo(begun.get()).isGreaterThanOrEqualTo(100);
        assertThat(run.work().allDone()).isEqualTo(ended.get());
    }

    @Test
    void unexpectedFailureEndsTheRun() {
        assertThatThrownBy(() -> run(spec(0, 0, 60), 4, () -> new TestSession() {
                    @Override
                    void operate(long drawn) {
                        throw new UnsupportedOperationException("no such table");
                    }
                }))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining("no such table");
    }

    @Test
    void sameSeedGivesEachConnectionTheSameOperations() {
        SessionSource<TestSession> source = () -> new TestSession() {
            @Override
            void operate(long drawn) {
                Thread.yield();
            }
        };
        LoadSpec spec = new LoadSpec(0, Arrival.CONSTANT, 0, 60, 150, 0, 1, SEED);

        List<String> first = run(spec, 8, source).work().fingerprints();

        assertThat(first).hasSize(8).doesNotHaveDuplicates();
        assertThat(run(spec, 8, source).work().fingerprints()).isEqualTo(first);
        assertThat(run(new LoadSpec(0, Arrival.CONSTANT, 0, 60, 150, 0, 1, SEED + 1), 8, source)
                        .work()
                        .fingerprints())
                .doesNotContainAnyElementsOf(first);
    }

    @Test
    void fiveMillisecondsAreMeasuredAsFiveOrMore() {
        FixedDelay target = FixedDelay.find("fixed-delay:5ms").orElseThrow();
        Workload<SqlSession> selects = new Workload<>() {
            @Override
            public List<String> types() {
                return List.of("select");
            }

            @Override
            public Stream<SqlSession> stream(long seed, int connection) {
                return () -> new Operation<>() {
                    @Override
                    public int type() {
                        return 0;
                    }

                    @Override
                    public long fingerprint() {
                        return 0;
                    }

                    @Override
                    public void perform(SqlSession session) throws Exception {
                        session.query("SELECT 1");
                    }
                };
            }
        };

        // What else runs on the machine can only make it longer, and may take all of the two seconds.
        LoadRun run;
        do {
            run = new LoadMeasurement<>(spec(0, 1, 2), selects, target, Optional.empty(), Optional.empty())
                    .run(4, SecondWatcher.NONE);
        } while (run.work().operations().get(0).done() == 0);
        assertThat(run.work().goodput()).isLessThan(802);
        assertThat(run.work().operations().get(0).response().p50Nanos() / MILLI).isGreaterThan(4.7);
    }

    @Test
    void poissonArrivalsHaveTheRateAndTheSpreadOfPoisson() {
        MadeUpTime time = new MadeUpTime();
        LoadRun run = run(new LoadSpec(200, Arrival.POISSON, 0, 100, 0, 0, 1, SEED), 1, TestSession::new, time);

        // the number in each second has mean and variance 200
        List<SecondFigures> seconds = run.timeline().subList(0, 100);
        double mean = seconds.stream().mapToLong(SecondFigures::done).average().orElseThrow();
        double variance = seconds.stream()
                        .mapToDouble(second -> Math.pow(second.done() - mean, 2))
                        .sum()
                / 99;
        assertThat(mean).isCloseTo(200, within(8.0));
        assertThat(variance).isBetween(100.0, 400.0);
    }
}
