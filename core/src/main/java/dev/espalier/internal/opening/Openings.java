package dev.espalier.internal.opening;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.Arguments;
import dev.espalier.internal.jdbc.ConnectionOptions;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.FirstFailure;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.store.ObjectStore;
import dev.espalier.internal.transaction.TransactionCounters;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** Opens databases: for a model, by what their catalog says, or for work with connections only. */
public final class Openings {

    private Openings() {}

    /** Opens a database for a model, through a pool of its own. */
    public static ObjectStore open(String url, Schema schema, OpeningSettings settings) {
        Arguments.required("url", url, "a JDBC URL");
        TransactionCounters counters = settings.newCounters();
        return open(source(url, schema, settings, counters), schema, settings, counters);
    }

    /** Does not make the file of a database for an opening that is refused in any case. */
    private static ConnectionSource source(
            String url, Schema schema, OpeningSettings settings, TransactionCounters counters) {
        ConnectionOptions options = settings.connection(counters);
        if (ConnectionSource.makesFile(url)) {
            Place place = Place.of(url);
            try {
                settings.requireFit(schema.model());
            } catch (EspalierException e) {
                throw place.at(e);
            }
        }
        return ConnectionSource.open(url, options);
    }

    /** Opens a database for a model, through connections of the caller's. */
    public static ObjectStore open(DataSource dataSource, Schema schema, OpeningSettings settings) {
        Arguments.required("dataSource", dataSource, "a DataSource");
        TransactionCounters counters = settings.newCounters();
        return open(ConnectionSource.open(dataSource, settings.connection(counters)), schema, settings, counters);
    }

    private static ObjectStore open(
            ConnectionSource source, Schema schema, OpeningSettings settings, TransactionCounters counters) {
        return opened(source, () -> settings.migrator(source, counters).open(settings.wanted(schema)));
    }

    /** Opens a database that is there by what its catalog says of its classes, through a pool of its own. */
    public static ObjectStore described(String url, OpeningSettings settings) {
        Arguments.required("url", url, "a JDBC URL");
        TransactionCounters counters = settings.newCounters();
        return described(ConnectionSource.openExisting(url, settings.connection(counters)), settings, counters);
    }

    /** The same through connections of the caller's. */
    public static ObjectStore described(DataSource dataSource, OpeningSettings settings) {
        Arguments.required("dataSource", dataSource, "a DataSource");
        TransactionCounters counters = settings.newCounters();
        return described(ConnectionSource.open(dataSource, settings.connection(counters)), settings, counters);
    }

    private static ObjectStore described(
            ConnectionSource source, OpeningSettings settings, TransactionCounters counters) {
        return opened(
                source, () -> ObjectStore.described(source, settings.indexing(), settings.storeOptions(counters)));
    }

    private static ObjectStore opened(ConnectionSource source, Supplier<ObjectStore> opening) {
        return FirstFailure.orUndo(() -> source.withPlace(opening), source::close);
    }

    /** Works with connections to a database, which is made if its engine makes files. Closes them. */
    public static <T> T connected(String url, OpeningSettings settings, Function<ConnectionSource, T> work) {
        Arguments.required("url", url, "a JDBC URL");
        return ConnectionSource.with(ConnectionSource.open(url, settings.guardedConnection()), work);
    }

    /** Returns whether an opening would make the file of the database. */
    public static boolean makesFile(String url) {
        return ConnectionSource.makesFile(Arguments.required("url", url, "a JDBC URL"));
    }

    /** Works with connections to a database that is there. Closes them. */
    public static <T> T existing(String url, OpeningSettings settings, Function<ConnectionSource, T> work) {
        Arguments.required("url", url, "a JDBC URL");
        return ConnectionSource.with(ConnectionSource.openExisting(url, settings.guardedConnection()), work);
    }
}
