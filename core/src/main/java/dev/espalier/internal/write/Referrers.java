package dev.espalier.internal.write;

import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the columns and tables that may refer to the objects of a table. The result is kept for each layout of the database: to find it takes longer than the
 * rest of a deletion. Safe for any number of threads.
 */
final class Referrers {

    private final Schema schema;
    private volatile @Nullable OfLayout last;

    /**
     * The referrers of the objects of one table, and their collections in other programs.
     *
     * @param referrers the columns that may refer to the objects
     * @param unknownCollections the tables of the objects' collections that this program does not know
     */
    record OfTable(List<Referrer> referrers, List<Table> unknownCollections) {
        OfTable {
            referrers = List.copyOf(referrers);
            unknownCollections = List.copyOf(unknownCollections);
        }
    }

    /** By the names of tables. */
    private record OfLayout(Layout layout, Map<String, OfTable> tables) {}

    Referrers(Schema schema) {
        this.schema = schema;
    }

    Schema schema() {
        return schema;
    }

    /** Returns the referrers of the objects of a table. */
    OfTable of(DeletedTable table, Layout layout) {
        OfLayout kept = last;
        if (kept == null || kept.layout() != layout) {
            kept = new OfLayout(layout, new ConcurrentHashMap<>());
            last = kept;
        }
        return kept.tables()
                .computeIfAbsent(
                        table.table().name(),
                        name -> new OfTable(
                                Referrer.to(table, schema, layout),
                                Referrer.unknownCollections(table, schema, layout)));
    }
}
