package dev.espalier.internal.query;

import dev.espalier.internal.jdbc.SingleTripReads;
import dev.espalier.internal.jdbc.Snapshot;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.write.Identity;
import dev.espalier.internal.write.LoadedObjects;
import dev.espalier.internal.write.Received;
import dev.espalier.internal.write.Registry;
import dev.espalier.internal.write.UntrackedObjects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads at the same place as another scope, and remembers nothing of objects that are complete. */
record UntrackedScope(ReadScope scope) implements ReadScope {

    @Override
    public <T extends @Nullable Object> T read(Function<Snapshot, T> read) {
        return scope.read(read);
    }

    @Override
    public <T extends @Nullable Object> T read(SingleTripReads kind, Function<Snapshot, T> read) {
        return scope.read(kind, read);
    }

    @Override
    public <T extends @Nullable Object> T readByIds(
            PersistentClass type, long[] ids, boolean readsInverses, SingleTripReads kind, Function<Snapshot, T> read) {
        return scope.read(
                kind, read); // the other way a transaction reads what it need not send first, as it has the objects
    }

    @Override
    public Snapshot snapshot() {
        return scope.snapshot();
    }

    @Override
    public LoadedObjects loaded() {
        return scope.loaded();
    }

    @Override
    public Received received() {
        return new UntrackedObjects(scope.loaded(), new LoadedObjects(scope.registry(), scope.identity()));
    }

    @Override
    public ReadScope untracked() {
        return this;
    }

    @Override
    public Identity identity() {
        return scope.identity();
    }

    @Override
    public Registry registry() {
        return scope.registry();
    }
}
