package dev.espalier.lab.evolution;

import dev.espalier.lab.result.EvolutionResult.Waiting;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.ConcurrentHistogram;

/** Programs that change objects all the time, and how long each change of an object takes: before a change of the classes, and during it. */
final class Writers implements AutoCloseable {

    /** A change of one object, from its reading to its commit. */
    interface Write {
        void once(ThreadLocalRandom random) throws Exception;
    }

    private static final int DIGITS = 3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double P99 = 99;

    private final ConcurrentHistogram before = new ConcurrentHistogram(DIGITS);
    private final ConcurrentHistogram during = new ConcurrentHistogram(DIGITS);
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private final CountDownLatch warm;
    private final List<Thread> threads;
    private volatile ConcurrentHistogram current = before;
    private volatile boolean isOver;

    /** Starts a thread for each. */
    Writers(List<Write> writes) {
        warm = new CountDownLatch(writes.size());
        threads = writes.stream()
                .map(write -> new Thread(() -> run(write), "evolution-writer"))
                .toList();
        threads.forEach(Thread::start);
    }

    private void run(Write write) {
        try {
            write.once(ThreadLocalRandom.current());
            warm.countDown();
            while (!isOver) {
                ConcurrentHistogram histogram = current;
                long start = System.nanoTime();
                write.once(ThreadLocalRandom.current());
                histogram.recordValue(System.nanoTime() - start);
            }
        } catch (Exception e) {
            failure.compareAndSet(null, e);
        } finally {
            warm.countDown();
        }
    }

    /** Returns when each has written once, and then for some time. */
    void settle(long millis) throws InterruptedException {
        warm.await();
        Thread.sleep(millis);
    }

    /** The change of the classes begins. */
    void changeBegins() {
        current = during;
    }

    /** The number of transactions and their 99th percentile, before the change and during it, until now. */
    Waiting waiting() {
        return new Waiting(
                before.getTotalCount(),
                before.getValueAtPercentile(P99) / NANOS_PER_MILLI,
                during.getTotalCount(),
                during.getValueAtPercentile(P99) / NANOS_PER_MILLI);
    }

    /** Ends the threads. */
    @Override
    public void close() {
        isOver = true;
        boolean isInterrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                }
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure.get() != null) {
            throw new IllegalStateException("a writer failed: " + failure.get(), failure.get());
        }
    }
}
