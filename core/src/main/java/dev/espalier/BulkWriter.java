package dev.espalier;

import dev.espalier.internal.Arguments;
import dev.espalier.internal.write.BulkLoader;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * Loads many new objects by the fastest method that the database has. Safe for concurrent use: any number of threads may store objects, also objects that
 * refer to each other.
 *
 * <pre>{@code
 * try (BulkWriter load = db.bulkWriter()) {
 *     load.storeAll(orders);
 * }
 * }</pre>
 *
 * <p>Rows become visible to others while the load goes on. A load leaves nothing behind if it fails, is cancelled, or its process dies. Its rows are
 * removed when it is closed, or at a later opening of the database. After a load that failed or was cancelled, its objects are new again. Their {@code id}
 * fields are 0, and the same objects can be loaded or stored.
 *
 * <p>A load shows the database several times a minute that it is alive. One that could not for ten minutes, by the server's clock, is taken
 * for dead by the next program that opens or repairs the database, and undone. If it goes on nevertheless, its next commit fails
 * ({@code load-lost}).
 *
 * <p>A load writes new objects only. An object that is handed in and was stored before must be as it was stored ({@code not-new}). For one that an
 * earlier load has written this is unknown: it is taken for unchanged, and a change of it is written by {@link Database#store}. An object that is handed
 * in with an id that this {@link Database} has neither loaded nor given is refused ({@code unknown-id}). Objects with ids that are only referred to are
 * not written. Those that this database has loaded or stored are not looked for; others are looked up, a thousand at a time.
 *
 * <p>A load is no part of a transaction: within {@link Database#useTransaction} and {@link Database#useSnapshot} it is refused.
 */
public final class BulkWriter implements AutoCloseable {

    /** The time at which indexes that are not unique are built. */
    public enum Indexes {
        /** Indexes exist while rows arrive. Best for adding to a large database. */
        BEFORE,
        /** Indexes are dropped at the start and built at the end; meanwhile other searches scan tables. Best for filling a database. */
        AFTER
    }

    private final BulkLoader loader;
    private final Runnable refuseInTransaction;

    BulkWriter(BulkLoader loader, Runnable refuseInTransaction) {
        this.loader = loader;
        this.refuseInTransaction = refuseInTransaction;
    }

    /**
     * Stores an object and all new objects that can be reached from it.
     *
     * @param root the object, not null
     * @throws dev.espalier.error.StoreException if an object cannot be stored; the load then refuses further objects
     * @throws dev.espalier.error.NotFoundException if an object refers to one whose id is not in the database; the load then refuses further objects
     */
    public void store(Object root) {
        refuseInTransaction.run();
        loader.storeAll(List.of(Objects.requireNonNull(root, "root: found null, expected an object")));
    }

    /**
     * Stores objects and all new objects that can be reached from them. Returns when they are encoded, which may be before they are sent.
     *
     * @param roots the objects, none of them null
     * @throws dev.espalier.error.StoreException if an object cannot be stored; the load then refuses further objects
     * @throws dev.espalier.error.EspalierException if the load failed elsewhere
     */
    public void storeAll(Collection<?> roots) {
        refuseInTransaction.run();
        loader.storeAll(Arguments.members("roots", roots, Arguments.OBJECT));
    }

    /** Cancels the load: {@link #close()} removes what was stored so far, and throws. */
    public void cancel() {
        loader.cancel();
    }

    /**
     * Ends the load: waits until all objects are durable, builds indexes that were postponed, and updates the planner's statistics. What was stored stays, also
     * if the program failed between two objects: call {@link #cancel} first to remove it.
     *
     * <p>A thread that is interrupted here waits until what was stored is removed. A second thread that closes meanwhile waits, too,
     * and gets the same error if there is one. Later calls do nothing.
     *
     * @throws dev.espalier.error.EspalierException if the load failed or was cancelled; what it stored is removed, and its objects are new ones
     *     again
     */
    @Override
    public void close() {
        refuseInTransaction.run();
        loader.close();
    }
}
