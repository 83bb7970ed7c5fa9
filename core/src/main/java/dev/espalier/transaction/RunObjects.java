package dev.espalier.transaction;

import dev.espalier.error.EspalierException;
import dev.espalier.model.ObjectModel;
import dev.espalier.restore.CapturedObjects;
import dev.espalier.restore.Restoration;
import dev.espalier.schema.LinkTable;
import dev.espalier.write.Identity;
import dev.espalier.write.LoadedObjects;
import dev.espalier.write.Registry;
import dev.espalier.write.Versions;
import dev.espalier.write.WriteSet;
import dev.espalier.write.WriteSetBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The objects of one run: one for each of the database, what they were before, and what is known of them that is not committed. For one
 * thread.
 */
final class RunObjects implements LoadedObjects.Holder {

    private final Registry committed;
    private final Registry registry;
    private final Identity identity;
    private final BooleanSupplier refusesGaps;
    private final Consumer<EspalierException> refused;
    private final Restoration restoration;
    private final CapturedObjects captured;
    private final Set<Object> remembered = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Long, Object> byId = new HashMap<>();
    private final Map<Long, Object> written = new HashMap<>();
    /** The Java objects that the work has written, deleted or locked, by id. */
    private final Map<Long, Object> named = new HashMap<>();
    private final Set<Long> inserted = new HashSet<>();
    private final Set<Long> readIds = new HashSet<>();
    private final Set<Object> outdated = Collections.newSetFromMap(new IdentityHashMap<>());
    /** What is known of the objects that were made for what was read; null where it is not committed, and for those that were there before. */
    private final Map<Object, Registry.State> read = new IdentityHashMap<>();
    private final List<Object> touched = new ArrayList<>();
    private final boolean readsOnly;
    /** The collections' rows as they were read, by owner, as far as they are few. */
    private final Map<Long, Map<LinkTable, List<Object[]>>> rows = new HashMap<>();
    private int rowsKept;

    /** More are read again when they are written. */
    private static final int MOST_ROWS = 100_000;

    /**
     * @param committed what is known of objects outside
     * @param readsOnly whether nothing will be written
     * @param captured of all attempts of the unit of work
     * @param refusesGaps whether a reference to something that is not there is refused
     * @param refused is told of that
     */
    RunObjects(ObjectModel model, Registry committed, Identity identity, boolean readsOnly, CapturedObjects captured, BooleanSupplier refusesGaps,
            Consumer<EspalierException> refused) {
        this.committed = committed;
        this.registry = committed.layer();
        this.identity = identity.over(registry);
        this.readsOnly = readsOnly;
        this.captured = captured;
        this.restoration = new Restoration(model, committed);
        this.refusesGaps = refusesGaps;
        this.refused = refused;
    }

    /** What is known of objects within the run. */
    Registry registry() {
        return registry;
    }

    /** Which database objects Java objects are within the run. */
    Identity identity() {
        return identity;
    }

    /** Sees to it that the object will be what it is now if the run comes to nothing. */
    void keep(Object object) {
        restoration.save(object);
    }

    /** The program has told of the object before changing it. */
    void remember(Object object) {
        meet(object);
        keep(object);
        remembered.add(object);
    }

    /** The next attempt must find the object as this one does, unless it is refreshed. */
    private void meet(Object object) {
        if (!restoration.isSaved(object) && !captured.has(object)) {
            captured.remembered(identity.typeOf(object), object, identity.idOf(object), identity.fingerprintOf(object, this::isNew), committed.find(object));
        }
    }

    /** The objects that the program has told of. */
    Set<Object> remembered() {
        return remembered;
    }

    /** The work is going to lock the object. */
    void locked(Object object, long id) {
        meet(object);
        keep(object);
        named.put(id, object);
    }

    /** The Java object that the work has written, deleted or locked as that one of the database; null for none. */
    Object named(long id) {
        return named.get(id);
    }

    /** Whether this Java object was filled from the database in this run. */
    boolean hasRead(Object object) {
        return read.containsKey(object);
    }

    @Override
    public Object find(long id) {
        return byId.get(id);
    }

    @Override
    public boolean isOutdated(Object object) {
        return outdated.contains(object);
    }

    @Override
    public boolean refusesGaps() {
        return refusesGaps.getAsBoolean();
    }

    @Override
    public void refused(EspalierException gap) {
        refused.accept(gap);
    }

    @Override
    public void filling(Object object) {
        keep(object);
        read.putIfAbsent(object, null); // it will be what it is now, of which is known what is known now
    }

    @Override
    public void loaded(Object object, Registry.State state, boolean isCommitted) {
        byId.put(state.id(), object);
        readIds.add(state.id());
        touched.add(object);
        outdated.remove(object);
        if (!read.containsKey(object)) {
            read.put(object, isCommitted ? state : null);
        }
        keep(object);
    }

    @Override
    public boolean wantsRows() {
        return !readsOnly && rowsKept < MOST_ROWS;
    }

    @Override
    public void rows(LinkTable table, long owner, List<Object[]> read) {
        rows.computeIfAbsent(owner, id -> new HashMap<>()).put(table, read);
        rowsKept += read.size();
    }

    /** The rows of a collection as they were read with its owner; null where they were not, or not kept. */
    List<Object[]> rowsOf(long owner, LinkTable table) {
        return rows.getOrDefault(owner, Map.of()).get(table);
    }

    /** Whether the object with that id was read in this run. */
    boolean hasRead(long id) {
        return readIds.contains(id);
    }

    /** Whether what was read is what is written, in one Java object for each of the database. */
    boolean haveNoDoubles() {
        return outdated.isEmpty();
    }

    /** Whether each of the objects is here as the run has it, or in the database. */
    boolean canBeReadWithoutSending(long[] ids) {
        return outdated.isEmpty() && Arrays.stream(ids).noneMatch(inserted::contains);
    }

    /**
     * Takes in what was built.
     *
     * @throws EspalierException if two objects that stand for one of the database were stored
     */
    void stored(WriteSetBuilder builder) {
        builder.forEach((object, before, id, isWritten) -> {
            if (isWritten && written.getOrDefault(id, object) != object) {
                throw WriteSetBuilder.twoObjects(identity.typeOf(object), id);
            }
        });
        builder.forEach((object, before, id, isWritten) -> {
            if (!restoration.isSaved(object) && !captured.has(object)) {
                if (isWritten) {
                    captured.stored(identity.typeOf(object), object, before, identity.fingerprintOf(object, this::isNew));
                } else {
                    captured.reached(object);
                }
            }
        });
        builder.forEach((object, before, id, isWritten) -> {
            Object known = byId.putIfAbsent(id, object);
            if (isWritten && known != null && known != object) {
                outdated.add(known);
            }
            if (before == 0) {
                inserted.add(id);
                restoration.saveId(object, () -> setBack(object, 0, WriteSet.Update.UNKNOWN));
            } else if (isWritten) {
                int version = identity.ownVersionOf(object);
                restoration.saveId(object, () -> identity.setVersion(object, version));
            }
            if (isWritten) {
                written.put(id, object);
                named.put(id, object);
                touched.add(object);
            }
        });
    }

    private void setBack(Object object, long id, int version) {
        identity.setId(object, id);
        identity.setVersion(object, version);
    }

    private boolean isNew(long id) {
        return inserted.contains(id);
    }

    /** The object is going to be deleted. */
    void deleted(Object object, long id) {
        int version = identity.ownVersionOf(object);
        restoration.saveId(object, () -> setBack(object, id, version));
        byId.remove(id);
        written.remove(id);
        named.put(id, object);
        identity.forget(object);
        touched.add(object);
    }

    /**
     * What was known within the run is known outside now.
     *
     * @param sent what the run itself has sent has done to the versions
     * @param after what the transaction that was committed has
     */
    void committed(Versions sent, Versions after) {
        for (Object object : touched) {
            Registry.State state = registry.findOwn(object);
            if (state.id() == 0) {
                committed.remove(object);
            } else {
                int version = outdated.contains(object) ? state.version()
                        : after.before(state.id(), state.version()) + Math.max(sent.held(state.id()), after.held(state.id()));
                committed.put(object, new Registry.State(state.id(), version, state.fingerprint(), state.notLoaded()));
                identity.setVersion(object, version);
            }
        }
    }

    /**
     * Makes all objects what they were.
     *
     * @throws EspalierException {@code not-restored} if one could not be; all others are what they were
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
