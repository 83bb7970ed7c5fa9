package dev.espalier.lab.measure;

import dev.espalier.lab.load.Listener;
import dev.espalier.lab.workload.Failure;

/**
 * The operations of one connection since the last drain, in plain arrays: a measured operation costs an uncontended lock and four writes.
 * Written by the connection's thread, drained by any.
 */
final class ConnectionBuffer implements Listener {

    private static final int CAPACITY = 256;
    private static final Outcome[] OUTCOMES = Outcome.values();

    private final Timeline timeline;
    private final long[] intended = new long[CAPACITY];
    private final long[] started = new long[CAPACITY];
    private final long[] ended = new long[CAPACITY];
    private final int[] kinds = new int[CAPACITY];
    private int filled;

    ConnectionBuffer(Timeline timeline) {
        this.timeline = timeline;
    }

    @Override
    public synchronized void ended(int type, Outcome outcome, long intendedAt, long startedAt, long endedAt) {
        intended[filled] = intendedAt;
        started[filled] = startedAt;
        ended[filled] = endedAt;
        kinds[filled] = type * OUTCOMES.length + outcome.ordinal();
        if (++filled == CAPACITY) {
            drain();
        }
    }

    @Override
    public void failed(int type, Failure failure, long nanoTime) {
        timeline.failed(type, failure, nanoTime);
    }

    synchronized void drain() {
        synchronized (timeline) {
            for (int index = 0; index < filled; index++) {
                timeline.ended(
                        kinds[index] / OUTCOMES.length,
                        OUTCOMES[kinds[index] % OUTCOMES.length],
                        intended[index],
                        started[index],
                        ended[index]);
            }
        }
        filled = 0;
    }
}
