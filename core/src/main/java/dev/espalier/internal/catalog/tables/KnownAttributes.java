package dev.espalier.internal.catalog.tables;

import static dev.espalier.error.ErrorCode.SCHEMA_CHANGE;

import dev.espalier.error.SchemaException;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.NameList;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The attributes and constants that somebody knows who writes. A conversion of an attribute leaves the former one, which nobody reads any more: what was written to it
 * would be lost in silence. Safe for any number of threads.
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
     * Requires, in a transaction that writes, that none of them was converted, and that no constant was dropped. Nobody can do so before the transaction ends.
     *
     * @throws SchemaException {@code schema-change} if one was
     */
    public void requireCurrent(Session session) {
        String now = CatalogTables.lockedDigest(session, State.NOW);
        if (now != null && !now.equals(seen)) {
            requireAll(CatalogTables.lockedDescription(session, State.NOW));
            seen = now;
        }
    }

    /** The same, for transactions that begin later too: then none must be announced to be converted either. */
    public void requireCurrentFromNowOn(Session session) {
        if (!session.engine().definesInTransactions()
                && CatalogTables.lockedDigest(session, State.NEXT) != null) { // first, as it is written
            requireAll(CatalogTables.lockedDescription(session, State.NEXT));
        }
        String now = CatalogTables.lockedDigest(session, State.NOW);
        if (now != null && !now.equals(seen)) {
            requireAll(CatalogTables.lockedDescription(session, State.NOW));
        }
        seen = now;
    }

    private void requireAll(Description description) {
        Set<String> converted = description.attributes().converted(knows.numbers());
        converted.removeAll(convertedBefore);
        refuse("converted ", converted);
        refuse("dropped the constant ", droppedConstants(description));
    }

    /** A dropped attribute has no column any more; a dropped constant would be written, and other programs could not read it. */
    private Set<String> droppedConstants(Description description) {
        return description.dropped().stream()
                .filter(dropped -> dropped.key().kind() == LineKey.Kind.CONSTANT
                        && knows.numbers().contains(dropped.number()))
                .map(dropped -> dropped.key().owner() + "." + dropped.key().path())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void refuse(String done, Set<String> names) {
        if (!names.isEmpty()) {
            throw place.at(
                    new SchemaException(
                            SCHEMA_CHANGE,
                            place + ": found that another program has " + done + NameList.of(names)
                                    + " since this one opened it; expected what this program knows. Nothing was written. Open it again with the newer classes"));
        }
    }
}
