package dev.espalier.internal.write;

import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.Schema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells {@link Inverses} of the objects of one store: their ids, classes and known states. */
final class WalkedInverses implements Inverses.Reached {

    private final WalkedObjects objects;
    private final Schema schema;
    private final Identity identity;
    private final StoredReferences stored;

    /** @param stored asks the database for single references */
    WalkedInverses(WalkedObjects objects, Schema schema, Identity identity, StoredReferences stored) {
        this.objects = objects;
        this.schema = schema;
        this.identity = identity;
        this.stored = stored;
    }

    @Override
    public long id(Object object) {
        WalkedObject node = objects.of(object);
        return node == null ? 0 : node.id;
    }

    @Override
    public @Nullable KnownState known(Object object) {
        WalkedObject node = objects.of(object);
        return node == null ? null : node.known;
    }

    @Override
    public PersistentClass typeOf(Object object) {
        WalkedObject node = objects.of(object);
        return node == null ? ObjectWalk.typeOf(schema.model(), object) : node.table.type();
    }

    @Override
    public Collection<Object> objects() {
        List<Object> reached = new ArrayList<>(objects.size());
        for (WalkedObject node : objects) {
            reached.add(node.object);
        }
        return reached;
    }

    @Override
    public boolean refers(CollectionAttribute inverse, long member, long owner) {
        return stored.refers(schema.inverse(inverse).get(0), member, owner);
    }

    @Override
    public void holds(Object owner, CollectionAttribute inverse, @Nullable Object member, long id) {
        KnownState known = identity.known(owner);
        if (known != null && known.fingerprint() != null && known.fingerprint().one(inverse.name()) != id) {
            identity.know(
                    typeOf(owner),
                    owner,
                    new KnownState(
                            known.id(),
                            known.version(),
                            known.fingerprint().withOne(inverse.name(), member, id),
                            known.notLoaded()));
        }
    }
}
