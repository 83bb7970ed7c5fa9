package dev.espalier.lab.load;

import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.target.SessionSource;
import dev.espalier.lab.workload.Session;
import dev.espalier.lab.workload.Workload;
import dev.espalier.lab.workload.WrongAnswerException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Executes a workload once. All connections are opened, and their threads wait, before the start is set; all start at the same time. One thread runs it; others
 * may read its backlog and stop it.
 *
 * @param <S> what the workload needs
 */
public final class Load<S extends Session> implements AutoCloseable {

    private final LoadSpec spec;
    private final Clock clock;
    private final List<S> sessions = new ArrayList<>();
    private final List<Worker<S>> workers = new ArrayList<>();
    private final ExecutorService threads;
    private final List<Future<?>> running = new ArrayList<>();
    private final CompletableFuture<Begin> begin = new CompletableFuture<>();

    /**
     * The operations of one connection.
     *
     * @param operations how many it has ended
     * @param fingerprint of its first operations, as hexadecimal digits: equal if the same operations were drawn
     * @param backlog how many should have started before the end and did not
     * @param startedAt the time of the clock at which its first operation started, or the timetable of an open loop
     * @param endedAt the time of the clock at which it had ended
     */
    public record Share(long operations, String fingerprint, long backlog, long startedAt, long endedAt) {}

    /** The start of all connections, their end, and the listener of each. */
    private record Begin(long start, long end, List<Listener> listeners) {}

    /**
     * Connects, and starts a thread for each connection.
     *
     * @param spec how much is done
     * @param workload what is done
     * @param source of the connections
     * @param slice which connections
     * @param clock the time
     */
    public Load(LoadSpec spec, Workload<S> workload, SessionSource<S> source, Slice slice, Clock clock) {
        this.spec = spec;
        this.clock = clock;
        this.threads = Executors.newFixedThreadPool(slice.count(), task -> {
            Thread thread = new Thread(task, "lab-connection");
            thread.setDaemon(true);
            return thread;
        });
        try {
            for (int connection = slice.first(); connection < slice.first() + slice.count(); connection++) {
                S session = source.connect();
                sessions.add(session);
                workers.add(new Worker<>(spec, workload, session, connection, slice.of(), clock));
            }
            startThreads();
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** Starting 1,024 threads takes longer than an operation does: none of that time is the run's. */
    private void startThreads() {
        CountDownLatch started = new CountDownLatch(workers.size());
        for (int connection = 0; connection < workers.size(); connection++) {
            int place = connection;
            running.add(threads.submit(() -> {
                started.countDown();
                perform(workers.get(place), place, begin.get());
                return null;
            }));
        }
        try {
            started.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LoadException("interrupted", e);
        }
    }

    private void perform(Worker<S> worker, int place, Begin when) throws Exception {
        clock.sleepUntil(when.start);
        try {
            worker.run(when.start, when.end, when.listeners.get(place));
        } catch (Exception e) {
            stop();
            throw e;
        }
    }

    /**
     * Says when it starts. Returns at once.
     *
     * @param start the time of the clock at which it starts; its warm-up is the first part
     * @param listeners the listener for each connection by its place in the slice
     */
    public void begin(long start, IntFunction<Listener> listeners) {
        long end = start + (spec.warmUpSeconds() + spec.seconds()) * 1_000_000_000L;
        begin.complete(new Begin(
                start,
                end,
                IntStream.range(0, workers.size()).mapToObj(listeners).toList()));
    }

    /**
     * Waits for the end of a run that has begun.
     *
     * @return what each connection did, by its place in the slice
     */
    public List<Share> await() {
        await(running);
        return workers.stream()
                .map(worker -> new Share(
                        worker.operations(),
                        Long.toHexString(worker.fingerprint()),
                        worker.backlog(),
                        worker.startedAt(),
                        worker.endedAt()))
                .toList();
    }

    /** The first failure is thrown, when all have ended. */
    private static void await(List<Future<?>> running) {
        Throwable failure = null;
        for (Future<?> one : running) {
            try {
                one.get();
            } catch (ExecutionException e) {
                if (failure == null) {
                    failure = e.getCause();
                } else {
                    failure.addSuppressed(e.getCause());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new LoadException("interrupted", e);
            }
        }
        if (failure instanceof WrongAnswerException wrong) {
            throw wrong;
        }
        if (failure != null) {
            throw new LoadException(
                    "the run ended: an operation failed with "
                            + failure.getClass().getSimpleName() + ": " + failure.getMessage(),
                    failure);
        }
    }

    /** Lets every connection end its operation and start no other. */
    public void stop() {
        workers.forEach(Worker::stop);
    }

    /**
     * Returns how many operations are behind the timetable.
     *
     * @param now a time of the clock
     * @return operations that should have started and have not, over all connections
     */
    public long backlogAt(long now) {
        return workers.stream().mapToLong(worker -> worker.backlogAt(now)).sum();
    }

    @Override
    public void close() {
        stop();
        threads.shutdownNow();
        sessions.forEach(Session::close);
    }
}
