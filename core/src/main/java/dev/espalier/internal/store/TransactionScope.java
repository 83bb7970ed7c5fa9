package dev.espalier.internal.store;

import dev.espalier.internal.jdbc.SingleTripReads;
import dev.espalier.internal.jdbc.Snapshot;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.query.ReadScope;
import dev.espalier.internal.transaction.PersistenceContext;
import dev.espalier.internal.write.Identity;
import dev.espalier.internal.write.LoadedObjects;
import dev.espalier.internal.write.Registry;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads of a transaction: all of them see its snapshot, and what it has written. */
final class TransactionScope implements ReadScope {

    private final Supplier<PersistenceContext> usable;
    private final PersistenceContext context;

    /** @param usable returns the context, unless the transaction is over, or of another thread */
    TransactionScope(Supplier<PersistenceContext> usable, PersistenceContext context) {
        this.usable = usable;
        this.context = context;
    }

    @Override
    public <T extends @Nullable Object> T read(Function<Snapshot, T> read) {
        try (Snapshot snapshot = snapshot()) {
            return read.apply(snapshot);
        }
    }

    @Override
    public <T extends @Nullable Object> T read(SingleTripReads kind, Function<Snapshot, T> read) {
        return read(read);
    }

    @Override
    public <T extends @Nullable Object> T readByIds(
            PersistentClass type, long[] ids, boolean readsInverses, SingleTripReads kind, Function<Snapshot, T> read) {
        usable.get().expect(type, ids);
        try (Snapshot snapshot = readsInverses ? context.snapshot() : context.snapshotFor(ids)) {
            return read.apply(snapshot);
        }
    }

    @Override
    public Snapshot snapshot() {
        return usable.get().snapshot();
    }

    @Override
    public LoadedObjects loaded() {
        return usable.get().loaded();
    }

    /** A transaction that may write remembers all that it reads: it checks, repeats and restores it. */
    @Override
    public ReadScope untracked() {
        return context.mayWrite() ? this : ReadScope.super.untracked();
    }

    @Override
    public Identity identity() {
        return context.identity();
    }

    @Override
    public Registry registry() {
        return context.registry();
    }
}
