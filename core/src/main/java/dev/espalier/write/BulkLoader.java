package dev.espalier.write;

import dev.espalier.catalog.Catalog;
import dev.espalier.catalog.IdBlock;
import dev.espalier.catalog.Load;
import dev.espalier.catalog.Loads;
import dev.espalier.dialect.Dialect;
import dev.espalier.engine.BulkRoad;
import dev.espalier.engine.Engine;
import dev.espalier.engine.Failure;
import dev.espalier.engine.RowBatch;
import dev.espalier.error.ConnectionException;
import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.NotFoundException;
import dev.espalier.error.StoreException;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.DriverErrors;
import dev.espalier.jdbc.Session;
import dev.espalier.model.PersistentClass;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.LinkTable;
import dev.espalier.schema.Schema;
import dev.espalier.schema.Table;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes in many objects from many threads. The callers' threads claim objects, give them ids and turn them into rows; a few
 * threads of the loader's own send the rows by the engine's fastest road. Safe for any number of threads.
 *
 * <pre>
 * callers, one at a time: claim -> encode -> batch per table --queue--> senders: LOAD DATA, COPY or INSERT, COMMIT every few batches
 * </pre>
 *
 * <p>An object is claimed by writing its id, once, by compare-and-set: when several threads reach it, one of them stores it and
 * the others refer to it.
 */
public final class BulkLoader implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BulkLoader.class);

    /** A sender commits when it has sent so much, or when nothing waits. */
    private static final long COMMIT_BYTES = 16L * 1024 * 1024;

    private static final long HEARTBEAT_SECONDS = 15;

    private static final int FIRST_BLOCK = 4_096;
    private static final int LARGEST_BLOCK = 1 << 20;

    private final ConnectionSource source;
    private final Catalog catalog;
    private final Schema schema;
    private final Registry registry;
    private final Identity identity;
    private final Claims claims;
    private final BulkIds ids;
    private final Load load;
    private final BatchQueue waiting;
    private final ReentrantLock encoding = new ReentrantLock();
    private final Encoder encoder;
    private final List<Thread> senders = new ArrayList<>();
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    private volatile BulkSink sink;
    private final ScheduledExecutorService heartbeat = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "espalier-bulk-heartbeat"));
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private volatile boolean noMore;

    /**
     * @param identity over the registry
     * @param claims the new objects that are being stored
     * @param indexesAfter whether indexes are dropped now and built when all rows are there
     */
    public BulkLoader(ConnectionSource source, Catalog catalog, Registry registry, Identity identity, Claims claims, Loads loads, boolean indexesAfter) {
        this.source = source;
        this.catalog = catalog;
        this.schema = catalog.schema();
        this.registry = registry;
        this.identity = identity;
        this.claims = claims;
        this.ids = registry.bulkIds();
        Dialect dialect = source.dialect();
        int parallel = dialect.limits().parallelWriters() ? 2 * Runtime.getRuntime().availableProcessors() : 1;
        this.waiting = new BatchQueue(4 * parallel);
        this.sink = chooseSink(source.engine());
        // Written down before any index is dropped: so others leave the indexes to this load.
        this.load = loads.begin(indexesAfter, parallel, Math.max(FIRST_BLOCK, parallel));
        this.encoder = new Encoder(load.blocks().get(0));
        if (indexesAfter) {
            dropIndexes();
        }
        for (int i = 0; i < parallel; i++) {
            int number = i;
            Thread sender = daemon(() -> sendAll(number), "espalier-bulk-" + i);
            senders.add(sender);
            sender.start();
        }
        heartbeat.scheduleWithFixedDelay(this::touch, HEARTBEAT_SECONDS, HEARTBEAT_SECONDS, TimeUnit.SECONDS);
    }

    private void dropIndexes() {
        try (Session session = source.writer()) {
            catalog.dropIndexesForLoad(session);
        } catch (RuntimeException e) {
            undo(e);
            throw e;
        }
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Says that the load is alive, so that nobody takes what it has stored for left behind. */
    private void touch() {
        try {
            load.touch();
        } catch (RuntimeException e) {
            if (e instanceof DatabaseException failed && failed.code().equals("load-lost")) {
                fail(failed);
                return;
            }
            LOG.debug("the load could not show that it is alive, and will try again", e);
        }
    }

    /** Tries the engine's own road with no rows at all, and inserts where the server refuses it. */
    private BulkSink chooseSink(Engine engine) {
        BulkRoad road = engine.bulkRoad().orElse(null);
        if (road != null) {
            try (Session session = source.bulkSession()) {
                road.send(session.connection(), road.newBatch(schema.tables().get(0)));
                return BulkSink.of(road);
            } catch (SQLException e) {
                if (DriverErrors.failure(engine, e) != Failure.LOCAL_REFUSED) {
                    throw source.translate(e, road.name());
                }
                LOG.warn("{} refuses {} ({}); using inserts of many rows instead, which is slower. "
                        + "SET GLOBAL local_infile=ON on the server opens the faster road.", source.place(), road.name(), e.getMessage());
            }
        }
        return BulkSink.inserts(engine.dialect());
    }

    /**
     * Stores the objects and all that can be reached from them, unless this or another loader, or the database, has them already.
     *
     * @throws StoreException if an object cannot be stored; then, and after any other failure, the loader takes no more
     */
    public void storeAll(Collection<?> roots) {
        encoding.lock();
        try {
            checkUsable();
            encoder.storeAll(roots);
        } catch (RuntimeException | Error e) {
            fail(e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e));
            throw e;
        } finally {
            encoding.unlock();
        }
    }

    private void checkUsable() {
        RuntimeException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        if (noMore) {
            throw new IllegalStateException("this bulk writer is closed");
        }
    }

    private static RuntimeException interrupted() {
        return new StoreException("interrupted", "the thread was interrupted while a bulk load waited; the load is undone when it is closed");
    }

    private void fail(RuntimeException e) {
        if (!failure.compareAndSet(null, e) && failure.get() != e) {
            failure.get().addSuppressed(e);
        }
    }

    private void enqueue(RowBatch batch) {
        try {
            while (!waiting.offer(batch, 100)) {
                checkUsable();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted();
        }
    }

    /**
     * Turns objects into rows; for one thread at a time. There is one: so keys arrive in ascending order at every table and pages fill
     * to the end. From two, the same objects took 7 % more space on PostgreSQL and 11 % more on MySQL (12 x 400K and 12 x 200K,
     * November 2026); PostgreSQL was slower too, MySQL not clearly either way.
     */
    private final class Encoder {

        private final Map<Class<?>, Filling> byClass = new IdentityHashMap<>();
        private final Map<Table, Batch> batches = new IdentityHashMap<>();
        private final Queue<Object> claimed = new ArrayDeque<>();
        private final RowEncoder rows = new RowEncoder(source.dialect(), source::sizeLimit, (target, attribute) -> claim(target, false));
        private final BulkRoots roots = new BulkRoots();
        private final BulkTargets targets = new BulkTargets(source);
        private final List<BulkBlock> blocks = new ArrayList<>();
        /** Of other loads, whose objects are referred to. */
        private final Set<BulkBlock> others = new HashSet<>();
        private BulkBlock block;

        Encoder(IdBlock first) {
            use(first);
        }

        private void use(IdBlock next) {
            block = new BulkBlock(next);
            blocks.add(block);
            ids.start(block);
        }

        /** The batches that the objects of one class fill. */
        private record Filling(PersistentClass type, boolean idInField, ClassTable table, Batch own, Batch[] links) {

            long idOf(Object object, Registry registry) {
                if (idInField) {
                    return type.id().get(object);
                }
                Registry.State state = registry.find(object);
                return state != null ? state.id() : type.id() == null ? 0 : type.id().get(object);
            }
        }

        void storeAll(Collection<?> roots) {
            for (Object root : roots) {
                if (root == null) {
                    throw new StoreException("null-object", "null cannot be stored");
                }
                claim(root, true);
                for (Object object = claimed.poll(); object != null; object = claimed.poll()) {
                    encode(object);
                }
            }
        }

        /** The object's id; where it had none, it has one now and waits for being encoded. */
        private long claim(Object object, boolean isRoot) {
            Filling filling = filling(object);
            long id = filling.idOf(object, registry);
            if (id != 0 && ids.isUndone(id) || id == 0 && !filling.idInField() && ids.hasUndone()) {
                ids.release(filling.type(), object, registry);
                id = filling.idOf(object, registry);
            }
            if (id != 0) {
                requireStored(object, filling, id, isRoot);
                return id;
            }
            if (block.isEmpty()) {
                takeBlock();
            }
            long newId = block.next();
            block.take();
            boolean isOurs = filling.idInField() ? filling.type().id().claim(object, newId) : registry.claim(object, newId) == null;
            if (!isOurs) {
                return claim(object, isRoot); // another load was first
            }
            if (claims.isTaken(object)) {
                // A store reached the object before, and does not look at its id again.
                giveBack(filling, object);
                claims.await(object);
                return claim(object, isRoot);
            }
            claimed.add(object);
            if (isRoot) {
                roots.add(object);
            }
            return newId;
        }

        private void giveBack(Filling filling, Object object) {
            if (filling.idInField()) {
                filling.type().id().set(object, 0);
            } else {
                registry.remove(object);
            }
        }

        /** An object that has an id is not written. So it must stand in the database: what was handed in as it is, what is referred to at all. */
        private void requireStored(Object object, Filling filling, long id, boolean isRoot) {
            for (int i = blocks.size() - 1; i >= 0; i--) {
                if (blocks.get(i).hasGiven(id)) {
                    return;
                }
            }
            BulkBlock other = ids.running(id);
            if (other != null) {
                others.add(other);
                return;
            }
            if (!isRoot) {
                if (!ids.isStored(id) && !isKnown(registry.find(object), id)) {
                    targets.add(filling.table(), id);
                }
                return;
            }
            Registry.State state = registry.find(object);
            if (isKnown(state, id)) {
                if (state.fingerprint() != null && !identity.isUnchanged(filling.type(), object, state)) {
                    throw new StoreException("not-new", filling.type() + " " + id + ": it was stored before and has changed since; expected new objects, or"
                            + " stored ones without changes: a bulk load updates nothing. Store it with Database.store");
                }
            } else if (!ids.isStored(id)) {
                throw new StoreException("unknown-id", filling.type() + " " + id + ": found an id that this database has neither loaded nor given;"
                        + " expected 0, because a bulk load gives ids to new objects. Set it to 0, or store the object with Database.store if it was stored"
                        + " before");
            }
        }

        private static boolean isKnown(Registry.State state, long id) {
            return state != null && state.id() == id && state.version() != WriteSet.Update.UNKNOWN;
        }

        private void takeBlock() {
            checkUsable();
            use(load.takeBlock(Math.min(LARGEST_BLOCK, block.size() * 2)));
        }

        private void encode(Object object) {
            Filling filling = filling(object);
            ClassTable table = filling.table();
            long id = filling.idOf(object, registry);
            identity.bulkLoaded(filling.type(), object, id);
            Inverses.forEachMember(filling.type(), object, id, member -> claim(member, false));
            filling.own().add(rows.row(table, object, id, 0));
            List<LinkTable> links = table.links();
            for (int i = 0; i < links.size(); i++) {
                rows.members(links.get(i), object, id, filling.links()[i]);
            }
        }

        private Filling filling(Object object) {
            Filling filling = byClass.get(object.getClass());
            if (filling == null) {
                PersistentClass type = ObjectWalk.typeOf(schema.model(), object);
                ClassTable table = schema.table(type);
                filling = new Filling(type, type.id() != null && type.id().isWritable(), table, batch(table.table()),
                        table.links().stream().map(link -> batch(link.table())).toArray(Batch[]::new));
                byClass.put(object.getClass(), filling);
            }
            return filling;
        }

        private Batch batch(Table table) {
            return batches.computeIfAbsent(table, Batch::new);
        }

        /** What is sent now is all. */
        void flush() {
            targets.check();
            requireOthers();
            batches.values().forEach(Batch::flush);
        }

        /** @throws NotFoundException if another load came to nothing to whose objects this one refers */
        void requireOthers() {
            if (others.stream().anyMatch(BulkBlock::isUndone)) {
                throw new NotFoundException("target-not-found", "the bulk load refers to objects of another bulk load that came to nothing; load again");
            }
        }

        /** The load has ended well. */
        void end() {
            ids.stored(blocks);
            roots.forget();
        }

        /** The load came to nothing: its objects are new ones again. */
        void release() {
            ids.undone(blocks);
            claimed.clear();
            roots.release(schema.model(), registry);
        }
    }

    /** The rows of one table that one encoder has not sent yet. */
    private final class Batch implements Consumer<Object[]> {

        private final Table table;
        private RowBatch rows;

        Batch(Table table) {
            this.table = table;
        }

        void add(Object[] row) {
            if (rows == null) {
                rows = sink.newBatch(table);
            }
            rows.add(row);
            if (rows.isFull()) {
                flush();
            }
        }

        @Override
        public void accept(Object[] row) {
            add(row);
        }

        void flush() {
            if (rows != null) {
                enqueue(rows);
                rows = null;
            }
        }
    }

    /** A sender's life: batches in transactions, until nothing more will come. */
    private void sendAll(int number) {
        try (Session session = source.bulkSession(); BulkSink.Sender sender = sink.sender(session)) {
            while (failure.get() == null) {
                RowBatch batch = waiting.poll(20);
                if (batch != null) {
                    sendTransaction(session, sender, batch, number);
                } else if (noMore && waiting.isEmpty()) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            fail(interrupted());
        } catch (RuntimeException e) {
            fail(e);
        } catch (Error e) {
            fail(new IllegalStateException(e));
        }
    }

    private void sendTransaction(Session session, BulkSink.Sender sender, RowBatch first, int number) throws InterruptedException {
        try (ConnectionSource.Turn turn = source.turnToWrite()) {
            session.beginWrite();
            long bytes = 0;
            for (RowBatch batch = first; batch != null; batch = bytes < COMMIT_BYTES ? waiting.poll(0) : null) {
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
            throw named(session, session.translate(e, "loading into " + batch.table().name()), batch);
        } catch (StoreException e) {
            throw named(session, e, batch);
        } finally {
            waiting.done(batch);
        }
        if (LOG.isDebugEnabled()) {
            LOG.debug("{} us: {} rows, {} bytes into {}", (System.nanoTime() - start) / 1_000, batch.rows(), batch.sizeBytes(), batch.table().name());
        }
    }

    /** A unique value that is taken is named as long as the refused rows' transaction is there. */
    private EspalierException named(Session session, EspalierException failure, RowBatch batch) {
        return !failure.code().equals("duplicate") ? failure : schema.classTables().stream().filter(table -> table.table() == batch.table()).findFirst()
                .map(table -> new Uniqueness(schema, source).named(failure, table, batch.list(), session)).orElse(failure);
    }

    /** Undoes the load when it is closed, as after a failure. */
    public void cancel() {
        fail(new StoreException("cancelled", "the bulk load was cancelled"));
    }

    /**
     * Waits until every row is durable, builds the indexes and brings statistics up to date. After a failure takes away what the
     * load has stored so far.
     *
     * @throws EspalierException the first failure, if there was one
     */
    @Override
    public void close() {
        if (encoding.isHeldByCurrentThread()) {
            throw new IllegalStateException("a bulk writer was closed by an object that it is storing");
        }
        if (!isClosed.compareAndSet(false, true)) {
            return;
        }
        AtomicReference<Throwable> failed = new AtomicReference<>();
        // In a thread of its own, which nobody interrupts: an interrupt undoes the load, and must not keep it from being undone.
        Thread closing = daemon(() -> {
            try {
                finish();
            } catch (Throwable e) {
                failed.set(e);
            }
        }, "espalier-bulk-close");
        awaitEnd(closing);
        if (failed.get() instanceof RuntimeException e) {
            throw again(e);
        }
        if (failed.get() instanceof Error e) {
            throw e;
        }
    }

    private void awaitEnd(Thread closing) {
        boolean wasInterrupted = Thread.interrupted();
        if (wasInterrupted) {
            fail(interrupted());
        }
        closing.start();
        while (closing.isAlive()) {
            try {
                closing.join();
            } catch (InterruptedException e) {
                wasInterrupted = true;
                fail(interrupted());
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void finish() {
        try {
            finishSending();
            if (failure.get() == null) {
                try {
                    buildIndexes();
                } catch (RuntimeException e) {
                    fail(e);
                }
            }
            if (failure.get() == null) {
                try {
                    encoder.requireOthers();
                    load.end();
                    encoder.end();
                    return;
                } catch (RuntimeException e) {
                    fail(e);
                }
            }
            undo(failure.get());
            throw failure.get();
        } finally {
            heartbeat.shutdownNow();
        }
    }

    /**
     * The failure as another exception: the caller may be a try-with-resources whose body has thrown the very same one, and an
     * exception cannot be suppressed in itself.
     */
    private static RuntimeException again(RuntimeException failed) {
        RuntimeException again = failed instanceof StoreException e ? new StoreException(e.code(), e.getMessage(), e.getCause())
                : failed instanceof DatabaseException e ? new DatabaseException(e.code(), e.getMessage(), e.retryable(), e.getCause())
                : failed instanceof NotFoundException e ? new NotFoundException(e.code(), e.getMessage(), e.getCause())
                : failed instanceof ConnectionException e ? new ConnectionException(e.code(), e.getMessage(), e.retryable(), e.getCause())
                : new IllegalStateException(failed.getMessage(), failed.getCause());
        for (Throwable suppressed : failed.getSuppressed()) {
            again.addSuppressed(suppressed);
        }
        return again;
    }

    /** Ends when no sender is at work any longer. */
    private void finishSending() {
        encoding.lock();
        try {
            if (failure.get() == null) {
                encoder.flush();
            }
        } catch (RuntimeException e) {
            fail(e);
        } finally {
            noMore = true;
            encoding.unlock();
        }
        try {
            for (Thread sender : senders) {
                sender.join();
            }
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts this thread", e);
        }
    }

    private void undo(RuntimeException failed) {
        try {
            load.undo();
        } catch (RuntimeException e) {
            failed.addSuppressed(e);
            LOG.warn("what the failed load left behind could not be removed now; it will be at a later opening", e);
        }
        try {
            buildIndexes();
        } catch (RuntimeException e) {
            failed.addSuppressed(e);
            LOG.warn("the indexes that the failed load has dropped could not be built now; they will be at a later opening", e);
        }
        encoder.release();
    }

    /** Several tables at a time, the largest kind, those of collections, first: so no sender is left with one of them at the end. */
    private void buildIndexes() {
        List<Table> tables = new ArrayList<>(schema.tables());
        Collections.reverse(tables);
        Parallel.run(Math.max(1, senders.size()), tables, table -> {
            try (Session session = source.bulkSession(); ConnectionSource.Turn turn = source.turnToWrite()) {
                catalog.finishLoad(session, table);
            }
        });
    }
}
