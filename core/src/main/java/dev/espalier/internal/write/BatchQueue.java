package dev.espalier.internal.write;

import dev.espalier.internal.engine.RowBatch;
import dev.espalier.internal.schema.Table;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The queue of full batches between the encoder and the senders. Batches of one table leave in the order of their arrival, and one at a
 * time: two connections that insert at the end of one index would only wait for each other. Safe for any number of threads.
 */
final class BatchQueue {

    private final int capacity;
    private final Deque<RowBatch> waiting = new ArrayDeque<>();
    private final Set<Table> busy = Collections.newSetFromMap(new IdentityHashMap<>());

    BatchQueue(int capacity) {
        this.capacity = capacity;
    }

    /** Adds a batch; false if the queue stays full for that time. */
    synchronized boolean offer(RowBatch batch, long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        while (waiting.size() >= capacity) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        waiting.add(batch);
        notifyAll();
        return true;
    }

    /**
     * Takes the first batch whose table no other sender is sending to, within that time; its table is busy until {@link #done}.
     *
     * @return null if there is none
     */
    synchronized @Nullable RowBatch poll(long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        while (true) {
            for (Iterator<RowBatch> batches = waiting.iterator(); batches.hasNext(); ) {
                RowBatch batch = batches.next();
                if (busy.add(batch.table())) {
                    batches.remove();
                    notifyAll();
                    return batch;
                }
            }
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return null;
            }
            wait(left);
        }
    }

    /** Says that the batch has been sent. */
    synchronized void done(RowBatch batch) {
        busy.remove(batch.table());
        notifyAll();
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }
}
