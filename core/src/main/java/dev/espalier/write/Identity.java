package dev.espalier.write;

import dev.espalier.error.StoreException;
import dev.espalier.model.ObjectModel;
import dev.espalier.model.PersistentClass;

/** Which database object a Java object is: by its id field where it has one, else by the registry. Safe for any number of threads. */
public final class Identity {

    private final ObjectModel model;
    private final Registry registry;
    private final boolean everyClassHasId;

    private Identity(ObjectModel model, Registry registry, boolean everyClassHasId) {
        this.model = model;
        this.registry = registry;
        this.everyClassHasId = everyClassHasId;
    }

    public Identity(ObjectModel model, Registry registry) {
        this(model, registry, model.classes().stream().filter(type -> !type.isAbstract())
                .allMatch(type -> type.id() != null && type.id().isWritable()));
    }

    /** The same objects as another registry knows them. */
    public Identity over(Registry other) {
        return new Identity(model, other, everyClassHasId);
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

    /** The object's id, or 0 where it has none yet. */
    public long idOf(Object object) {
        return idOf(typeOf(object), object, registry.find(object));
    }

    /** The id of an object of an answer, without doubting it. */
    long idOfLoaded(Object object) {
        PersistentClass type = model.find(object.getClass());
        if (type == null) {
            return 0;
        }
        if (type.id() != null && type.id().isWritable()) {
            return type.id().get(object);
        }
        Registry.State state = registry.find(object);
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
            throw new StoreException("not-stored", "an object of " + typeOf(object) + " has no id: it was never stored here");
        }
        return id;
    }

    /** The version that is known of the object; {@link WriteSet.Update#UNKNOWN} where its content is not known either. */
    public int versionOf(Object object) {
        Registry.State state = registry.find(object);
        return state == null || state.fingerprint() == null ? WriteSet.Update.UNKNOWN : state.version();
    }

    /** Whether the object stands for the one with that id, and is as it was stored or loaded last. */
    public boolean isUnchanged(Object object, long id) {
        Registry.State state = registry.find(object);
        return state != null && state.id() == id && isUnchanged(typeOf(object), object, state);
    }

    boolean isUnchanged(PersistentClass type, Object object, Registry.State state) {
        return state.fingerprint() != null && new Fingerprinter(this::idOfLoaded).of(type, object, state.notLoaded()).equals(state.fingerprint());
    }

    /** Makes the object a new one. */
    public void forget(Object object) {
        registry.remove(object);
        setId(object, 0);
    }

    /** Writes the object's id field, if it has one. */
    public void setId(Object object, long id) {
        PersistentClass type = typeOf(object);
        if (type.id() != null) {
            type.id().set(object, id);
        }
    }

    /** @throws StoreException if the id field does not say what is known of the object */
    static long idOf(PersistentClass type, Object object, Registry.State known) {
        long field = type.id() == null ? 0 : type.id().get(object);
        if (known == null) {
            return field;
        }
        if (type.id() != null && type.id().isWritable() && field != known.id()) {
            throw new StoreException("id-changed", type + " " + known.id() + ": its id was changed to " + field
                    + "; an id is given once and stays");
        }
        return known.id();
    }
}
