package dev.espalier.internal.catalog.change;

import dev.espalier.internal.catalog.index.Indexing;
import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.Schema;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The model, the indexes and the changes that an opening asks for.
 *
 * @param schema the model's, for a new database; one that has some of its tables may call them otherwise
 * @param indexing for a new database; null for {@code fallback}, and for whatever an old database has
 * @param allowed the changes that it may make
 * @param computed whether a migration computes an attribute of a class
 * @param check is asked before attributes are added that are converted or computed: it throws if that cannot be done
 */
public record Wanted(
        Schema schema,
        @Nullable Indexing indexing,
        List<Indexing> levels,
        Indexing fallback,
        Allowed allowed,
        BiPredicate<PersistentClass, String> computed,
        @Nullable BiConsumer<Schema, List<Fill>> check) {
    public Wanted {
        levels = List.copyOf(levels);
    }

    /** The same, with another check. */
    public Wanted checkedBy(BiConsumer<Schema, List<Fill>> other) {
        return new Wanted(schema, indexing, levels, fallback, allowed, computed, other);
    }

    /** Wants no attribute that is computed. */
    public Wanted(
            Schema schema, @Nullable Indexing indexing, List<Indexing> levels, Indexing fallback, Allowed allowed) {
        this(schema, indexing, levels, fallback, allowed, (type, attribute) -> false, null);
    }
}
