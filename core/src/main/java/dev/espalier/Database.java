package dev.espalier;

import dev.espalier.catalog.Catalog;
import dev.espalier.catalog.Loads;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Session;
import dev.espalier.schema.ClassTable;
import dev.espalier.transaction.CommitLoop;
import dev.espalier.write.BulkLoader;
import dev.espalier.write.Deletion;
import dev.espalier.write.Identity;
import dev.espalier.write.Registry;
import dev.espalier.write.WriteSet;
import dev.espalier.write.WriteSetBuilder;
import dev.espalier.write.WriteSetSender;
import java.time.Clock;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.sql.DataSource;

/**
 * An open database of objects. Safe for any number of threads.
 *
 * <p>Objects given back are complete, ordinary and detached: they hold no connection and load nothing later. What the database
 * must remember of them (their versions, and the ids of those whose class has no {@code id} field) it remembers as long as the
 * program holds them.
 */
public final class Database implements AutoCloseable {

    private final ConnectionSource source;
    private final Catalog catalog;
    private final Registry registry = new Registry();
    private final Identity identity;
    private final Loads loads;
    private final CommitLoop commits;

    private Database(ConnectionSource source, Model model, Settings settings) {
        this.source = source;
        this.catalog = Catalog.open(source, model.schema(), settings.indexes() == null ? null : settings.indexes().indexing(),
                IndexLevel.all(), IndexLevel.BOTH.indexing());
        this.identity = new Identity(model.schema().model(), registry);
        this.loads = new Loads(source, model.schema(), Clock.systemUTC());
        this.loads.undoAbandoned();
        this.commits = new CommitLoop(source, settings.lockWait());
    }

    /**
     * Opens a database with default settings; see {@link #open(String, Model, Settings)}.
     *
     * @param url of a JDBC driver, for example {@code jdbc:sqlite:shop.db}
     * @param model the classes
     * @return the open database
     */
    public static Database open(String url, Model model) {
        return open(url, model, Settings.defaults());
    }

    /**
     * Opens a database through a pool of its own. Where the database has no tables of Espalier yet, they are made; a SQLite file
     * is made too.
     *
     * @param url of a JDBC driver: {@code jdbc:sqlite:}, {@code jdbc:mysql:}, {@code jdbc:mariadb:} or {@code jdbc:postgresql:}
     * @param model the classes
     * @param settings user, password, index level and more
     * @return the open database
     * @throws dev.espalier.error.ConnectionException if it cannot be reached
     * @throws dev.espalier.error.SchemaException if it does not fit the model; nothing was changed
     */
    public static Database open(String url, Model model, Settings settings) {
        Objects.requireNonNull(model);
        return opened(ConnectionSource.open(Objects.requireNonNull(url), settings.connectionOptions()), model, settings);
    }

    /**
     * Opens a database through connections of the caller's, which stay the caller's to close.
     *
     * @param dataSource gives connections, best from a pool
     * @param model the classes
     * @param settings user, password and pool size are without effect
     * @return the open database
     * @throws dev.espalier.error.ConnectionException if it cannot be reached
     * @throws dev.espalier.error.SchemaException if it does not fit the model; nothing was changed
     */
    public static Database open(DataSource dataSource, Model model, Settings settings) {
        Objects.requireNonNull(model);
        return opened(ConnectionSource.open(Objects.requireNonNull(dataSource), settings.connectionOptions()), model, settings);
    }

    private static Database opened(ConnectionSource source, Model model, Settings settings) {
        try {
            return new Database(source, model, settings);
        } catch (RuntimeException e) {
            source.close();
            throw e;
        }
    }

    /**
     * Stores an object and all that can be reached from it, in one transaction: new objects are inserted, changed ones updated,
     * the others left alone. New objects have their ids afterwards.
     *
     * @param object of a class of the model
     * @throws dev.espalier.error.StoreException if an object cannot be stored, or was changed by someone else since it was loaded;
     *     nothing was stored, no object has changed
     * @throws dev.espalier.error.NotFoundException if an object with an id is not in the database
     */
    public void store(Object object) {
        storeAll(List.of(Objects.requireNonNull(object)));
    }

    /**
     * Stores several objects and all that can be reached from them, in one transaction; see {@link #store}.
     *
     * @param objects of classes of the model
     */
    public void storeAll(Collection<?> objects) {
        WriteSetBuilder builder = new WriteSetBuilder(catalog.schema(), source.dialect(), catalog.ids(), registry);
        WriteSet set = builder.build(objects);
        Map<Long, Integer> versions = set.isEmpty() ? Map.of() : commits.commit(session -> new WriteSetSender(session).send(set));
        builder.stored(versions);
    }

    /**
     * Takes an object out of the database; see {@link #deleteAll}.
     *
     * @param object that stands in the database
     */
    public void delete(Object object) {
        deleteAll(List.of(Objects.requireNonNull(object)));
    }

    /**
     * Takes objects out of the database in one transaction, and every link to them: references of other objects become null,
     * lists, sets and maps of others lose the member and close up. What the deleted objects refer to stays. Afterwards the objects
     * are like new ones: an {@code id} field is 0 again.
     *
     * @param objects that stand in the database
     * @throws dev.espalier.error.StoreException if one of them was never stored; nothing was deleted
     * @throws dev.espalier.error.NotFoundException if one of them is not in the database any longer; nothing was deleted
     */
    public void deleteAll(Collection<?> objects) {
        Map<ClassTable, long[]> ids = new LinkedHashMap<>();
        Map<ClassTable, Set<Long>> byTable = new TreeMap<>(Comparator.comparing(table -> table.table().name()));
        for (Object object : objects) {
            ClassTable table = catalog.schema().table(identity.typeOf(object));
            byTable.computeIfAbsent(table, t -> new TreeSet<>()).add(identity.requireId(object));
        }
        byTable.forEach((table, set) -> ids.put(table, set.stream().mapToLong(Long::longValue).toArray()));
        Deletion deletion = new Deletion(catalog.schema(), ids);
        commits.commit(session -> {
            deletion.send(session);
            return null;
        });
        objects.forEach(identity::forget);
    }

    /**
     * The id of an object that was stored or loaded.
     *
     * @param object of a class of the model
     * @return its id, or 0 where it has none yet
     */
    public long idOf(Object object) {
        return identity.idOf(Objects.requireNonNull(object));
    }

    /**
     * Starts a bulk load whose indexes are built after it where the database is empty, else before.
     *
     * @return to be closed
     */
    public BulkWriter bulkWriter() {
        return bulkWriter(isEmpty() ? BulkWriter.Indexes.AFTER : BulkWriter.Indexes.BEFORE);
    }

    /**
     * Starts a bulk load.
     *
     * @param indexes when they are built
     * @return to be closed
     */
    public BulkWriter bulkWriter(BulkWriter.Indexes indexes) {
        return new BulkWriter(new BulkLoader(source, catalog, registry, loads, indexes == BulkWriter.Indexes.AFTER));
    }

    private boolean isEmpty() {
        try (Session session = source.session()) {
            return catalog.isEmpty(session);
        }
    }

    /**
     * How large the database is: the engine's own count of bytes for all tables and indexes, for SQLite the file's.
     *
     * @return bytes
     */
    public long sizeBytes() {
        try (Session session = source.session()) {
            return catalog.sizeBytes(session);
        }
    }

    /** Closes the pool. A {@code DataSource} of the caller's stays open. */
    @Override
    public void close() {
        source.close();
    }
}
