package dev.espalier.internal.query;

import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.SingleTripReads;
import dev.espalier.internal.jdbc.Snapshot;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.write.Identity;
import dev.espalier.internal.write.LoadedObjects;
import dev.espalier.internal.write.Received;
import dev.espalier.internal.write.Registry;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The place of reads: outside of transactions, each in a snapshot of its own, or in one transaction. */
public interface ReadScope {

    /** Reads from one snapshot. Outside of transactions it reads again, from another snapshot, after a lost connection. */
    <T extends @Nullable Object> T read(Function<Snapshot, T> read);

    /**
     * The same. Outside of transactions it reads without a transaction of its own, if such reads are done after one round trip.
     *
     * @param kind knows that of the reads before
     */
    <T extends @Nullable Object> T read(SingleTripReads kind, Function<Snapshot, T> read);

    /**
     * Reads objects by their ids from one snapshot.
     *
     * @param readsInverses whether inverses may be read: of them, what the reader has stored and not sent is not in the objects that it has
     */
    <T extends @Nullable Object> T readByIds(
            PersistentClass type, long[] ids, boolean readsInverses, SingleTripReads kind, Function<Snapshot, T> read);

    /** A snapshot for reads that take longer; to be closed. */
    Snapshot snapshot();

    /** Remembers the objects of one answer. */
    LoadedObjects loaded();

    /** Takes in the objects of one answer. */
    default Received received() {
        return loaded();
    }

    /** Returns the same place, which does not remember most objects; this one if it has to. */
    default ReadScope untracked() {
        return new UntrackedScope(this);
    }

    /** The ids of objects. */
    Identity identity();

    /** The registry of versions and fingerprints. */
    Registry registry();

    /** The scope of reads outside of transactions. */
    static ReadScope ofSnapshots(ConnectionSource source, Registry registry, Identity identity) {
        return new ReadScope() {
            @Override
            public <T extends @Nullable Object> T read(Function<Snapshot, T> read) {
                return source.read(read);
            }

            @Override
            public <T extends @Nullable Object> T read(SingleTripReads kind, Function<Snapshot, T> read) {
                return source.read(kind, read);
            }

            @Override
            public <T extends @Nullable Object> T readByIds(
                    PersistentClass type,
                    long[] ids,
                    boolean readsInverses,
                    SingleTripReads kind,
                    Function<Snapshot, T> read) {
                return source.read(kind, read);
            }

            @Override
            public Snapshot snapshot() {
                return source.snapshot();
            }

            @Override
            public LoadedObjects loaded() {
                return new LoadedObjects(registry, identity);
            }

            @Override
            public Identity identity() {
                return identity;
            }

            @Override
            public Registry registry() {
                return registry;
            }
        };
    }
}
