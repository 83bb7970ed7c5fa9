package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.CANCELLED;
import static dev.espalier.error.ErrorCode.LOAD_LOST;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.StoreException;
import dev.espalier.internal.catalog.Catalog;
import dev.espalier.internal.engine.RowBatch;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.FirstFailure;
import dev.espalier.internal.jdbc.Heartbeat;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.jdbc.Workers;
import dev.espalier.internal.lease.Load;
import dev.espalier.internal.lease.Loads;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores many objects for many threads. The threads of the callers claim objects, give them ids and turn them into rows; a few
 * threads of the loader send the rows by the engine's fastest road. Safe for any number of threads.
 *
 * <pre>
 * callers, one at a time: claim -> encode -> batch per table --queue--> senders: LOAD DATA, COPY or INSERT, COMMIT every few batches
 *                         BulkEncoder       BulkBatches     BatchQueue  BulkSenders, BulkSink
 * </pre>
 *
 * <p>An object is claimed by writing its id, once, by compare-and-set: when several threads reach it, one of them stores it and
 * the others refer to it.
 */
public final class BulkLoader implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BulkLoader.class);

    private static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private static final int FIRST_BLOCK = 4_096;

    private final ConnectionSource source;
    private final Catalog catalog;
    private final Schema schema;
    private final Load load;
    private final BulkState state = new BulkState();
    private final BatchQueue queue;
    private final ReentrantLock encoding = new ReentrantLock();
    private final BulkEncoder encoder;
    private final BulkSenders senders;
    private final Heartbeat heartbeat;
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    /** Why it came to nothing; null if it did not, or has not ended yet. */
    private final AtomicReference<Throwable> failed = new AtomicReference<>();

    /**
     * @param identity over the registry
     * @param claims the new objects that are being stored
     * @param indexesAfter whether indexes are dropped now and built when all rows are there
     */
    public BulkLoader(
            ConnectionSource source,
            Catalog catalog,
            Registry registry,
            Identity identity,
            Claims claims,
            Loads loads,
            boolean indexesAfter) {
        source.requireWritable();
        catalog.registration().beforeWrite();
        this.source = source;
        this.catalog = catalog;
        this.schema = catalog.schema();
        int parallel = source.dialect().limits().parallelWriters()
                ? 2 * Runtime.getRuntime().availableProcessors()
                : 1;
        this.queue = new BatchQueue(4 * parallel);
        BulkSink sink = BulkSink.choose(source, schema.tables().get(0));
        // Written down before any index is dropped: so others leave the indexes to this load.
        this.load = loads.begin(indexesAfter, parallel, Math.max(FIRST_BLOCK, parallel));
        this.encoder = new BulkEncoder(
                source,
                schema,
                identity,
                registry,
                claims,
                load,
                state,
                new BulkBatches(sink::newBatch, this::enqueue));
        this.senders = new BulkSenders(
                source,
                schema,
                sink,
                (session, sender) -> {
                    load.check(session, sender);
                    catalog.registration().beforeCommitOfMany(session);
                },
                queue,
                state);
        this.heartbeat = begun(indexesAfter, parallel);
    }

    private Heartbeat begun(boolean indexesAfter, int parallel) {
        try {
            if (indexesAfter) {
                dropIndexes();
            }
            senders.start(parallel);
            return new Heartbeat("espalier-bulk-heartbeat", HEARTBEAT, this::touch);
        } catch (RuntimeException | Error e) {
            state.fail(e);
            senders.awaitEnd();
            Workers.evenIfInterrupted(() -> undo(e));
            throw e;
        }
    }

    private void dropIndexes() {
        try (Session session = source.writer()) {
            session.limitWaits();
            catalog.indexes().dropForLoad(session);
        }
    }

    /** Shows that the load is alive, so that no opening undoes it. */
    private void touch() {
        try {
            load.touch();
        } catch (DatabaseException e) {
            if (e.errorCode() != LOAD_LOST) {
                throw e;
            }
            state.fail(e);
        }
    }

    /**
     * Stores the objects and all that can be reached from them, unless this or another loader, or the database, has them already.
     *
     * @throws StoreException if an object cannot be stored; then, and after any other failure, the loader takes no more
     */
    public void storeAll(Collection<?> roots) {
        encoding.lock();
        try {
            state.requireUsable();
            encoder.storeAll(roots);
        } catch (RuntimeException | Error e) {
            state.failThrowing(e);
            throw e;
        } finally {
            encoding.unlock();
        }
    }

    private void enqueue(RowBatch batch) {
        try {
            while (!queue.offer(batch, 100)) {
                state.requireUsable();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw BulkState.interrupted();
        }
    }

    /** Cancels the load: it is undone when it is closed, as after a failure. */
    public void cancel() {
        state.fail(new StoreException(CANCELLED, "the bulk load was cancelled"));
    }

    /**
     * Waits until every row is durable, builds the indexes and updates the planner's statistics. After a failure removes what the
     * load has stored so far. One that comes while another thread closes waits with it; one that comes later does nothing.
     *
     * @throws EspalierException the first failure, if there was one
     * @throws Error the first failure, if it was one that no caller has yet
     */
    @Override
    public void close() {
        if (encoding.isHeldByCurrentThread()) {
            throw new IllegalStateException("a bulk writer was closed by an object that it is storing");
        }
        boolean isFirst = isClosed.compareAndSet(false, true);
        if (!isFirst && hasEnded()) {
            return;
        }
        awaitEnd(isFirst ? this::startEnding : () -> {});
        if (failed.get() != null) {
            throw state.closing(failed.get());
        }
    }

    private boolean hasEnded() {
        return ended.getCount() == 0;
    }

    /** In a thread of its own, which nobody interrupts: an interrupt undoes the load, and must not keep it from being undone. */
    private void startEnding() {
        try {
            Workers.daemons("espalier-bulk-close").newThread(this::end).start();
        } catch (Error e) { // no native thread: what has to be undone is undone by this one
            state.fail(e);
            end();
        }
    }

    private void end() {
        try {
            finish();
        } catch (RuntimeException | Error e) {
            failed.set(e);
        } finally {
            ended.countDown();
        }
    }

    private void awaitEnd(Runnable start) {
        boolean wasInterrupted = Thread.interrupted();
        if (wasInterrupted) {
            state.fail(BulkState.interrupted());
        }
        start.run();
        while (!hasEnded()) {
            try {
                ended.await();
            } catch (InterruptedException e) {
                wasInterrupted = true;
                state.fail(BulkState.interrupted());
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void finish() {
        try {
            finishSending();
            unlessFailed(this::buildIndexes);
            boolean hasEnded = unlessFailed(() -> {
                encoder.requireOthers();
                load.end();
                encoder.end();
            });
            if (!hasEnded) {
                Throwable failed = requireNonNull(state.failure());
                undo(failed);
                throw FirstFailure.unchecked(failed);
            }
        } finally {
            heartbeat.close();
        }
    }

    /** Whether the step was done. */
    private boolean unlessFailed(Runnable step) {
        if (state.hasFailed()) {
            return false;
        }
        try {
            step.run();
            return true;
        } catch (RuntimeException | Error e) {
            state.fail(e);
            return false;
        }
    }

    /** Returns when no sender works any more. */
    private void finishSending() {
        encoding.lock();
        try {
            unlessFailed(encoder::flush);
        } finally {
            state.complete();
            encoding.unlock();
        }
        senders.awaitEnd();
    }

    /** Each step even if the one before has failed. */
    private void undo(Throwable failed) {
        try {
            load.undo();
        } catch (RuntimeException | Error e) {
            FirstFailure.suppress(failed, e);
            LOG.warn(
                    "what the failed load left behind could not be removed now; it will be at a later opening: {}",
                    e.toString());
            LOG.debug("removing what a failed load left behind", e);
        }
        try {
            buildIndexes();
        } catch (RuntimeException | Error e) {
            FirstFailure.suppress(failed, e);
            LOG.warn(
                    "the indexes that the failed load has dropped could not be built now; they will be at a later opening: {}",
                    e.toString());
            LOG.debug("building the indexes that a failed load has dropped", e);
        }
        encoder.release();
    }

    /** Several tables at a time; those of collections, which are the largest, first: so no thread is left with one of them at the end. */
    private void buildIndexes() {
        List<Table> tables = new ArrayList<>(schema.tables());
        Collections.reverse(tables);
        Workers.run("espalier-bulk-indexes", Math.max(1, senders.count()), tables, table -> {
            try (Session session = source.bulkSession();
                    ConnectionSource.Turn turn = source.turnToWrite()) {
                catalog.indexes().finishLoad(session, table);
            }
        });
    }
}
