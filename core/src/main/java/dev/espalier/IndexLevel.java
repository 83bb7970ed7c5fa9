package dev.espalier;

import dev.espalier.internal.Insides;
import dev.espalier.internal.catalog.index.Indexing;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The fields that a database indexes. Every level adds the indexes that {@code @Index}, {@code @Unique} and {@code @InverseOf} ask for.
 */
public enum IndexLevel {
    /** Indexes primary keys only: the fastest to fill, the slowest to search. */
    NONE(false, false),
    /** Indexes every value. */
    VALUES(true, false),
    /** Indexes every reference and collection, for the way from a target back to its owner. */
    RELATIONS(false, true),
    /** Indexes values and relations: the fastest to search. The default. */
    BOTH(true, true);

    static {
        Insides.offer(IndexLevel.class, Indexing.class, IndexLevel::indexing);
    }

    private final boolean values;
    private final boolean relations;

    IndexLevel(boolean values, boolean relations) {
        this.values = values;
        this.relations = relations;
    }

    Indexing indexing() {
        return new Indexing(name().toLowerCase(Locale.ROOT), values, relations);
    }

    static List<Indexing> all() {
        return Stream.of(values()).map(IndexLevel::indexing).toList();
    }
}
