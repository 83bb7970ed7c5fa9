package dev.espalier.internal.graph;

import static java.util.Objects.requireNonNull;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.LinkTable;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The caller's side of a load: it receives each loaded object, and may supply objects that it already has. */
public interface LoadContext {

    /** Ignores what it receives, and has nothing. */
    LoadContext NONE = (type, object, id, version, gaps) -> {};

    /**
     * An object is ready: all its fields are set, but not necessarily yet those of the objects it refers to.
     *
     * @param version how often it had been updated
     * @param gaps the attributes that do not hold all that the database has; null for none
     */
    void loaded(PersistentClass type, Object object, long id, int version, @Nullable Gaps gaps);

    /**
     * The same for an object whose own row contains all that its reference fields hold.
     *
     * @param gaps inverse collections alone; null for none
     * @param references only valid during the call
     */
    default void loaded(
            PersistentClass type, Object object, long id, int version, @Nullable Gaps gaps, References references) {
        loaded(type, object, id, version, gaps);
    }

    /** The ids that the reference fields of an object lead to. */
    interface References {

        /**
         * The id in a reference field; 0 for none.
         *
         * @param attribute the field's place among the class's attributes
         */
        long id(int attribute);
    }

    /**
     * The context's Java object for a database object; null if it has none.
     *
     * @param version how often the object had been updated
     * @param withInverses whether this answer may read inverse collections of it
     */
    default @Nullable Held held(PersistentClass type, long id, int version, boolean withInverses) {
        return null;
    }

    /** Whether bounds of earlier answers have left out something else than inverse collections of its objects. */
    default boolean hasLeftOut() {
        return false;
    }

    /** Whether it may have something of that database object. */
    default boolean has(long id) {
        return false;
    }

    /**
     * The stand-in in a reference field for an object that bounds have left out; null for none.
     *
     * @param type the only class that the object can have; not a record
     */
    default @Nullable Object standIn(PersistentClass type, long id) {
        return null;
    }

    /** Whether it wants to know in what rows collections stand; large ones are not reported. */
    default boolean wantsRows() {
        return false;
    }

    /**
     * A collection was read. Called after its owner was reported as loaded.
     *
     * @param rows all of its owner's, in order; they stay as they are
     */
    default void rows(LinkTable table, long owner, List<Object[]> rows) {}

    /** Whether an object that refers to something which is not there is refused, because what was read may not be of one moment. */
    default boolean refusesGaps() {
        return false;
    }

    /** An object is refused because of a gap; this is thrown next. */
    default void refused(EspalierException gap) {}

    /**
     * An object that stands for one of the database's in place of a new one.
     *
     * @param missing the places among the class's attributes that are to be filled; null for all. Empty for an object that stays as it
     *     is: it is not reported as loaded. A record is never to be filled
     * @param inverses whether its inverse collections are to be read, because it had them before
     */
    record Held(Object object, @Nullable BitSet missing, boolean inverses) {
        public Held {
            requireNonNull(object);
        }
    }
}
