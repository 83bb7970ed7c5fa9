package dev.espalier.transaction;

import dev.espalier.catalog.Catalog;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Snapshot;
import dev.espalier.write.Deletion;
import dev.espalier.write.Identity;
import dev.espalier.write.LoadedObjects;
import dev.espalier.write.Registry;
import dev.espalier.write.Versions;
import dev.espalier.write.WriteSet;
import dev.espalier.write.WriteSetBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run of a transaction's work: what it has read, and what it is going to write. For one thread.
 *
 * <p>Writes are gathered and sent when the run is committed. A read before that sends them too, so that it sees them, in the
 * transaction that reads; what is committed is always sent anew, by a transaction that sees the latest state.
 */
public final class Run implements AutoCloseable {

    private final ConnectionSource source;
    private final Catalog catalog;
    private final Registry known;
    private final Registry registry;
    private final Identity identity;
    private final CommitLoop commits;
    private final Writes writes = new Writes();
    /** The objects that the run has read or written, with their ids. */
    private final Map<Object, Long> objects = new IdentityHashMap<>();
    private final List<Object> deleted = new ArrayList<>();
    private Attempt reading;

    /**
     * @param known what is known of objects; learns of the run when it is committed
     * @param identity over the same registry
     */
    public Run(ConnectionSource source, Catalog catalog, Registry known, Identity identity, CommitLoop commits) {
        this.source = source;
        this.catalog = catalog;
        this.known = known;
        this.registry = known.layer();
        this.identity = identity.over(registry);
        this.commits = commits;
    }

    /** What is known of objects within the run. */
    public Registry registry() {
        return registry;
    }

    /** Which database objects Java objects are within the run. */
    public Identity identity() {
        return identity;
    }

    /** The state that the run sees, what it has written so far included. */
    public Snapshot snapshot() {
        if (reading == null) {
            reading = Attempt.toRead(source);
        }
        reading.send(writes.all());
        return Snapshot.within(reading.session());
    }

    /** Takes in what is read through {@link #snapshot()}. */
    public LoadedObjects loaded() {
        return new LoadedObjects(registry, identity, reading.versions(), objects::put);
    }

    /** Writes the objects and all that can be reached from them as they are now. */
    public void store(Collection<?> roots) {
        WriteSetBuilder builder = new WriteSetBuilder(catalog.schema(), source.dialect(), catalog.ids(), registry);
        WriteSet set = builder.build(roots);
        if (set.isEmpty()) {
            return;
        }
        writes.add(set);
        if (set.asks()) {
            snapshot();
            builder.stored(reading.versions()::before);
        } else {
            builder.stored((id, version) -> version);
        }
        builder.forEachWritten(objects::put);
    }

    /** Takes the objects out of the database. */
    public void delete(Collection<?> roots) {
        writes.add(Deletion.of(catalog.schema(), identity, roots));
        for (Object object : roots) {
            identity.forget(object);
            objects.remove(object);
            deleted.add(object);
        }
    }

    /** Makes all that was written durable and visible to others. */
    public void commit() {
        close();
        Versions versions = writes.isEmpty() ? new Versions() : commits.commit(writes);
        objects.forEach((object, id) -> {
            Registry.State state = registry.find(object);
            known.put(object, new Registry.State(id, versions.written(id, state.version()), state.fingerprint(), state.notLoaded()));
        });
        deleted.stream().filter(object -> !objects.containsKey(object)).forEach(known::remove);
    }

    /** Undoes what was not committed. */
    @Override
    public void close() {
        if (reading != null) {
            reading.close();
            reading = null;
        }
    }
}
