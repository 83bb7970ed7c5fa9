package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.DUPLICATE;

import dev.espalier.error.EspalierException;
import dev.espalier.error.StoreException;
import dev.espalier.internal.engine.RowBatch;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.jdbc.Workers;
import dev.espalier.internal.lease.Fence;
import dev.espalier.internal.schema.Schema;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads of a bulk load that send full batches, each through a connection of its own. */
final class BulkSenders {

    private static final Logger LOG = LoggerFactory.getLogger(BulkSenders.class);

    /** A sender commits when it has sent so many bytes, or when no batch waits. */
    private static final long COMMIT_BYTES = 16L * 1024 * 1024;

    private final ConnectionSource source;
    private final @Nullable Schema schema;
    private final BulkSink sink;
    private final Fence load;
    private final BatchQueue queue;
    private final BulkState state;
    /** They work beside the one that encodes, which does not wait for them as {@link Workers#run} does. */
    private final List<Thread> threads = new ArrayList<>();

    /** @param schema names the objects of refused rows; null if nobody knows them */
    BulkSenders(
            ConnectionSource source,
            @Nullable Schema schema,
            BulkSink sink,
            Fence load,
            BatchQueue queue,
            BulkState state) {
        this.source = source;
        this.schema = schema;
        this.sink = sink;
        this.load = load;
        this.queue = queue;
        this.state = state;
    }

    /** Starts them. If one cannot be started, the load has failed, and none is left. */
    void start(int count) {
        try {
            for (int i = 0; i < count; i++) {
                int number = i;
                Thread thread = Workers.daemons("espalier-bulk-" + i).newThread(() -> sendAll(number));
                threads.add(thread);
                thread.start();
            }
        } catch (RuntimeException | Error e) { // no native thread, for example
            state.fail(e);
            awaitEnd();
            throw e;
        }
    }

    int count() {
        return threads.size();
    }

    /** Waits until all have ended: when all batches are sent, or the load has failed. An interrupt fails the load; the thread keeps it, and waits on. */
    void awaitEnd() {
        boolean wasInterrupted = Thread.interrupted();
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    wasInterrupted = true;
                    state.fail(BulkState.interrupted());
                }
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void sendAll(int number) {
        try (Session session = source.bulkSession();
                BulkSink.Sender sender = sink.sender(session)) {
            while (!state.hasFailed()) {
                RowBatch batch = queue.poll(20);
                if (batch != null) {
                    sendTransaction(session, sender, batch, number);
                } else if (state.isComplete() && queue.isEmpty()) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            state.fail(BulkState.interrupted());
        } catch (RuntimeException | Error e) {
            state.fail(e);
        }
    }

    private void sendTransaction(Session session, BulkSink.Sender sender, RowBatch first, int number)
            throws InterruptedException {
        try (ConnectionSource.Turn turn = source.turnToWrite()) {
            session.beginWrite();
            long bytes = 0;
            for (RowBatch batch = first; batch != null; batch = bytes < COMMIT_BYTES ? queue.poll(0) : null) {
                send(session, sender, batch);
                bytes += batch.sizeBytes();
            }
            load.check(session, number);
            session.commit();
        }
    }

    private void send(Session session, BulkSink.Sender sender, RowBatch batch) {
        long start = System.nanoTime();
        try {
            sender.send(batch);
        } catch (SQLException e) {
            throw named(
                    session,
                    session.translate(e, "loading into " + batch.table().name()),
                    batch);
        } catch (StoreException e) {
            throw named(session, e, batch);
        } finally {
            queue.done(batch);
        }
        if (LOG.isDebugEnabled()) {
            LOG.debug(
                    "{} us: {} rows, {} bytes into {}",
                    (System.nanoTime() - start) / 1_000,
                    batch.rows(),
                    batch.sizeBytes(),
                    batch.table().name());
        }
    }

    /** Names a unique value that another object has, while the transaction of the refused rows is open. */
    private EspalierException named(Session session, EspalierException failure, RowBatch batch) {
        return failure.errorCode() != DUPLICATE || schema == null
                ? failure
                : schema.classTables().stream()
                        .filter(table -> table.table() == batch.table())
                        .findFirst()
                        .map(table -> new Uniqueness(schema, source).named(failure, table, batch.list(), session))
                        .orElse(failure);
    }
}
