package dev.espalier.write;

import dev.espalier.graph.Recipient;
import dev.espalier.model.PersistentClass;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.ObjLongConsumer;

/** Remembers the objects of one answer, so that storing them later writes what has changed and nothing else. For one thread. */
public final class LoadedObjects implements Recipient {

    private final Registry registry;
    private final Fingerprinter fingerprinter;
    private final List<Loaded> waiting = new ArrayList<>();
    private final boolean everyClassHasId;
    private final Versions versions;
    private final ObjLongConsumer<Object> each;
    private Object lent;
    private long lentId;

    private record Loaded(PersistentClass type, Object object, long id, int version, BitSet notLoaded) {}

    public LoadedObjects(Registry registry, Identity identity) {
        this(registry, identity, new Versions(), (object, id) -> {});
    }

    /**
     * @param versions what the transaction in which the objects are loaded has done to their versions
     * @param each is told of every object
     */
    public LoadedObjects(Registry registry, Identity identity, Versions versions, ObjLongConsumer<Object> each) {
        this.registry = registry;
        this.versions = versions;
        this.each = each;
        this.fingerprinter = new Fingerprinter(identity::idOfLoaded);
        this.everyClassHasId = identity.everyClassHasId();
    }

    /** Lends an object that the program holds already to be filled anew. */
    public LoadedObjects lending(Object object, long id) {
        lent = object;
        lentId = id;
        return this;
    }

    @Override
    public Object lend(PersistentClass type, long id) {
        return id == lentId ? lent : null;
    }

    /** Where every object has its id in itself, nothing has to wait for the others. */
    @Override
    public void loaded(PersistentClass type, Object object, long id, int found, BitSet leftOut) {
        int version = found - versions.moved(id);
        each.accept(object, id);
        if (everyClassHasId && object != lent) {
            fingerprinter.take(type, object, leftOut);
            registry.addNew(object, id, version, fingerprinter, leftOut);
        } else {
            waiting.add(new Loaded(type, object, id, version, leftOut));
            registry.put(object, new Registry.State(id, version, null, leftOut));
        }
    }

    /** To be called when the answer is complete: only then is the id of every object known that another one refers to. */
    public void complete() {
        for (Loaded one : waiting) {
            Fingerprint fingerprint = fingerprinter.of(one.type(), one.object(), one.notLoaded());
            registry.put(one.object(), new Registry.State(one.id(), one.version(), fingerprint, one.notLoaded()));
        }
    }
}
