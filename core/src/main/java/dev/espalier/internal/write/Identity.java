package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.ID_CHANGED;
import static dev.espalier.error.ErrorCode.NOT_LOADED;
import static dev.espalier.error.ErrorCode.NOT_STORED;

import dev.espalier.error.NotLoadedException;
import dev.espalier.error.StoreException;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.VersionAccess;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** Finds the database object that a Java object stands for: by its id field if it has one, else by the registry. Safe for any number of threads. */
public final class Identity {

    private final ObjectModel model;
    private final Registry registry;
    private final BulkLoaded bulkLoaded;
    private final boolean everyClassHasId;
    /** For each class, the attributes that are left out of a stand-in that holds nothing. */
    private final Map<PersistentClass, LeftOut> standIns;

    private Identity(
            ObjectModel model,
            Registry registry,
            BulkLoaded bulkLoaded,
            boolean everyClassHasId,
            Map<PersistentClass, LeftOut> standIns) {
        this.model = model;
        this.registry = registry;
        this.bulkLoaded = bulkLoaded;
        this.everyClassHasId = everyClassHasId;
        this.standIns = standIns;
    }

    /** @param bulkLoaded the objects that were bulk-loaded last */
    public Identity(ObjectModel model, Registry registry, BulkLoaded bulkLoaded) {
        this(
                model,
                registry,
                bulkLoaded,
                model.classes().stream()
                        .filter(type -> !type.isAbstract())
                        .allMatch(type -> type.id() != null && type.id().isWritable()),
                new ConcurrentHashMap<>());
    }

    /** The same objects as another registry knows them. */
    public Identity over(Registry other) {
        return new Identity(model, other, bulkLoaded, everyClassHasId, standIns);
    }

    /**
     * The object's class in the model.
     *
     * @throws StoreException if it has none
     */
    public PersistentClass typeOf(Object object) {
        return ObjectWalk.typeOf(model, object);
    }

    /** Whether the objects of all classes carry their id in a field that can be set. */
    boolean everyClassHasId() {
        return everyClassHasId;
    }

    /** The object's id, or 0 if it has none yet. */
    public long idOf(Object object) {
        return idOf(typeOf(object), object, registry.find(object));
    }

    /** The id of an object of an answer, without doubting it. */
    long idOfLoaded(Object object) {
        PersistentClass type = model.classOf(object);
        if (type == null) {
            return 0;
        }
        if (type.id() != null && type.id().isWritable()) {
            return type.id().get(object);
        }
        KnownState state = registry.find(object);
        return state == null ? 0 : state.id();
    }

    /**
     * The object's id.
     *
     * @throws StoreException if it has none
     */
    public long requireId(Object object) {
        long id = idOf(object);
        if (id == 0) {
            throw new StoreException(
                    NOT_STORED, "an object of " + typeOf(object) + " has no id: it was never stored here");
        }
        return id;
    }

    /** The object was bulk-loaded with this id. */
    void bulkLoaded(PersistentClass type, Object object, long id) {
        if (type.id() != null && type.id().isWritable()) {
            bulkLoaded.add(id, object);
        }
        if (type.version() != null) {
            type.version().set(object, 0);
        }
    }

    /** What is known of the object; null for nothing. */
    @Nullable
    KnownState known(Object object) {
        return registry.find(object);
    }

    /**
     * Refuses an object that was deleted before all of it was loaded: the new one would lack the rest.
     *
     * @throws NotLoadedException {@code not-loaded}
     */
    void refuseRest(PersistentClass type, Object object, Fingerprinter fingerprinter) {
        LeftOut leftOut = registry.leftOutOfDeleted(object);
        Attribute lost = leftOut == null ? null : leftOut.lostWithObject(type, object, fingerprinter);
        if (lost != null) {
            throw new NotLoadedException(
                    NOT_LOADED,
                    type + "." + lost.name()
                            + ": found an object that was deleted and of which this field was not loaded, expected its content: a"
                            + " new object would be stored without it. Load an object as a whole before you delete and store it, move a part"
                            + " to another owner in one unit of work, or give the field a value");
        }
    }

    /** The former id of an object that is new because a committed transaction has deleted it as a part; 0 for any other one. */
    long idOfDeletedPart(PersistentClass type, Object object) {
        if (!registry.hasDeletedParts()) {
            return 0;
        }
        KnownState before = registry.findDeletedPart(object);
        if (before != null) {
            return before.id();
        }
        long field = type.id() == null || registry.find(object) != null
                ? 0
                : type.id().get(object);
        return registry.isDeletedPart(field) ? field : 0;
    }

    /**
     * Replaces what is known of the object, and the version in it.
     *
     * @param type the object's class
     */
    void know(PersistentClass type, Object object, KnownState state) {
        registry.put(object, state);
        if (type.version() != null) {
            type.version().set(object, state.shownVersion());
        }
    }

    /** What the object's {@code @Version} field says; {@link VersionAccess#UNKNOWN} for nothing. */
    public int ownVersionOf(Object object) {
        VersionAccess version = typeOf(object).version();
        return version == null ? VersionAccess.UNKNOWN : version.get(object);
    }

    /** The version that the object's content is based on; {@link VersionAccess#UNKNOWN} if nothing says it. */
    public int versionOf(Object object) {
        KnownState known = registry.find(object);
        PersistentClass type = typeOf(object);
        return versionOf(type, object, idOf(type, object, known), known);
    }

    /**
     * The version that the object's content is based on: what its {@code @Version} field says, for the object may have been filled from elsewhere;
     * else what is known of it; 0 for an object that was bulk-loaded.
     */
    int versionOf(PersistentClass type, Object object, long id, @Nullable KnownState known) {
        // A record's component says what the version was when the record was constructed.
        int own = type.version() == null || known != null && type.isRecord()
                ? VersionAccess.UNKNOWN
                : type.version().get(object);
        if (own != VersionAccess.UNKNOWN) {
            return own;
        }
        return known != null ? known.version() : bulkLoaded.has(id, object) ? 0 : VersionAccess.UNKNOWN;
    }

    /** Whether the fingerprint is that of the object as it was at that version. */
    static boolean isContentKnown(@Nullable KnownState known, int version) {
        return known != null && known.fingerprint() != null && known.version() == version;
    }

    /** Whether the object is a stand-in, which has an id only. */
    public boolean isStandIn(Object object) {
        KnownState known = registry.find(object);
        return known != null && known.version() == VersionAccess.UNKNOWN;
    }

    /**
     * Makes a new object a stand-in for one of the database, which is never written. It outlives the transaction that has made it.
     *
     * @param type its class
     */
    public Object standIn(PersistentClass type, long id) {
        Object object = newStandIn(type, id);
        registry.base().addLoaded(entryOfStandIn(type, object, id));
        return object;
    }

    /** Returns an object that becomes a stand-in if the registry takes {@link #entryOfStandIn}. */
    static Object newStandIn(PersistentClass type, long id) {
        Object object = type.newInstance();
        if (type.id() != null) {
            type.id().set(object, id);
        }
        return object;
    }

    /** Returns what is known of a stand-in. */
    RegistryEntry entryOfStandIn(PersistentClass type, Object object, long id) {
        LeftOut ofNothing = standIns.get(type);
        if (ofNothing == null) {
            ofNothing = LeftOut.ofStandIns(type);
            standIns.put(type, ofNothing);
        }
        return new RegistryEntry(object, id, ofNothing.ofStandIn(type, object, this));
    }

    /** Whether the object stands for the one with that id, and is as it was stored or loaded last. */
    public boolean isUnchanged(Object object, long id) {
        KnownState state = registry.find(object);
        return state != null && state.id() == id && isUnchanged(typeOf(object), object, state);
    }

    /**
     * A fingerprint of all that the object holds now. References to objects that have no id yet are all the same.
     *
     * @param isNew whether the id counts as none, because it was given in a transaction that may be rolled back
     */
    public Fingerprint fingerprintOf(Object object, LongPredicate isNew) {
        return new Fingerprinter(target -> {
                    long id = idOfLoaded(target);
                    return isNew.test(id) ? 0 : id;
                })
                .of(typeOf(object), object, null);
    }

    boolean isUnchanged(PersistentClass type, Object object, KnownState state) {
        Fingerprinter fingerprinter = new Fingerprinter(this::idOfLoaded);
        LeftOut leftOut = state.notLoaded();
        return state.fingerprint() != null
                && fingerprinter
                        .of(type, object, leftOut == null ? null : leftOut.attributes())
                        .equals(state.fingerprint())
                && (leftOut == null || leftOut.isAsLoaded(type, object, fingerprinter));
    }

    /** The objects to which the object refers, and whose inverses hold it therefore. */
    public List<Object> ownersOfInverses(Object object) {
        PersistentClass type = typeOf(object);
        return type.inversesOfReferences().stream()
                .map(inverse -> inverse.reference(type).access().get(object))
                .filter(Objects::nonNull)
                .toList();
    }

    /** Makes a deleted object a new one. A stand-in stays a stand-in: stored as a new object, it would be one without content. */
    public void forget(Object object) {
        if (isStandIn(object)) {
            return;
        }
        Inverses.forget(typeOf(object), object);
        registry.forget(object);
        setId(object, 0);
        setVersion(object, VersionAccess.UNKNOWN);
    }

    /** Writes the object's {@code @Version} field, if it has one. */
    public void setVersion(Object object, int version) {
        PersistentClass type = typeOf(object);
        if (type.version() != null) {
            type.version().set(object, version);
        }
    }

    /** Writes the object's id field, if it has one. */
    public void setId(Object object, long id) {
        PersistentClass type = typeOf(object);
        if (type.id() != null) {
            type.id().set(object, id);
        }
    }

    /** @throws StoreException if the id field does not say what is known of the object */
    long idOf(PersistentClass type, Object object, @Nullable KnownState known) {
        long field = type.id() == null ? 0 : type.id().get(object);
        if (known == null) {
            return registry.bulkIds().isUndone(field) || registry.isDeletedPart(field) ? 0 : field;
        }
        if (type.id() != null && type.id().isWritable() && field != known.id()) {
            throw new StoreException(
                    ID_CHANGED,
                    type + " " + known.id() + ": its id was changed to " + field + "; an id is given once and stays");
        }
        return known.id();
    }
}
