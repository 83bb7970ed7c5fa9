package dev.espalier.write;

import dev.espalier.error.EspalierException;
import dev.espalier.graph.Gaps;
import dev.espalier.graph.LoadContext;
import dev.espalier.model.PersistentClass;
import dev.espalier.model.VersionAccess;
import dev.espalier.schema.LinkTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Remembers the objects of one answer, so that storing them later writes what has changed and nothing else. For one thread. */
public final class LoadedObjects implements LoadContext {

    private static final BitSet NOTHING = new BitSet();

    private final Registry registry;
    private final Identity identity;
    private final Fingerprinter fingerprinter;
    private final Versions versions;
    private final Holder holder;
    private final List<Loaded> waiting = new ArrayList<>();
    private final boolean mayAdd;
    /** What had been left out of objects that are filled up. */
    private final Map<Object, LeftOut> filled = new IdentityHashMap<>();
    private Object lent;
    private long lentId;

    private record Loaded(PersistentClass type, Object object, long id, int version, Gaps gaps) {}

    /** Holds one Java object for each database object. */
    public interface Holder {

        /** The object with that id; null for none. */
        Object find(long id);

        /** Whether another object that stands for the same one of the database was stored. */
        boolean isOutdated(Object object);

        /** Whether what is read may not be of one moment, so that gaps are refused. */
        default boolean refusesGaps() {
            return false;
        }

        /** An object is refused because of a gap; this is thrown next. */
        default void refused(EspalierException gap) {}

        /** An object that was there is going to be filled. */
        void filling(Object object);

        /** An object that was there is part of an answer, as it is. */
        default void returning(Object object) {}

        /**
         * An object was loaded. Called when all of the answer were.
         *
         * @param isCommitted whether the database had it like this before the transaction
         */
        void loaded(Object object, Registry.State state, boolean isCommitted);

        /** Whether it wants to know of {@link #rows}. */
        default boolean wantsRows() {
            return false;
        }

        /**
         * A collection of an object was loaded, as the database had it before the transaction.
         *
         * @param rows all of them, in order
         */
        default void rows(LinkTable table, long owner, List<Object[]> rows) {}

        /** Has these objects by their ids. */
        static Holder of(Map<Long, Object> byId) {
            return new Holder() {
                @Override
                public Object find(long id) {
                    return byId.get(id);
                }

                @Override
                public boolean isOutdated(Object object) {
                    return false;
                }

                @Override
                public void filling(Object object) {}

                @Override
                public void loaded(Object object, Registry.State state, boolean isCommitted) {}
            };
        }
    }

    public LoadedObjects(Registry registry, Identity identity) {
        this(registry, identity, new Versions(), null);
    }

    /**
     * For the reads of a transaction.
     *
     * @param versions what it has done so far to the objects' versions
     * @param holder has its objects
     */
    public LoadedObjects(Registry registry, Identity identity, Versions versions, Holder holder) {
        this.registry = registry;
        this.identity = identity;
        this.versions = versions;
        this.holder = holder;
        this.fingerprinter = new Fingerprinter(identity::idOfLoaded);
        this.mayAdd = holder == null && identity.everyClassHasId();
    }

    /** Lends an object that the program holds already, so that it is filled again. */
    public LoadedObjects lending(Object object, long id) {
        lent = object;
        lentId = id;
        return this;
    }

    /**
     * Refreshes an object of the transaction, unless it is current or the program has changed it.
     */
    @Override
    public Held held(PersistentClass type, long id, int found) {
        if (id == lentId && lent != null) {
            return filling(lent, null);
        }
        Object object = holder == null ? null : holder.find(id);
        Registry.State state = object == null ? null : registry.find(object);
        if (state == null) {
            return null;
        }
        boolean isCurrent = !holder.isOutdated(object) && state.version() + versions.held(id) == found;
        if (isCurrent && state.notLoaded() == null || !identity.isUnchanged(type, object, state)) {
            return returning(object);
        }
        if (type.isRecord()) {
            return null;
        }
        if (!isCurrent) {
            return filling(object, null);
        }
        BitSet missing = state.notLoaded().toBeLoaded();
        if (missing.isEmpty()) {
            return returning(object);
        }
        filled.put(object, state.notLoaded());
        return filling(object, missing);
    }

    @Override
    public boolean has(long id) {
        return lent != null && id == lentId || holder != null && holder.find(id) != null;
    }

    /** The object that the transaction has already, or a new stand-in. */
    @Override
    public Object standIn(PersistentClass type, long id) {
        Object object = holder == null ? null : holder.find(id);
        return object == null ? identity.standIn(type, id, fingerprinter) : returning(object).object();
    }

    @Override
    public boolean refusesGaps() {
        return holder != null && holder.refusesGaps();
    }

    @Override
    public void refused(EspalierException gap) {
        if (holder != null) {
            holder.refused(gap);
        }
    }

    private Held filling(Object object, BitSet missing) {
        if (holder != null) {
            holder.filling(object);
        }
        return new Held(object, missing);
    }

    private Held returning(Object object) {
        holder.returning(object);
        return new Held(object, NOTHING);
    }

    /** Where every object has its id in itself, nothing has to wait for the others. */
    @Override
    public void loaded(PersistentClass type, Object object, long id, int found, Gaps gaps) {
        int version = found - versions.moved(id);
        if (type.version() != null) {
            // A copy of an object that is not complete says nothing of what was left out, and must not pass for a copy of the whole.
            type.version().set(object, gaps == null ? version : VersionAccess.UNKNOWN);
        }
        versions.hold(id);
        if (mayAdd && object != lent) {
            fingerprinter.take(type, object, gaps == null ? null : gaps.leftOut());
            registry.addNew(object, id, version, fingerprinter, LeftOut.of(type, object, gaps, fingerprinter));
        } else {
            LeftOut before = filled.get(object);
            waiting.add(new Loaded(type, object, id, version, before == null ? gaps : before.with(gaps)));
            registry.put(object, new Registry.State(id, version, null, null));
        }
    }

    @Override
    public boolean wantsRows() {
        return holder != null && holder.wantsRows();
    }

    @Override
    public void rows(LinkTable table, long owner, List<Object[]> rows) {
        if (versions.moved(owner) == 0) {
            holder.rows(table, owner, rows);
        }
    }

    /** To be called when the answer is complete: only then is the id of every object known that another one refers to. */
    public void complete() {
        for (Loaded one : waiting) {
            Fingerprint fingerprint = fingerprinter.of(one.type(), one.object(), one.gaps() == null ? null : one.gaps().leftOut());
            LeftOut leftOut = LeftOut.of(one.type(), one.object(), one.gaps(), fingerprinter);
            Registry.State state = new Registry.State(one.id(), one.version(), fingerprint, leftOut);
            registry.put(one.object(), state);
            if (holder != null) {
                holder.loaded(one.object(), state, versions.moved(one.id()) == 0);
            }
        }
        registry.releaseDead();
    }
}
