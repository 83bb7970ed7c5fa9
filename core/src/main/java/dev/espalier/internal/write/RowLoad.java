package dev.espalier.internal.write;

import dev.espalier.error.StoreException;
import dev.espalier.internal.engine.RowBatch;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.lease.Fence;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.schema.TableSubject;

/**
 * Sends rows of tables by the engine's fastest road, with the ids that they have. The batches and senders are those of {@link BulkLoader}. For one thread;
 * closing it waits until nothing is sent any more, and does not undo anything.
 */
public final class RowLoad implements AutoCloseable {

    /** More senders would need more memory: each has some batches of about 1 MB that wait. */
    private static final int MOST_SENDERS = 4;

    private final BulkState state = new BulkState();
    private final BatchQueue queue;
    private final BulkBatches batches;
    private final BulkSenders senders;
    private final RowEncoder checks;

    /** @param any an existing table */
    public RowLoad(ConnectionSource source, Table any, Fence fence) {
        int parallel = source.dialect().limits().parallelWriters()
                ? Math.min(MOST_SENDERS, 2 * Runtime.getRuntime().availableProcessors())
                : 1;
        this.queue = new BatchQueue(3 * parallel);
        this.checks = new RowEncoder(source.dialect(), source::sizeLimit, (target, attribute) -> 0);
        BulkSink sink = BulkSink.choose(source, any);
        this.batches = new BulkBatches(sink::newBatch, this::enqueue);
        this.senders = new BulkSenders(source, null, sink, fence, queue, state);
        senders.start(parallel);
    }

    /**
     * Adds a row. Waits while too many are on their way.
     *
     * @param subject what the table stores
     * @throws StoreException {@code bad-value} or {@code value-too-large} if this engine cannot hold a value
     */
    public void add(TableSubject subject, Table table, Object[] row) {
        checks.check(subject.name(), table, row);
        batches.of(table).accept(row);
    }

    private void enqueue(RowBatch batch) {
        try {
            while (!queue.offer(batch, 100)) {
                state.requireUsable();
            }
            state.requireUsable();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw BulkState.interrupted();
        }
    }

    /** Sends what is left, and waits until all rows are durable. */
    public void finish() {
        batches.flush();
        state.complete();
        if (Thread.currentThread().isInterrupted()) {
            state.fail(BulkState.interrupted());
        }
        senders.awaitEnd();
        Throwable failed = state.failure();
        if (failed != null) {
            throw state.closing(failed);
        }
    }

    @Override
    public void close() {
        if (!state.isComplete()) {
            state.fail(new StoreException(dev.espalier.error.ErrorCode.CANCELLED, "the copy was cancelled"));
        }
        senders.awaitEnd();
    }
}
