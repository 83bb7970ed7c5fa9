package dev.espalier.internal.store;

import dev.espalier.internal.catalog.index.Indexing;
import dev.espalier.internal.model.Nodes;
import dev.espalier.internal.transaction.TransactionCounters;
import java.util.List;

/**
 * The options of an open database.
 *
 * @param maxObjects how many objects an answer may have whose bounds do not say it
 * @param throwsIfNotLoaded whether a collection that bounds leave out throws when it is used; else it is null
 * @param counters counts commits and retries
 * @param nodes the objects of classes that only the catalog describes
 * @param levels all index levels
 * @param fallback the level of a database that does not say it
 */
public record StoreOptions(
        long maxObjects,
        boolean throwsIfNotLoaded,
        TransactionCounters counters,
        Nodes nodes,
        List<Indexing> levels,
        Indexing fallback) {

    public StoreOptions {
        levels = List.copyOf(levels);
    }
}
