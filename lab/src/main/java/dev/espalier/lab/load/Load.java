package dev.espalier.lab.load;

import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.target.SessionSource;
import dev.espalier.lab.workload.Session;
import dev.espalier.lab.workload.Workload;
import dev.espalier.lab.workload.WrongAnswerException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/**
 * Executes a workload once. All connections are opened before the first operation, and start at the same time. One thread runs it; others
 * may read its backlog and stop it.
 *
 * @param <S> what the workload needs
 */
public final class Load<S extends Session> implements AutoCloseable {

    private final LoadSpec spec;
    private final Clock clock;
    private final List<S> sessions = new ArrayList<>();
    private final List<Worker<S>> workers = new ArrayList<>();

    /**
     * The operations of one connection.
     *
     * @param operations how many it has ended
     * @param fingerprint of its first operations, as hexadecimal digits: equal if the same operations were drawn
     * @param backlog how many should have started before the end and did not
     */
    public record Share(long operations, String fingerprint, long backlog) {}

    /**
     * Connects.
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
        try {
            for (int connection = slice.first(); connection < slice.first() + slice.count(); connection++) {
                S session = source.connect();
                sessions.add(session);
                workers.add(new Worker<>(spec, workload, session, connection, slice.of(), clock));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Runs to the end.
     *
     * @param start the time of the clock at which it starts; its warm-up is the first part
     * @param listeners the listener for each connection by its place in the slice
     * @return what each connection did, by its place in the slice
     */
    public List<Share> run(long start, IntFunction<Listener> listeners) {
        long end = start + (spec.warmUpSeconds() + spec.seconds()) * 1_000_000_000L;
        ExecutorService threads = Executors.newFixedThreadPool(workers.size(), task -> {
            Thread thread = new Thread(task, "lab-connection");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int connection = 0; connection < workers.size(); connection++) {
                Worker<S> worker = workers.get(connection);
                Listener listener = listeners.apply(connection);
                running.add(threads.submit(() -> {
                    clock.sleepUntil(start);
                    try {
                        worker.run(start, end, listener);
                    } catch (Exception e) {
                        stop();
                        throw e;
                    }
                    return null;
                }));
            }
            await(running);
        } finally {
            threads.shutdownNow();
        }
        return workers.stream()
                .map(worker -> new Share(worker.operations(), Long.toHexString(worker.fingerprint()), worker.backlog()))
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
        sessions.forEach(Session::close);
    }
}
