package dev.espalier.internal.opening;

import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.store.ObjectStore;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** Where work with the schema of a database gets its connections from. */
public interface SchemaConnections {

    /** Works with connections to the database. A SQLite file is made, if it is not there. */
    <T> T connected(Function<ConnectionSource, T> work);

    /** Works with connections to the database, which must exist; that of a {@code DataSource} is what its driver opens. */
    <T> T existing(Function<ConnectionSource, T> work);

    /** The same as {@link #connected} for work that changes tables, which is no part of a transaction. */
    <T> T changing(Function<ConnectionSource, T> work);

    /** Works with the database as its catalog describes it; one that is open, as its program knows it. */
    <T> T described(Function<ObjectStore, T> work);

    /** Of a database that is not open: connects for each call. */
    static SchemaConnections ofUrl(String url, OpeningSettings settings) {
        Objects.requireNonNull(url);
        return ofClosed(
                () -> ConnectionSource.open(url, settings.guardedConnection()),
                () -> ConnectionSource.openExisting(url, settings.guardedConnection()),
                () -> Openings.described(url, settings.withoutBounds()));
    }

    /** The same through connections of the caller's, which stay open if its {@code DataSource} keeps them so. */
    static SchemaConnections ofDataSource(DataSource dataSource, OpeningSettings settings) {
        Objects.requireNonNull(dataSource);
        Supplier<ConnectionSource> lent = () -> ConnectionSource.open(dataSource, settings.guardedConnection());
        return ofClosed(lent, lent, () -> Openings.described(dataSource, settings.withoutBounds()));
    }

    private static SchemaConnections ofClosed(
            Supplier<ConnectionSource> any, Supplier<ConnectionSource> existing, Supplier<ObjectStore> described) {
        return new SchemaConnections() {
            @Override
            public <T> T connected(Function<ConnectionSource, T> work) {
                return ConnectionSource.with(any.get(), work);
            }

            @Override
            public <T> T existing(Function<ConnectionSource, T> work) {
                return ConnectionSource.with(existing.get(), work);
            }

            @Override
            public <T> T changing(Function<ConnectionSource, T> work) {
                return connected(work);
            }

            @Override
            public <T> T described(Function<ObjectStore, T> work) {
                try (ObjectStore store = described.get()) {
                    return work.apply(store);
                }
            }
        };
    }

    /** Of an open database. */
    static SchemaConnections ofOpen(ObjectStore store) {
        ConnectionSource source = store.source();
        return new SchemaConnections() {
            @Override
            public <T> T connected(Function<ConnectionSource, T> work) {
                return source.withPlace(() -> work.apply(source));
            }

            @Override
            public <T> T existing(Function<ConnectionSource, T> work) {
                return connected(work);
            }

            @Override
            public <T> T changing(Function<ConnectionSource, T> work) {
                store.refuseInTransaction("a change of the schema");
                return connected(work);
            }

            @Override
            public <T> T described(Function<ObjectStore, T> work) {
                return work.apply(store);
            }
        };
    }
}
