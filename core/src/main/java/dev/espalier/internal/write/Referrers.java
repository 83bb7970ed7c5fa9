package dev.espalier.internal.write;

import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.schema.Table;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What a deletion has to look at for the objects of each table. It is kept as long as the layout of the database is the same: a deletion of one object
 * would spend more time on it than on the rest. Safe for any number of threads.
 */
final class Referrers {

    private final Schema schema;
    private volatile @Nullable OfLayout last;

    /**
     * What may lead to the objects of one table, and what only other programs know of them.
     *
     * @param referrers all that may refer to them
     * @param unknownCollections the tables of collections that the program does not know, though the objects own some
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

    /** What has to be looked at when objects of that table are deleted. */
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
