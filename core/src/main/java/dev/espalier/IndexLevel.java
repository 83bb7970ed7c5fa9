package dev.espalier;

import dev.espalier.catalog.Catalog;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Which fields of a new database are indexed without being asked for one by one. {@code @Index} and {@code @Unique} on single
 * fields come on top of every level.
 */
public enum IndexLevel {
    /** Primary keys only: the fastest to fill, the slowest to search. */
    NONE(false, false),
    /** Every value. */
    VALUES(true, false),
    /** Every reference and collection, on the way back from the target to the owner. */
    RELATIONS(false, true),
    /** Values and relations: the fastest to search. The default. */
    BOTH(true, true);

    private final boolean values;
    private final boolean relations;

    IndexLevel(boolean values, boolean relations) {
        this.values = values;
        this.relations = relations;
    }

    Catalog.Indexing indexing() {
        return new Catalog.Indexing(name().toLowerCase(Locale.ROOT), values, relations);
    }

    static List<Catalog.Indexing> all() {
        return Stream.of(values()).map(IndexLevel::indexing).toList();
    }
}
