package dev.espalier.internal.opening;

import dev.espalier.internal.catalog.index.Indexing;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.store.ObjectStore;
import java.util.Objects;
import java.util.function.Function;
import javax.sql.DataSource;

/** Where work with the schema of a database gets its connections from. */
public interface SchemaConnections {

    /** Works with connections to the database. A SQLite file is made, if it is not there. */
    <T> T connected(Function<ConnectionSource, T> work);

    /** Works with connections to the database, which must exist; that of a {@code DataSource} is what its driver opens. */
    <T> T existing(Function<ConnectionSource, T> work);

    /** Changes the index level of the database. */
    void changeIndexes(Indexing level);

    /** Of a database that is not open: connects for each call. */
    static SchemaConnections ofUrl(String url, OpeningSettings settings) {
        Objects.requireNonNull(url);
        return new SchemaConnections() {
            @Override
            public <T> T connected(Function<ConnectionSource, T> work) {
                return Openings.connected(url, settings, work);
            }

            @Override
            public <T> T existing(Function<ConnectionSource, T> work) {
                return Openings.existing(url, settings, work);
            }

            @Override
            public void changeIndexes(Indexing level) {
                try (ObjectStore store = Openings.described(url, settings)) {
                    store.changeIndexes(level);
                }
            }
        };
    }

    /** The same through connections of the caller's. */
    static SchemaConnections ofDataSource(DataSource dataSource, OpeningSettings settings) {
        Objects.requireNonNull(dataSource);
        return new SchemaConnections() {
            @Override
            public <T> T connected(Function<ConnectionSource, T> work) {
                return Openings.connected(dataSource, settings, work);
            }

            @Override
            public <T> T existing(Function<ConnectionSource, T> work) {
                return Openings.connected(dataSource, settings, work);
            }

            @Override
            public void changeIndexes(Indexing level) {
                try (ObjectStore store = Openings.described(dataSource, settings)) {
                    store.changeIndexes(level);
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
                return source.telling(() -> work.apply(source));
            }

            @Override
            public <T> T existing(Function<ConnectionSource, T> work) {
                return source.telling(() -> work.apply(source));
            }

            @Override
            public void changeIndexes(Indexing level) {
                store.changeIndexes(level);
            }
        };
    }
}
