package dev.espalier.internal.write;

import static java.util.Objects.requireNonNull;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.graph.Gaps;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.VersionAccess;
import dev.espalier.internal.schema.LinkTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Remembers the objects of one answer, so that storing them later writes what has changed and nothing else. For one thread. */
public final class LoadedObjects implements Received {

    private static final BitSet NOTHING = new BitSet();

    private final Registry registry;
    private final Identity identity;
    private final Fingerprinter fingerprinter;
    /** Null outside of transactions. */
    private final @Nullable Versions versions;

    private final @Nullable Holder holder;
    /** Entries of objects that nobody else knows yet. */
    private RegistryEntry[] added = new RegistryEntry[4];

    private int addedCount;
    /** States of objects that the registry may know. */
    private final List<Known> known = new ArrayList<>(0);
    /** Objects whose fingerprint must wait for the ids of others. */
    private final List<Loaded> waiting = new ArrayList<>(0);
    /** The ids of loaded objects that do not say theirs. */
    private final @Nullable Map<Object, Long> ids;
    /** What had been left out of objects that are filled up. */
    private Map<Object, LeftOut> filled = Map.of();

    /** The objects that this answer fills: one that comes on two ways is filled alike, though its row has changed it meanwhile. */
    private Map<Object, Held> fillings = Map.of();

    /** The states of objects that the program has changed; only their inverses are filled. */
    private Map<Object, Changed> changed = Map.of();

    /** That of the object before: many objects of one class have the same. */
    private @Nullable LeftOut lastLeftOut;

    private @Nullable Object lent;
    private long lentId;

    private record Loaded(
            PersistentClass type,
            Object object,
            long id,
            int version,
            @Nullable Gaps gaps) {}

    private record Known(Object object, KnownState state) {}

    private record Changed(KnownState state, BitSet inverses) {}

    /** Holds one Java object for each database object. */
    public interface Holder {

        /** The object with that id; null for none. */
        @Nullable
        Object find(long id);

        /** Whether one of its objects may lack what bounds have left out; see {@link LoadContext#mayLack}. */
        default boolean mayLack(boolean inverses) {
            return false;
        }

        /** Whether another object that stands for the same one of the database was stored. */
        boolean isOutdated(Object object);

        /** Whether what is read may not be of one moment, so that gaps are refused. */
        default boolean refusesGaps() {
            return false;
        }

        /** An object is refused because of a gap; this is thrown next. */
        default void refused(EspalierException gap) {}

        /** Whether an object that is current, and of which something was left out, gets the rest. */
        default boolean fillsUp() {
            return true;
        }

        /** An object that was there is going to be filled. */
        void filling(Object object);

        /** An object that was there is part of an answer, as it is. */
        default void returning(Object object) {}

        /**
         * An object was loaded. Called when all of the answer were.
         *
         * @param isCommitted whether the database had it like this before the transaction
         */
        void loaded(Object object, KnownState state, boolean isCommitted);

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

        /** Has these objects by their ids, and no more of them than there is: only those that others have changed are read again. */
        static Holder of(Map<Long, Object> byId) {
            return new Holder() {
                @Override
                public @Nullable Object find(long id) {
                    return byId.get(id);
                }

                @Override
                public boolean isOutdated(Object object) {
                    return false;
                }

                @Override
                public boolean fillsUp() {
                    return false;
                }

                @Override
                public void filling(Object object) {}

                @Override
                public void loaded(Object object, KnownState state, boolean isCommitted) {}
            };
        }
    }

    public LoadedObjects(Registry registry, Identity identity) {
        this(registry, identity, null, null);
    }

    /**
     * For the reads of a transaction.
     *
     * @param versions what it has done so far to the objects' versions
     * @param holder has its objects
     */
    public LoadedObjects(Registry registry, Identity identity, @Nullable Versions versions, @Nullable Holder holder) {
        this.registry = registry;
        this.identity = identity;
        this.versions = versions;
        this.holder = holder;
        this.ids = identity.everyClassHasId() ? null : new IdentityHashMap<>();
        this.fingerprinter = new Fingerprinter(ids == null ? identity::idOfLoaded : object -> idOf(ids, object));
    }

    private long idOf(Map<Object, Long> ofLoaded, Object object) {
        Long id = ofLoaded.get(object);
        return id == null ? identity.idOfLoaded(object) : id;
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
    public @Nullable Held held(PersistentClass type, long id, int found, boolean withInverses) {
        if (id == lentId && lent != null) {
            KnownState before = registry.find(lent);
            return filling(
                    lent, null, before == null || identity.isStandIn(lent) || hadInverses(type, before.notLoaded()));
        }
        Object object = holder == null ? null : holder.find(id);
        KnownState state = object == null ? null : registry.find(object);
        if (object == null || state == null || holder == null || versions == null) {
            return null;
        }
        Held before = fillings.get(object);
        if (before != null) {
            return before;
        }
        LeftOut notLoaded = state.notLoaded();
        boolean isCurrent = !holder.isOutdated(object) && state.version() + versions.held(id) == found;
        if (isCurrent && (notLoaded == null || !holder.fillsUp() || !withInverses && notLoaded.isOfInverses())) {
            return returning(holder, object);
        }
        if (!identity.isUnchanged(type, object, state)) {
            return isCurrent && withInverses && notLoaded != null
                    ? fillingInverses(holder, type, object, state, notLoaded)
                    : returning(holder, object);
        }
        if (type.isRecord()) {
            return null;
        }
        if (!isCurrent || notLoaded == null) {
            return filling(object, null, hadInverses(type, notLoaded));
        }
        BitSet missing = notLoaded.toBeLoaded();
        if (missing.isEmpty() || !withInverses && type.areInverses(missing)) {
            return returning(holder, object);
        }
        if (filled.isEmpty()) {
            filled = new IdentityHashMap<>();
        }
        filled.put(object, notLoaded);
        return filling(object, missing, false);
    }

    /** The changes of the program stay, and do not count as stored. */
    private Held fillingInverses(Holder of, PersistentClass type, Object object, KnownState state, LeftOut notLoaded) {
        BitSet inverses = notLoaded.inversesToBeLoaded(type, object, fingerprinter);
        of.returning(object);
        if (inverses.isEmpty()) {
            return new Held(object, NOTHING, false);
        }
        if (changed.isEmpty()) {
            changed = new IdentityHashMap<>();
        }
        changed.put(object, new Changed(state, inverses));
        return filling(object, inverses, false);
    }

    /** Whether the object had an inverse collection. */
    private static boolean hadInverses(PersistentClass type, @Nullable LeftOut notLoaded) {
        return type.inverses().stream()
                .anyMatch(inverse -> !inverse.isOne()
                        && (notLoaded == null
                                || !notLoaded.attributes().get(type.attributes().indexOf(inverse))));
    }

    @Override
    public boolean mayLack(boolean inverses) {
        return holder != null && holder.mayLack(inverses);
    }

    @Override
    public boolean has(long id) {
        return lent != null && id == lentId || holder != null && holder.find(id) != null;
    }

    /** The object that the transaction has already, or a new stand-in. */
    @Override
    public Object standIn(PersistentClass type, long id) {
        Object object = holder == null ? null : holder.find(id);
        if (object != null && holder != null) {
            return returning(holder, object).object();
        }
        if (holder != null) {
            return identity.standIn(type, id);
        }
        Object standIn = Identity.newStandIn(type, id);
        add(identity.entryOfStandIn(type, standIn, id));
        if (ids != null) {
            ids.put(standIn, id);
        }
        return standIn;
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

    private Held filling(Object object, @Nullable BitSet missing, boolean inverses) {
        if (holder != null) {
            holder.filling(object);
        }
        Held held = new Held(object, missing, inverses);
        if (fillings.isEmpty()) {
            fillings = new IdentityHashMap<>();
        }
        fillings.put(object, held);
        return held;
    }

    private static Held returning(Holder holder, Object object) {
        holder.returning(object);
        return new Held(object, NOTHING, false);
    }

    @Override
    public void loaded(PersistentClass type, Object object, long id, int found, @Nullable Gaps gaps) {
        take(type, object, id, found, gaps, null);
    }

    @Override
    public void loaded(
            PersistentClass type, Object object, long id, int found, @Nullable Gaps gaps, References references) {
        take(type, object, id, found, gaps, references);
    }

    /** If every object has its id in itself, nothing has to wait for the others. */
    private void take(
            PersistentClass type,
            Object object,
            long id,
            int found,
            @Nullable Gaps gaps,
            @Nullable References references) {
        Changed stays = changed.isEmpty() ? null : changed.get(object);
        if (stays != null) {
            takeInverses(type, object, stays, gaps);
            return;
        }
        int version = versions == null ? found : found - versions.moved(id);
        LeftOut before = filled.isEmpty() ? null : filled.get(object);
        Gaps all = before == null ? gaps : before.with(gaps);
        if (type.version() != null) {
            // A copy of an object that is not complete says nothing of what was left out, and must not pass for a copy
            // of the whole. Inverses are not stored: a copy need not say them.
            type.version()
                    .set(object, all == null || type.areInverses(all.leftOut()) ? version : VersionAccess.UNKNOWN);
        }
        if (versions != null) {
            versions.hold(id);
        }
        if (ids == null) {
            remember(type, object, id, version, all, references);
        } else {
            ids.put(object, id);
            waiting.add(new Loaded(type, object, id, version, all));
        }
    }

    private void takeInverses(PersistentClass type, Object object, Changed stays, @Nullable Gaps gaps) {
        KnownState before = stays.state();
        LeftOut rest = requireNonNull(before.notLoaded()).without(type, stays.inverses(), gaps);
        Fingerprint fingerprint = before.fingerprint();
        for (CollectionAttribute inverse : type.inverses()) {
            Object one =
                    inverse.isOne() && stays.inverses().get(type.attributes().indexOf(inverse))
                            ? inverse.access().get(object)
                            : null;
            if (one != null && fingerprint != null) {
                fingerprint = fingerprint.withOne(
                        inverse.name(), one, ids == null ? identity.idOfLoaded(one) : idOf(ids, one));
            }
        }
        known.add(new Known(object, new KnownState(before.id(), before.version(), fingerprint, rest)));
    }

    private void remember(
            PersistentClass type,
            Object object,
            long id,
            int version,
            @Nullable Gaps gaps,
            @Nullable References references) {
        fingerprinter.take(type, object, gaps == null ? null : gaps.leftOut(), references);
        LeftOut leftOut = LeftOut.of(type, object, gaps, fingerprinter, lastLeftOut);
        lastLeftOut = leftOut;
        if (holder == null && object != lent) {
            add(new RegistryEntry(object, id, version, fingerprinter, leftOut));
        } else {
            known.add(new Known(object, new KnownState(id, version, fingerprinter.taken(), leftOut)));
        }
    }

    private void add(RegistryEntry entry) {
        if (addedCount == added.length) {
            added = Arrays.copyOf(added, addedCount * 2);
        }
        added[addedCount++] = entry;
    }

    @Override
    public boolean wantsRows() {
        return holder != null && holder.wantsRows();
    }

    @Override
    public void rows(LinkTable table, long owner, List<Object[]> rows) {
        if (versions != null && holder != null && !versions.hasChanged(owner)) {
            holder.rows(table, owner, rows);
        }
    }

    /** Only now is the id of every object known that another one refers to. */
    @Override
    public void complete() {
        for (Loaded one : waiting) {
            remember(one.type(), one.object(), one.id(), one.version(), one.gaps(), null);
        }
        registry.base().addLoaded(added, addedCount);
        for (Known one : known) {
            registry.put(one.object(), one.state());
            if (versions != null && holder != null) {
                holder.loaded(
                        one.object(),
                        one.state(),
                        !versions.hasChanged(one.state().id()));
            }
        }
        registry.releaseDead();
    }
}
