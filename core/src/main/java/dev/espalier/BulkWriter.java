package dev.espalier;

import dev.espalier.write.BulkLoader;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * Loads many new objects by the fastest road the database offers. Safe for any number of threads: hand in parts of the whole from
 * as many as you like, also parts that refer to each other.
 *
 * <pre>{@code
 * try (BulkWriter load = db.bulkWriter()) {
 *     load.storeAll(orders);
 * }
 * }</pre>
 *
 * <p>Rows become visible to others while the load goes on. A load that fails, is cancelled, or whose process dies, leaves nothing
 * behind: its rows are removed when it is closed, or at a later opening of the database. The ids that its objects were given by
 * then are not taken back from the objects.
 *
 * <p>Objects that already have an id are taken for stored: they are referred to, not written, and not looked for.
 */
public final class BulkWriter implements AutoCloseable {

    /** When indexes that are not unique are built. */
    public enum Indexes {
        /** They stand while rows arrive. Best for adding to a large database. */
        BEFORE,
        /** They are dropped at the start and built at the end; meanwhile searches of others read whole tables. Best for filling. */
        AFTER
    }

    private final BulkLoader loader;

    BulkWriter(BulkLoader loader) {
        this.loader = loader;
    }

    /**
     * Stores an object and all new ones that can be reached from it.
     *
     * @param root not null
     * @throws dev.espalier.error.StoreException if an object cannot be stored; the load takes no more
     */
    public void store(Object root) {
        loader.storeAll(List.of(Objects.requireNonNull(root)));
    }

    /**
     * Stores objects and all new ones that can be reached from them. Returns when they are encoded, which may be before they are
     * sent.
     *
     * @param roots no null among them
     * @throws dev.espalier.error.StoreException if an object cannot be stored; the load takes no more
     * @throws dev.espalier.error.EspalierException if the load failed elsewhere
     */
    public void storeAll(Collection<?> roots) {
        loader.storeAll(roots);
    }

    /** Gives up: {@link #close()} will remove what was stored so far, and throw to say so. */
    public void cancel() {
        loader.cancel();
    }

    /**
     * Waits until all is durable, builds indexes where they were to be built after, and brings the planner's statistics up to date.
     *
     * @throws dev.espalier.error.EspalierException if the load failed or was cancelled; what it stored is removed
     */
    @Override
    public void close() {
        loader.close();
    }
}
