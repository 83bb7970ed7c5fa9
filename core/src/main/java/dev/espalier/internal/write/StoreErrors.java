package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.NOT_FOUND;
import static dev.espalier.error.ErrorCode.STALE;
import static dev.espalier.error.ErrorCode.UNKNOWN_VERSION;

import dev.espalier.error.NotFoundException;
import dev.espalier.error.StoreException;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.VersionAccess;
import java.util.Set;
import java.util.stream.Collectors;

/** Creates the errors about objects that differ from the database: stale, deleted, or of unknown version. */
public final class StoreErrors {

    private static final int SHOWN = 10;

    private StoreErrors() {}

    /** Another transaction has changed the object since it was loaded or stored. The message counts versions as a {@code @Version} field does. */
    public static StoreException stale(PersistentClass type, long id, long expected, long found) {
        int first = type.version() == null ? 0 : VersionAccess.FIRST;
        return new StoreException(
                STALE,
                type + " " + id + ": changed by someone else since it was loaded: expected version "
                        + (expected + first) + ", found " + (found + first) + "; refresh it and make the change again");
    }

    /**
     * The object differs from what is stored, and nothing says what it was made from.
     *
     * @param otherwise what the caller can do instead of loading it
     */
    public static StoreException unknownVersion(PersistentClass type, long id, String otherwise) {
        return new StoreException(
                UNKNOWN_VERSION,
                type + " " + id + ": its version is not known: this object was not loaded or stored through this"
                        + " Database; it was made by hand, copied, deserialised or comes from another database; load the object and change that one, or "
                        + otherwise);
    }

    /** The object does not exist. */
    public static NotFoundException notFound(PersistentClass type, long id) {
        return new NotFoundException(
                NOT_FOUND,
                type + " " + id
                        + " is not in the database: it was deleted, its id was not given by this database, or a bulk load that is not closed yet has it; close that load,"
                        + " or set the id to 0 to store it as a new object");
    }

    /** SQL is said to have changed objects that do not exist, or not in that class. */
    public static NotFoundException notFoundAsChanged(PersistentClass type, Set<Long> ids) {
        String some = ids.stream().limit(SHOWN).map(String::valueOf).collect(Collectors.joining(", "));
        return new NotFoundException(
                NOT_FOUND,
                "found " + some + (ids.size() > SHOWN ? " and " + (ids.size() - SHOWN) + " more" : "")
                        + " among the ids of changed objects; expected ids of " + type
                        + " in the database: leave out what was deleted, and name objects of another class by that class");
    }
}
