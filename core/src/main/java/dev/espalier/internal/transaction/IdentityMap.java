package dev.espalier.internal.transaction;

import static java.util.Objects.requireNonNull;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.model.VersionAccess;
import dev.espalier.internal.restore.CapturedObjects;
import dev.espalier.internal.restore.Restoration;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.write.ByObject;
import dev.espalier.internal.write.Identity;
import dev.espalier.internal.write.KnownState;
import dev.espalier.internal.write.LeftOut;
import dev.espalier.internal.write.LoadedObjects;
import dev.espalier.internal.write.Registry;
import dev.espalier.internal.write.Versions;
import dev.espalier.internal.write.WriteSetBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one attempt: one Java object for each object of the database, what is known about them and not committed, and what they were before.
 * For one thread.
 */
final class IdentityMap implements LoadedObjects.Holder, WriteSetBuilder.StoredValues {

    private final Registry committed;
    private final Registry registry;
    private final Identity identity;
    private final Restoration restoration;
    private final CapturedObjects captured;
    private final GapPolicy gaps;
    private final CollectionRows rows;
    private Set<Object> remembered = ByObject.none();
    private final Map<Long, Object> byId = new HashMap<>();
    private final Map<Long, Object> written = new HashMap<>();
    /** The Java objects that the work has written, deleted or locked, by id. */
    private final Map<Long, Object> changed = new HashMap<>();

    private final Set<Long> inserted = new HashSet<>();
    private final Set<Long> readIds = new HashSet<>();
    /** The objects of {@link #byId} for which another Java object was written. */
    private Set<Object> outdated = ByObject.none();
    /** The objects that were filled from the database. The value is what the registry shall know about a new one after a rollback; else null. */
    private final Map<Object, KnownState> read = ByObject.map();

    private final List<Object> touched = new ArrayList<>();
    /** The objects that a store has reached and not written, whose inverses it may have updated. */
    private Set<Object> reached = ByObject.none();

    /** Whether bounds have left out something of an object of {@link #byId}, beside inverse collections of objects that were not asked for. */
    private boolean lacks;
    /** Whether such inverse collections are left out. */
    private boolean lacksInverses;

    /**
     * @param committed the registry outside of the unit of work
     * @param identity over that registry
     * @param captured the captured objects of the unit of work
     * @param mostRows how many rows of collections are kept
     */
    IdentityMap(
            ObjectModel model,
            Registry committed,
            Identity identity,
            CapturedObjects captured,
            GapPolicy gaps,
            int mostRows) {
        this.committed = committed;
        this.registry = committed.layer();
        this.identity = identity.over(registry);
        this.captured = captured;
        this.restoration = new Restoration(model, committed);
        this.gaps = gaps;
        this.rows = new CollectionRows(mostRows);
    }

    /** What is known about objects within the attempt. */
    Registry registry() {
        return registry;
    }

    /** The identity of objects within the attempt. */
    Identity identity() {
        return identity;
    }

    /** The work remembers the object before it changes it. */
    void remember(Object object) {
        requireSameAsBefore(object);
        restoration.save(object);
        remembered = ByObject.with(object, remembered);
    }

    /** The work locks the object. */
    void locked(Object object, long id) {
        requireSameAsBefore(object);
        restoration.save(object);
        changed.put(id, object);
    }

    private void requireSameAsBefore(Object object) {
        if (!restoration.isSaved(object) && !captured.has(object)) {
            captured.remembered(
                    identity.typeOf(object),
                    object,
                    identity.idOf(object),
                    identity.fingerprintOf(object, inserted::contains),
                    committed.find(object));
        }
    }

    /** The objects that the work has remembered, or has got from a read although no read has loaded them. */
    Set<Object> remembered() {
        return remembered;
    }

    /** The Java object that the work has written, deleted or locked for that id; null for none. */
    @Nullable
    Object changed(long id) {
        return changed.get(id);
    }

    /** Whether this Java object was filled from the database in this attempt. */
    boolean hasRead(Object object) {
        return read.containsKey(object);
    }

    /** Whether the object with that id was read in this attempt. */
    boolean hasRead(long id) {
        return readIds.contains(id);
    }

    @Override
    public @Nullable Object find(long id) {
        return byId.get(id);
    }

    @Override
    public boolean mayLack(boolean inverses) {
        return lacks || inverses && lacksInverses;
    }

    private void noteLeftOut(@Nullable KnownState state) {
        LeftOut leftOut = state == null ? null : state.notLoaded();
        if (leftOut != null) {
            lacksInverses = true;
            lacks |= !leftOut.isOfInverses();
        }
    }

    @Override
    public boolean isOutdated(Object object) {
        return outdated.contains(object);
    }

    /** Whether the work has read an object, and has written another Java object for it. */
    boolean hasOutdated() {
        return !outdated.isEmpty();
    }

    @Override
    public boolean refusesGaps() {
        return gaps.refusesGaps();
    }

    @Override
    public void refused(EspalierException gap) {
        gaps.refused(gap);
    }

    @Override
    public void filling(Object object) {
        restoration.save(object);
        read.putIfAbsent(object, null); // a rollback restores the object, and with it what is known about it now
    }

    /**
     * The work may change an object that it has read. One that was known only because a store had reached it counts as remembered from now on: a
     * rollback restores it, and a retry refreshes it if the program has not changed it before.
     */
    @Override
    public void returning(Object object) {
        if (!read.containsKey(object)) {
            restoration.save(object);
            remembered = ByObject.with(object, remembered);
        }
    }

    @Override
    public void loaded(Object object, KnownState state, boolean isCommitted) {
        Long id = state.id();
        byId.put(id, object);
        readIds.add(id);
        touched.add(object);
        noteLeftOut(state);
        outdated.remove(object);
        if (!read.containsKey(object)) {
            read.put(object, isCommitted ? state : null);
        }
        restoration.saveNew(object); // what was filled is saved
    }

    @Override
    public boolean wantsRows() {
        return rows.hasRoom();
    }

    @Override
    public void rows(LinkTable table, long owner, List<Object[]> found) {
        rows.put(table, owner, found);
    }

    /** The rows of a collection as they were read; null if they were not read or not kept. */
    @Override
    public @Nullable List<Object[]> rows(long owner, LinkTable table) {
        return rows.of(owner, table);
    }

    /** True only as long as the registry knows the state that a read of this attempt has found: this state was saved. */
    @Override
    public boolean isUnchanged(Object object, KnownState known, ValueAttribute attribute) {
        KnownState found = read.get(object);
        return found != null
                && found.version() == known.version()
                && Objects.equals(found.fingerprint(), known.fingerprint())
                && restoration.isUnchanged(object, attribute.name());
    }

    /** Whether the objects can be read without sending the writes before: each is in the database, or has its latest state here. */
    boolean canReadWithoutSending(long[] ids) {
        if (!inserted.isEmpty()) {
            for (long id : ids) {
                if (inserted.contains(id)) {
                    return false;
                }
            }
        }
        return outdated.isEmpty();
    }

    /**
     * Takes in the objects of a write set.
     *
     * @throws EspalierException {@code two-objects} if two Java objects for one of the database were written; {@code not-remembered}
     */
    void stored(WriteSetBuilder builder) {
        if (!written.isEmpty()) {
            builder.forEach((object, before, id, isWritten) -> {
                if (isWritten && written.getOrDefault(id, object) != object) {
                    throw WriteSetBuilder.twoObjects(identity.typeOf(object), id);
                }
            });
        }
        builder.forEach((object, before, id, isWritten) -> {
            if (!restoration.isSaved(object) && !captured.has(object)) {
                if (isWritten) {
                    captured.stored(
                            identity.typeOf(object),
                            object,
                            before,
                            identity.fingerprintOf(object, inserted::contains));
                } else {
                    captured.reached(object);
                }
            }
        });
        builder.forEach(this::stored);
    }

    private void stored(Object object, long before, long number, boolean isWritten) {
        PersistentClass type = identity.typeOf(object);
        KnownState state = before == 0 ? null : registry.find(object);
        if (state == null
                || state.version() != VersionAccess.UNKNOWN) { // a store leaves those of a stand-in as they are
            restoration.saveInverses(type, object);
        }
        Long id = number;
        Object known = byId.putIfAbsent(id, object);
        if (known == null) {
            noteLeftOut(state);
        }
        if (isWritten && known != null && known != object) {
            outdated = ByObject.with(known, outdated);
        }
        if (before == 0) {
            inserted.add(id);
            restoration.saveId(object, () -> setIdAndVersion(object, 0, VersionAccess.UNKNOWN));
        } else if (isWritten) {
            int version = identity.ownVersionOf(object);
            restoration.saveId(object, () -> identity.setVersion(object, version));
        }
        if (isWritten) {
            written.put(id, object);
            changed.put(id, object);
            touched.add(object);
        } else if (type.hasInverseOfOne()) {
            reached = ByObject.with(object, reached);
        }
    }

    /** Takes in a deletion. */
    void deleted(Object object, long id) {
        int version = identity.ownVersionOf(object);
        restoration.saveId(object, () -> setIdAndVersion(object, id, version));
        byId.remove(id);
        written.remove(id);
        changed.put(id, object);
        if (!identity.isStandIn(object)) { // a stand-in stays one, and nothing about it is to be committed
            identity.ownersOfInverses(object).forEach(owner -> restoration.saveInverses(identity.typeOf(owner), owner));
            identity.forget(object);
            touched.add(object);
        }
    }

    private void setIdAndVersion(Object object, long id, int version) {
        identity.setId(object, id);
        identity.setVersion(object, version);
    }

    /**
     * Makes what is known within the attempt known outside.
     *
     * @param sent how the attempt itself has changed versions
     * @param after how the transaction that was committed has changed them
     */
    void committed(Versions sent, Versions after) {
        for (Object object : touched) {
            KnownState state = requireNonNull(registry.findOwn(object));
            if (state.id() == 0) {
                committed.forget(object, state);
            } else {
                int version = outdated.contains(object)
                        ? state.version()
                        : after.before(state.id(), state.version())
                                + Math.max(sent.held(state.id()), after.held(state.id()));
                KnownState latest = state.at(version);
                committed.put(object, latest);
                identity.setVersion(object, latest.shownVersion());
            }
        }
        touched.forEach(reached::remove);
        for (Object object : reached) {
            KnownState state = registry.findOwn(object);
            if (state != null && isSame(state, committed.find(object))) {
                committed.put(object, state);
            }
        }
    }

    /** Whether both say the same of what is stored. */
    private static boolean isSame(KnownState state, @Nullable KnownState other) {
        return other != null
                && state.id() == other.id()
                && state.version() == other.version()
                && Objects.equals(state.fingerprint(), other.fingerprint());
    }

    /**
     * Gives all objects their state back.
     *
     * @throws EspalierException {@code not-restored} if that is not possible for one; all others are restored
     */
    void restore() {
        try {
            restoration.restore();
        } finally {
            read.forEach((object, state) -> {
                if (state != null && restoration.isUntouchedByOthers(object)) {
                    committed.put(object, state);
                }
            });
        }
    }
}
