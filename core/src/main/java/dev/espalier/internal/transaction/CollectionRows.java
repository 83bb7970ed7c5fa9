package dev.espalier.internal.transaction;

import dev.espalier.internal.schema.LinkTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of the collections that an attempt has read, so that a store need not read them again; up to a maximum number. For one thread. */
final class CollectionRows {

    /** The maximum number of rows for work that may write. Others are read again. */
    static final int MOST = 100_000;

    private final Map<Long, Map<LinkTable, List<Object[]>>> byOwner = new HashMap<>();
    private int left;

    /** @param most the maximum number of rows */
    CollectionRows(int most) {
        this.left = most;
    }

    /** Whether there is room for more rows. */
    boolean hasRoom() {
        return left > 0;
    }

    void put(LinkTable table, long owner, List<Object[]> rows) {
        byOwner.computeIfAbsent(owner, id -> new HashMap<>()).put(table, rows);
        left -= rows.size();
    }

    /** The rows of a collection; null if they were not read with its owner, or not kept. */
    @Nullable
    List<Object[]> of(long owner, LinkTable table) {
        return byOwner.getOrDefault(owner, Map.of()).get(table);
    }
}
