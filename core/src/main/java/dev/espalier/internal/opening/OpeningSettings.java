package dev.espalier.internal.opening;

import dev.espalier.error.Retry;
import dev.espalier.internal.catalog.change.Allowed;
import dev.espalier.internal.catalog.change.Wanted;
import dev.espalier.internal.catalog.index.Indexing;
import dev.espalier.internal.jdbc.ConnectionOptions;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.migration.Computations;
import dev.espalier.internal.migration.MigrationListener;
import dev.espalier.internal.migration.Migrator;
import dev.espalier.internal.model.Nodes;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.query.BoundsOfClasses;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.store.StoreOptions;
import dev.espalier.internal.transaction.TransactionCounters;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an opening.
 *
 * @param connection account, pool, time-outs, and the listener for retries
 * @param maxObjects how many objects an answer may have whose bounds do not say it
 * @param bounds those of classes that were said
 * @param throwsIfNotLoaded whether a collection that bounds leave out throws when it is used; else it is null
 * @param nodes the objects of classes that only the catalog describes
 * @param levels all index levels
 * @param fallback the level of a database that does not say it
 * @param indexing the level that the database must have; null for any
 * @param allowed the changes of the schema that the opening may make
 * @param computations compute attributes that the database does not have yet
 * @param migrated receives the progress
 */
public record OpeningSettings(
        ConnectionOptions connection,
        long maxObjects,
        BoundsOfClasses bounds,
        boolean throwsIfNotLoaded,
        Nodes nodes,
        List<Indexing> levels,
        Indexing fallback,
        @Nullable Indexing indexing,
        Allowed allowed,
        Computations computations,
        MigrationListener migrated) {

    public OpeningSettings {
        levels = List.copyOf(levels);
    }

    /** The same with other changes allowed. */
    public OpeningSettings allowing(Allowed others) {
        return new OpeningSettings(
                connection,
                maxObjects,
                bounds,
                throwsIfNotLoaded,
                nodes,
                levels,
                fallback,
                indexing,
                others,
                computations,
                migrated);
    }

    /** The same with other computations. */
    public OpeningSettings computing(Computations others) {
        return new OpeningSettings(
                connection,
                maxObjects,
                bounds,
                throwsIfNotLoaded,
                nodes,
                levels,
                fallback,
                indexing,
                allowed,
                others,
                migrated);
    }

    /** The same without bounds of classes, which are those of one program's classes. */
    OpeningSettings withoutBounds() {
        return new OpeningSettings(
                connection,
                maxObjects,
                BoundsOfClasses.NONE,
                throwsIfNotLoaded,
                nodes,
                levels,
                fallback,
                indexing,
                allowed,
                computations,
                migrated);
    }

    /** Refuses bounds and computations of what the classes of a model do not have. */
    void requireFit(ObjectModel model) {
        Migrator.requireNames(computations, model);
        bounds.in(model);
    }

    /** The tables, the index level and the allowed changes of an opening for a model. */
    public Wanted wanted(Schema schema) {
        return new Wanted(schema, indexing, levels, fallback, allowed, computations::isComputed, null);
    }

    /** Counts commits and retries, and informs the listener of retries. */
    TransactionCounters newCounters() {
        return new TransactionCounters(connection.onRetry());
    }

    /** How a database is reached that is not opened. Nobody reads the counts, but a failure of the listener is logged and ends no attempt. */
    ConnectionOptions guardedConnection() {
        return connection(newCounters());
    }

    /** How the database is reached, with another listener for further attempts. */
    ConnectionOptions connection(Consumer<Retry> onRetry) {
        return connection.withRetryListener(onRetry);
    }

    StoreOptions storeOptions(TransactionCounters counters) {
        return new StoreOptions(maxObjects, bounds, throwsIfNotLoaded, counters, nodes, levels, fallback);
    }

    /** Changes the tables of a database for a model, and gives its objects what they are without. The connections stay open. */
    public void apply(ConnectionSource source, Wanted wanted) {
        migrator(source, newCounters()).apply(wanted);
    }

    /** Gives the objects of a database what the computations compute. */
    public Migrator migrator(ConnectionSource source, TransactionCounters counters) {
        return new Migrator(source, storeOptions(counters), computations, migrated);
    }
}
