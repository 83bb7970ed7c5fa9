package dev.espalier.lab.measure;

import dev.espalier.lab.load.Clock;
import dev.espalier.lab.load.Load;
import dev.espalier.lab.load.Slice;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.target.ServerScript;
import dev.espalier.lab.target.SessionSource;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.workload.Session;
import dev.espalier.lab.workload.Workload;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Measures a load. For one thread, but {@link #stop} may be called by any.
 *
 * @param <S> what the workload needs
 */
public final class LoadMeasurement<S extends Session> {

    private static final long SECOND_NANOS = 1_000_000_000;
    /** Samples of a second are complete when the next has passed. */
    private static final int OPEN_SECONDS = 2;

    private final LoadSpec spec;
    private final Workload<S> workload;
    private final SessionSource<S> source;
    private final Optional<String> url;
    private final Optional<TargetDatabase> database;
    private final Clock clock;
    private volatile boolean stopped;
    private volatile @Nullable Load<S> running;

    /**
     * @param spec how much is done
     * @param workload what is done
     * @param source of the connections
     * @param url of the server whose process is watched, if it runs on this machine
     * @param database the SQL database, whose server is asked and may be restarted
     */
    public LoadMeasurement(
            LoadSpec spec,
            Workload<S> workload,
            SessionSource<S> source,
            Optional<String> url,
            Optional<TargetDatabase> database) {
        this(spec, workload, source, url, database, Clock.SYSTEM);
    }

    LoadMeasurement(
            LoadSpec spec,
            Workload<S> workload,
            SessionSource<S> source,
            Optional<String> url,
            Optional<TargetDatabase> database,
            Clock clock) {
        this.spec = spec;
        this.workload = workload;
        this.source = source;
        this.url = url;
        this.database = database;
        this.clock = clock;
    }

    /**
     * Runs once, all connections on this machine, at once.
     *
     * @param connections how many
     * @param watcher receives every second when it is complete, by a thread of its own
     * @return what was measured
     */
    public LoadRun run(int connections, SecondWatcher watcher) {
        return run(Slice.whole(connections), StartSignal.SOON, watcher);
    }

    /**
     * Runs once, this machine's part.
     *
     * @param slice which connections
     * @param signal when it starts
     * @param watcher receives every second when it is complete, by a thread of its own
     * @return what was measured
     */
    public LoadRun run(Slice slice, StartSignal signal, SecondWatcher watcher) {
        ServerState state = makeReady();
        try (Load<S> load = new Load<>(spec, workload, source, slice, clock)) {
            running = load;
            if (stopped) {
                load.stop();
            }
            return run(load, slice.count(), signal, state, watcher);
        } finally {
            running = null;
        }
    }

    /** Prepares the server before connections are opened, because they do not survive a restart. */
    private ServerState makeReady() {
        database.flatMap(one -> one.target().server()).ifPresent(ServerScript::ready);
        ColdCache cache = !spec.server().cold()
                ? null
                : database.map(ColdCache::reach)
                        .orElse(new ColdCache("warm", null, null, "only SQL databases are made cold"));
        return new ServerState(
                url.flatMap(ServerProcess::of).flatMap(ServerProcess::allocator).orElse(null), cache, null);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the ticker ends with the run
    private LoadRun run(Load<S> load, int connections, StartSignal signal, ServerState state, SecondWatcher watcher) {
        Optional<ServerProcess> process = url.flatMap(ServerProcess::of);
        Optional<ServerCounters> countersBefore =
                database.map(TargetDatabase::target).map(ServerCounters::of);
        AtomicReference<ProcessorTime> warm = new AtomicReference<>(ProcessorTime.now(process, 0));
        long start = signal.startNanos(clock);
        String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        Timeline timeline = new Timeline(workload.types(), start, spec);
        load.begin(start, connection -> timeline.listener());
        ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "lab-seconds");
            thread.setDaemon(true);
            return thread;
        });
        Optional<ServerEvents> events = database.map(one -> new ServerEvents(one, clock, start));
        boolean[] marked = {spec.warmUpSeconds() == 0};
        try (ResourceSampler resources = ResourceSampler.of(url, database)) {
            AtomicReference<@Nullable MachineCounters> warmMachine = new AtomicReference<>(resources.counters());
            ticker.scheduleAtFixedRate(
                    () -> {
                        timeline.drain();
                        long now = clock.nanoTime();
                        int passed = (int) ((now - start) / SECOND_NANOS);
                        if (!marked[0] && passed >= spec.warmUpSeconds()) {
                            marked[0] = true; // before, code was compiled
                            warm.set(ProcessorTime.now(process, timeline.allDone()));
                            warmMachine.set(resources.counters());
                        }
                        List<ResourceSample> samples = resources.samples();
                        ResourceSample latest = samples.isEmpty() ? null : samples.get(samples.size() - 1);
                        timeline.close(passed - OPEN_SECONDS + 1, load.backlogAt(now))
                                .forEach(second -> watcher.second(second, latest));
                    },
                    start + SECOND_NANOS - clock.nanoTime(),
                    SECOND_NANOS,
                    TimeUnit.NANOSECONDS);
            List<Load.Share> shares = load.await();
            ProcessorShares processors = shares(warmMachine.get(), resources.counters(), process);
            double elapsed = seconds(start, shares);
            timeline.drain();
            timeline.closeAll(elapsed);
            long done = timeline.allDone();
            ProcessorTime end = ProcessorTime.now(process, done);
            ProcessorTime from = Objects.requireNonNull(warm.get(), "it was taken before the first operation");
            boolean early = elapsed < spec.warmUpSeconds() + spec.seconds();
            double late = spec.warmUpSeconds() > 0 ? 0 : elapsed - seconds(firstStart(shares), shares);
            double seconds = early ? Math.max(0.001, elapsed - late - spec.warmUpSeconds()) : spec.seconds();
            List<OperationFigures> operations = timeline.operations(seconds);
            LoadRun.Course course = new LoadRun.Course(
                    startedAt, connections, spec.closed() ? "closed" : "open", seconds, early && stopped);
            LoadRun.Work work = new LoadRun.Work(
                    operations.stream().mapToDouble(OperationFigures::goodput).sum(),
                    done,
                    operations,
                    timeline.failures(),
                    shares.stream().mapToLong(Load.Share::backlog).sum(),
                    shares.stream().mapToLong(Load.Share::operations).min().orElse(0),
                    shares.stream().mapToLong(Load.Share::operations).max().orElse(0),
                    shares.stream().map(Load.Share::fingerprint).toList());
            LoadRun.Cost cost = new LoadRun.Cost(
                    end.clientMicrosSince(from),
                    end.serverMicrosSince(from),
                    Limits.of(spec, shares, processors),
                    processors,
                    null,
                    database.map(TargetDatabase::target)
                            .map(target -> ServerCounters.of(target).since(countersBefore.orElseThrow(), done))
                            .orElse(Map.of()));
            return new LoadRun(
                    course,
                    work,
                    cost,
                    timeline.seconds(),
                    resources.samples(),
                    List.of(),
                    state,
                    marks(events),
                    List.of());
        } finally {
            events.ifPresent(ServerEvents::close);
            ticker.shutdownNow();
        }
    }

    private static long firstStart(List<Load.Share> shares) {
        return shares.stream().mapToLong(Load.Share::startedAt).min().orElseThrow();
    }

    /** Returns the seconds from a time of the clock to the end of the last connection. */
    private static double seconds(long from, List<Load.Share> shares) {
        long last = shares.stream().mapToLong(Load.Share::endedAt).max().orElseThrow();
        return (last - from) / (double) SECOND_NANOS;
    }

    private @Nullable ProcessorShares shares(
            @Nullable MachineCounters before, @Nullable MachineCounters after, Optional<ServerProcess> process) {
        boolean isUnseen =
                process.isEmpty() && url.filter(ServerProcess::mayBeHere).isPresent();
        return before == null || after == null ? null : after.sharesSince(before, isUnseen);
    }

    private List<Mark> marks(Optional<ServerEvents> events) {
        List<Mark> marks = new ArrayList<>();
        if (spec.warmUpSeconds() > 0) {
            marks.add(new Mark(Mark.Kind.WARM_UP_END, spec.warmUpSeconds(), spec.warmUpSeconds(), "warm-up ends"));
        }
        events.ifPresent(watched -> marks.addAll(watched.marks()));
        return marks;
    }

    /** Ends the run early: what is under way is waited for, what was measured so far is the result, marked as partial. */
    public void stop() {
        stopped = true;
        Load<S> load = running;
        if (load != null) {
            load.stop();
        }
    }
}
