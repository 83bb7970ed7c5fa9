package dev.espalier.lab.everyday;

import com.sun.management.ThreadMXBean;
import dev.espalier.lab.measure.LatencyHistogram;
import dev.espalier.lab.result.EverydayResult.Block;
import dev.espalier.lab.spec.EverydayOperation;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Threads that do one operation at the same time, block after block. */
final class Rounds implements AutoCloseable {

    private static final double MICRO = 1e3;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final ExecutorService threads;
    private final Consumer<LatencyHistogram> done;

    /** @param done receives the times of each block, between two blocks */
    Rounds(int count, Consumer<LatencyHistogram> done) {
        this.done = done;
        threads = Executors.newFixedThreadPool(count);
    }

    /** Has each caller do the operation, on a thread of its own, until the time is over, at least once. */
    Block block(List<Caller> callers, EverydayOperation operation, int millis) {
        Map<Long, long[]> before = used();
        long start = System.nanoTime();
        long end = start + millis * 1_000_000L;
        List<Callable<LatencyHistogram>> calls = new ArrayList<>();
        for (Caller caller : callers) {
            calls.add(() -> times(caller, operation, end));
        }
        LatencyHistogram all = new LatencyHistogram();
        try {
            for (Future<LatencyHistogram> one : threads.invokeAll(calls)) {
                all.add(one.get());
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(operation.word() + ": " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        double cpu = 0;
        double bytes = 0;
        for (Map.Entry<Long, long[]> thread : used().entrySet()) {
            long[] earlier = before.getOrDefault(thread.getKey(), new long[2]);
            cpu += thread.getValue()[0] - earlier[0];
            bytes += thread.getValue()[1] - earlier[1];
        }
        done.accept(all);
        long count = all.count();
        return new Block(
                count,
                seconds,
                all.percentileNanos(50) / MICRO,
                all.percentileNanos(99) / MICRO,
                cpu / MICRO / count,
                bytes / count);
    }

    private static LatencyHistogram times(Caller caller, EverydayOperation operation, long end) {
        LatencyHistogram times = new LatencyHistogram();
        long start = System.nanoTime();
        do {
            caller.call(operation);
            long now = System.nanoTime();
            times.record(now - start);
            start = now;
        } while (start < end);
        return times;
    }

    /** Returns the processor time and the allocated bytes of each Java thread until now: subjects have threads of their own, too. */
    private static Map<Long, long[]> used() {
        long[] ids = THREADS.getAllThreadIds();
        long[] bytes = THREADS.getThreadAllocatedBytes(ids);
        long[] nanos = THREADS.getThreadCpuTime(ids);
        Map<Long, long[]> used = new HashMap<>();
        for (int i = 0; i < ids.length; i++) {
            if (nanos[i] >= 0) { // it has not ended meanwhile
                used.put(ids[i], new long[] {nanos[i], bytes[i]});
            }
        }
        return used;
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
