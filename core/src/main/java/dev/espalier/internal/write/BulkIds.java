package dev.espalier.internal.write;

import dev.espalier.internal.lease.IdBlock;
import dev.espalier.internal.model.IdAccess;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.VersionAccess;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The ids that bulk loads of one open database have given: a few numbers for each load, not one for each object. Safe for any number of
 * threads.
 *
 * <p>The ids of an undone load are remembered, because objects may still have them: such an object is new.
 */
public final class BulkIds {

    /** The blocks of loads that are running. */
    private final List<BulkBlock> running = new CopyOnWriteArrayList<>();
    /** The last ids of successful loads, by their first ids. Replaced as a whole. */
    private volatile NavigableMap<Long, Long> stored = new TreeMap<>();
    /** The same of undone loads. */
    private volatile NavigableMap<Long, Long> undone = new TreeMap<>();

    /** Whether a successful load has given the id. */
    public boolean isStored(long id) {
        return contains(stored, id);
    }

    /** The block of a running load that has given the id; null for none. */
    @Nullable
    BulkBlock running(long id) {
        for (BulkBlock block : running) {
            if (block.hasGiven(id)) {
                return block;
            }
        }
        return null;
    }

    /** Whether an undone load has given the id. */
    public boolean isUndone(long id) {
        return contains(undone, id);
    }

    boolean hasUndone() {
        return !undone.isEmpty();
    }

    private static boolean contains(NavigableMap<Long, Long> blocks, long id) {
        if (blocks.isEmpty()) {
            return false;
        }
        Map.Entry<Long, Long> block = blocks.floorEntry(id);
        return block != null && id <= block.getValue();
    }

    void start(BulkBlock block) {
        running.add(block);
    }

    /** A load has succeeded. */
    synchronized void stored(Collection<BulkBlock> blocks) {
        stored = with(stored, blocks);
        running.removeAll(blocks);
    }

    /** A load was undone. */
    synchronized void undone(Collection<BulkBlock> blocks) {
        undone = with(undone, blocks);
        blocks.forEach(BulkBlock::undo);
        running.removeAll(blocks);
    }

    /** Blocks that follow each other become one. */
    private static NavigableMap<Long, Long> with(NavigableMap<Long, Long> map, Collection<BulkBlock> blocks) {
        NavigableMap<Long, Long> more = new TreeMap<>(map);
        for (BulkBlock block : blocks) {
            IdBlock given = block.given();
            if (given.count() > 0) {
                Map.Entry<Long, Long> before = more.floorEntry(given.first());
                long from = before != null && before.getValue() == given.first() - 1 ? before.getKey() : given.first();
                Long behind = more.remove(given.last() + 1);
                more.put(from, behind == null ? given.last() : behind);
            }
        }
        return more;
    }

    /**
     * Makes the id field and the {@code @Version} field of an object those of a new one if an undone load has given the id. {@link Registry#release}
     * forgets the object too.
     *
     * @return whether it has
     */
    synchronized boolean release(PersistentClass type, Object object) {
        IdAccess id = type.id();
        boolean hasId = id != null && id.isWritable() && isUndone(id.get(object));
        if (id != null && hasId) {
            id.set(object, 0);
            if (type.version() != null) {
                type.version().set(object, VersionAccess.UNKNOWN);
            }
        }
        return hasId;
    }
}
