package dev.espalier.internal.catalog.tables;

import static dev.espalier.error.ErrorCode.SCHEMA_CHANGE;

import dev.espalier.error.SchemaException;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.NameList;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The attributes that somebody knows who writes. A conversion of one of them leaves the former attribute, which nobody reads any more: what was written to it would
 * be lost in silence. Safe for any number of threads.
 */
public final class KnownAttributes {

    private final KnownNumbers knows;
    private final Set<String> convertedBefore;
    private final Place place;
    /** The digest of the description in which nothing was found. */
    private volatile @Nullable String seen;

    /**
     * @param convertedBefore the attributes among those that were converted when the catalog was read: who writes knows their successors too
     * @param digest of a description in which no other one is converted; null if none is known
     */
    public KnownAttributes(KnownNumbers knows, Set<String> convertedBefore, @Nullable String digest, Place place) {
        this.knows = knows;
        this.seen = digest;
        this.convertedBefore = Set.copyOf(convertedBefore);
        this.place = place;
    }

    /** All attributes of a model. */
    public static KnownAttributes of(Description description, Place place) {
        StoredAttributes attributes = description.attributes();
        KnownNumbers all = attributes.known();
        return new KnownAttributes(all, attributes.converted(all.numbers()), null, place);
    }

    public KnownNumbers numbers() {
        return knows;
    }

    /**
     * Requires, in a transaction that writes, that none of them was converted. Nobody can convert one before the transaction ends.
     *
     * @throws SchemaException {@code schema-change} if one was
     */
    public void requireCurrent(Session session) {
        String now = CatalogTables.lockedDigest(session, State.NOW);
        if (now != null && !now.equals(seen)) {
            requireNone(converted(session, State.NOW));
            seen = now;
        }
    }

    /** The same, for transactions that begin later too: then none must be announced to be converted either. */
    public void requireCurrentFromNowOn(Session session) {
        Set<String> converted = new TreeSet<>();
        if (!session.engine().definesInTransactions()
                && CatalogTables.lockedDigest(session, State.NEXT) != null) { // first, as it is written
            converted.addAll(converted(session, State.NEXT));
        }
        String now = CatalogTables.lockedDigest(session, State.NOW);
        if (now != null && !now.equals(seen)) {
            converted.addAll(converted(session, State.NOW));
        }
        requireNone(converted);
        seen = now;
    }

    private Set<String> converted(Session session, State state) {
        Set<String> converted = CatalogTables.lockedAttributes(session, state).converted(knows.numbers());
        converted.removeAll(convertedBefore);
        return converted;
    }

    private void requireNone(Set<String> converted) {
        if (!converted.isEmpty()) {
            throw place.at(
                    new SchemaException(
                            SCHEMA_CHANGE,
                            place + ": found that another program has converted " + NameList.of(converted)
                                    + " since this one opened it; expected what this program knows. Nothing was written. Open it again with the newer classes"));
        }
    }
}
