package dev.espalier.lab.measure;

import dev.espalier.lab.load.Listener;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.workload.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The operations of each second of a run, and of the measured seconds together. Each connection writes into a buffer of its own; a reader
 * drains all buffers. Thread-safe.
 */
final class Timeline {

    private static final double NANOS = 1e9;

    private final List<String> types;
    private final long start;
    private final int warmUpEnd;
    private final int end;
    private final List<ConnectionBuffer> buffers = new ArrayList<>();
    /** Seconds that may still get samples, the first of them number {@code closed.size()}. */
    private final List<SecondTally> open = new ArrayList<>();

    private final List<SecondFigures> closed = new ArrayList<>();
    private final List<TypeTotal> totals = new ArrayList<>();
    private final Map<String, Long> failures = new TreeMap<>();
    private long allDone;

    Timeline(List<String> types, long start, LoadSpec spec) {
        this.types = types;
        this.start = start;
        this.warmUpEnd = spec.warmUpSeconds();
        this.end = spec.warmUpSeconds() + spec.seconds();
        types.forEach(type -> totals.add(new TypeTotal()));
    }

    /** All that one kind of operation did in the seconds that count. */
    private static final class TypeTotal {
        final LatencyHistogram response = new LatencyHistogram();
        final LatencyHistogram service = new LatencyHistogram();
        long done;
        long doneAfterEnd;
        long givenUp;
        long unknown;
        long failedAttempts;
    }

    /** Returns a listener for one connection. */
    synchronized Listener listener() {
        ConnectionBuffer buffer = new ConnectionBuffer(this);
        buffers.add(buffer);
        return buffer;
    }

    /** Takes what all buffers hold. */
    void drain() {
        List<ConnectionBuffer> all;
        synchronized (this) {
            all = List.copyOf(buffers);
        }
        all.forEach(ConnectionBuffer::drain);
    }

    synchronized void ended(int type, Listener.Outcome outcome, long intended, long started, long ended) {
        int second = second(ended);
        TypeTotal total = totals.get(type);
        boolean counts = second >= warmUpEnd;
        if (outcome == Listener.Outcome.DONE) {
            allDone++;
            tally(second).done(type, ended - intended);
            if (counts) {
                total.response.record(ended - intended);
                total.service.record(ended - started);
                if (second < end) {
                    total.done++;
                } else {
                    total.doneAfterEnd++;
                }
            }
        } else if (counts && outcome == Listener.Outcome.GIVEN_UP) {
            total.givenUp++;
        } else if (counts) {
            total.unknown++;
        }
    }

    synchronized void failed(int type, Failure failure, long nanoTime) {
        int second = second(nanoTime);
        tally(second).failed(failure.code());
        if (second >= warmUpEnd) {
            totals.get(type).failedAttempts++;
            failures.merge(failure.code(), 1L, Long::sum);
        }
    }

    /** Closes all seconds before one: their figures are fixed, their histograms packed. A sample that comes later goes to the next second. */
    synchronized List<SecondFigures> close(int before, long backlog) {
        int first = closed.size();
        while (closed.size() < before) {
            SecondTally tally = open.isEmpty() ? new SecondTally(types) : open.remove(0);
            closed.add(tally.figures(closed.size(), phase(closed.size()), backlog));
        }
        return List.copyOf(closed.subList(first, closed.size()));
    }

    /** Closes the seconds that have passed, and those after the end in which something happened. */
    synchronized void closeAll(double passedSeconds) {
        int passed = (int) Math.ceil(Math.min(passedSeconds, end));
        close(Math.max(passed, closed.size() + open.size()), 0);
    }

    synchronized List<SecondFigures> seconds() {
        return List.copyOf(closed);
    }

    synchronized Map<String, Long> failures() {
        return new TreeMap<>(failures);
    }

    /** Operations that ended well, in the warm-up too. */
    synchronized long allDone() {
        return allDone;
    }

    /**
     * Returns the figures of each kind of operation.
     *
     * @param seconds that counted, less than asked for if a run was ended early
     */
    synchronized List<OperationFigures> operations(double seconds) {
        List<OperationFigures> figures = new ArrayList<>();
        for (int type = 0; type < types.size(); type++) {
            TypeTotal total = totals.get(type);
            figures.add(new OperationFigures(
                    types.get(type),
                    total.done,
                    total.doneAfterEnd,
                    total.givenUp,
                    total.unknown,
                    total.failedAttempts,
                    total.done / seconds,
                    (total.done + total.failedAttempts) / seconds,
                    Latency.of(total.response),
                    Latency.of(total.service)));
        }
        return figures;
    }

    private int second(long nanoTime) {
        return Math.max(0, (int) ((nanoTime - start) / NANOS));
    }

    private SecondTally tally(int second) {
        int at = Math.max(0, second - closed.size());
        while (open.size() <= at) {
            open.add(new SecondTally(types));
        }
        return open.get(at);
    }

    private String phase(int second) {
        return second < warmUpEnd ? "warm-up" : second < end ? "measured" : "after";
    }
}
