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
    private final List<Loaded> withoutIdField = new ArrayList<>();
    private final List<Loaded> all = new ArrayList<>();

    private record Loaded(PersistentClass type, Object object, long id, int version, BitSet notLoaded) {}

    public LoadedObjects(Registry registry, Identity identity) {
        this.registry = registry;
        this.fingerprinter = new Fingerprinter(identity::idOfLoaded);
    }

    @Override
    public void loaded(PersistentClass type, Object object, long id, int version, BitSet leftOut) {
        Loaded loaded = new Loaded(type, object, id, version, leftOut);
        all.add(loaded);
        if (type.id() == null || !type.id().isWritable()) {
            withoutIdField.add(loaded);
        }
    }

    /** To be called when the answer is complete: only then has every object that is referred to its id. */
    public void complete() {
        for (Loaded one : withoutIdField) {
            registry.put(one.object(), new Registry.State(one.id(), one.version(), null, one.notLoaded()));
        }
        for (Loaded one : all) {
            Fingerprint fingerprint = fingerprinter.of(one.type(), one.object(), one.notLoaded());
            registry.put(one.object(), new Registry.State(one.id(), one.version(), fingerprint, one.notLoaded()));
        }
    }
}
