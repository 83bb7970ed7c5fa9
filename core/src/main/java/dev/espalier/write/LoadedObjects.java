package dev.espalier.write;

import dev.espalier.graph.Recipient;
import dev.espalier.model.PersistentClass;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Remembers the objects of one answer, so that storing them later writes what has changed and nothing else. For one thread. */
public final class LoadedObjects implements Recipient {

    private final Registry registry;
    private final Fingerprinter fingerprinter;
    private final List<Loaded> all = new ArrayList<>();
    private Object lent;
    private long lentId;

    private record Loaded(PersistentClass type, Object object, long id, int version, BitSet notLoaded) {

        /** Whether only the registry can say which id the object has. */
        boolean hasIdInRegistry() {
            return type.id() == null || !type.id().isWritable();
        }
    }

    public LoadedObjects(Registry registry, Identity identity) {
        this.registry = registry;
        this.fingerprinter = new Fingerprinter(identity::idOfLoaded);
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

    @Override
    public void loaded(PersistentClass type, Object object, long id, int version, BitSet leftOut) {
        all.add(new Loaded(type, object, id, version, leftOut));
    }

    /** To be called when the answer is complete: only then has every object that is referred to its id. */
    public void complete() {
        for (Loaded one : all) {
            if (one.hasIdInRegistry()) {
                registry.put(one.object(), new Registry.State(one.id(), one.version(), null, one.notLoaded()));
            }
        }
        for (Loaded one : all) {
            Fingerprint fingerprint = fingerprinter.of(one.type(), one.object(), one.notLoaded());
            Registry.State state = new Registry.State(one.id(), one.version(), fingerprint, one.notLoaded());
            if (one.object() == lent || one.hasIdInRegistry()) {
                registry.put(one.object(), state);
            } else {
                registry.addNew(one.object(), state);
            }
        }
    }
}
