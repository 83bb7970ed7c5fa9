package dev.espalier.lab.torture;

import dev.espalier.lab.result.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/**
 * Threads that perform operations for a while, and one that watches.
 *
 * @param population what each thread sees
 * @param shared whether all see the same, or each a share of its own
 * @param threads how many
 * @param warmUp for how many seconds operations do not count in figures; in checks they do
 * @param duration for how many seconds they count
 * @param seed of the operations
 * @param start which start of the load this is in its run, from 0
 */
record Load(Population population, boolean shared, int threads, int warmUp, int duration, long seed, int start) {

    private static final long LONGEST_MICROS = TimeUnit.HOURS.toMicros(1);
    private static final long BETWEEN_LOOKS = TimeUnit.MILLISECONDS.toNanos(50);
    /** The pause after a failure: while the server is down, connecting fails immediately. */
    private static final long AFTER_FAILURE = TimeUnit.MILLISECONDS.toNanos(20);

    /**
     * The result of a load.
     *
     * @param history every operation
     * @param checks what was seen meanwhile
     * @param errors failures to perform and to read, by code
     * @param messages one of each code
     * @param perSecond how many operations were acknowledged in each second
     * @param micros how long those took
     * @param partial whether it was ended early
     */
    record Done(
            List<Event> history,
            List<Check> checks,
            Map<String, Long> errors,
            Map<String, String> messages,
            List<Long> perSecond,
            Histogram micros,
            boolean partial) {

        /** Checks a history alone. */
        static Done of(List<Event> history) {
            return of(history, new Watcher(), List.of(), new Histogram(LONGEST_MICROS, 3), false);
        }

        private static Done of(
                List<Event> history, Watcher watcher, List<Long> perSecond, Histogram micros, boolean partial) {
            Map<String, Long> errors = new TreeMap<>(watcher.errors());
            Map<String, String> messages = new TreeMap<>(watcher.messages());
            history.stream().filter(event -> event.code() != null).forEach(event -> {
                errors.merge(event.code(), 1L, Long::sum);
                messages.put(event.code(), event.message());
            });
            return new Done(List.copyOf(history), watcher.checks(), errors, messages, perSecond, micros, partial);
        }
    }

    /** A listener to each operation, called by the thread that performs it. */
    interface Listener {

        /** It is about to be performed. */
        void starts(Operation operation);

        /** It has ended. */
        void ended(Event event);
    }

    /** @return all objects, those of all threads together */
    Population all() {
        return shared ? population : population.times(threads);
    }

    /** @param stopped whether operations under way are the last; seconds that were not whole by then do not count */
    Done run(Client client, List<? extends Listener> listeners, BooleanSupplier stopped) throws InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(threads + 1);
        AtomicLongArray perSecond = new AtomicLongArray(duration);
        long begin = System.nanoTime() + TimeUnit.SECONDS.toNanos(warmUp);
        End end = new End(begin + TimeUnit.SECONDS.toNanos(duration), stopped);
        Watcher watcher = new Watcher();
        List<Future<List<Event>>> writers = new ArrayList<>();
        List<Histogram> histograms = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            Draws draws = new Draws(seed, population, shared ? 0 : thread, start * threads + thread);
            Histogram histogram = new Histogram(LONGEST_MICROS, 3);
            histograms.add(histogram);
            Listener listener = listeners.get(thread);
            writers.add(executor.submit(() -> write(client, draws, listener, begin, end, perSecond, histogram)));
        }
        Future<?> watching = executor.submit(() -> watch(client, watcher, end));
        List<Event> history = new ArrayList<>();
        try {
            for (Future<List<Event>> writer : writers) {
                history.addAll(writer.get());
            }
            watching.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a thread of the load has ended: " + e.getCause(), e.getCause());
        } finally {
            executor.shutdownNow();
        }
        Histogram all = new Histogram(LONGEST_MICROS, 3);
        histograms.forEach(all::add);
        List<Long> counts = new ArrayList<>();
        for (int second = 0; second < end.wholeSeconds(begin, duration); second++) {
            counts.add(perSecond.get(second));
        }
        return Done.of(history, watcher, counts, all, end.isEarly());
    }

    /** The end of a load: at its time, or earlier on request. Thread-safe. */
    private static final class End {

        private final long end;
        private final BooleanSupplier stopped;
        private final AtomicLong early = new AtomicLong(Long.MAX_VALUE);

        End(long end, BooleanSupplier stopped) {
            this.end = end;
            this.stopped = stopped;
        }

        boolean isReached(long now) {
            if (now >= end) {
                return true;
            }
            if (stopped.getAsBoolean()) {
                early.accumulateAndGet(now, Math::min);
                return true;
            }
            return false;
        }

        boolean isEarly() {
            return early.get() != Long.MAX_VALUE;
        }

        int wholeSeconds(long begin, int all) {
            return isEarly() ? (int) Math.max(0, TimeUnit.NANOSECONDS.toSeconds(early.get() - begin)) : all;
        }
    }

    private static List<Event> write(
            Client client,
            Draws draws,
            Listener listener,
            long begin,
            End end,
            AtomicLongArray perSecond,
            Histogram micros) {
        List<Event> events = new ArrayList<>();
        for (long before = System.nanoTime(); !end.isReached(before); before = System.nanoTime()) {
            Operation operation = draws.next();
            listener.starts(operation);
            Event event = perform(client, operation);
            long after = System.nanoTime();
            events.add(event);
            listener.ended(event);
            if (event.outcome() != Event.Outcome.ACKNOWLEDGED) {
                LockSupport.parkNanos(AFTER_FAILURE);
            } else if (after >= begin) {
                micros.recordValue(Math.min(LONGEST_MICROS, (after - before) / 1_000));
                int second = (int) TimeUnit.NANOSECONDS.toSeconds(after - begin);
                if (second < perSecond.length()) {
                    perSecond.incrementAndGet(second);
                }
            }
        }
        return events;
    }

    private static Event perform(Client client, Operation operation) {
        try {
            return Event.acknowledged(operation, client.perform(operation));
        } catch (OperationFailure e) {
            return Event.failed(operation, e);
        }
    }

    private static void watch(Client client, Watcher watcher, End end) {
        while (!end.isReached(System.nanoTime())) {
            try {
                watcher.see(client.read(false));
            } catch (OperationFailure e) {
                watcher.failed(e);
            }
            LockSupport.parkNanos(BETWEEN_LOOKS);
        }
    }
}
