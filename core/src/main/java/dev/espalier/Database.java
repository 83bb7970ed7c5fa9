package dev.espalier;

import dev.espalier.error.UnknownOutcomeException;
import dev.espalier.internal.Arguments;
import dev.espalier.internal.Insides;
import dev.espalier.internal.graph.Bounds;
import dev.espalier.internal.migration.Computations;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.VersionAccess;
import dev.espalier.internal.opening.OpeningSettings;
import dev.espalier.internal.opening.Openings;
import dev.espalier.internal.query.CollectionName;
import dev.espalier.internal.query.NamedClass;
import dev.espalier.internal.store.ObjectStore;
import dev.espalier.internal.store.OpenTransaction;
import dev.espalier.internal.write.KnownState;
import dev.espalier.internal.write.LeftOut;
import dev.espalier.typed.Selection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * An open database of objects. Safe for concurrent use.
 *
 * <p>Objects given back are complete, ordinary and detached: they hold no connection and load nothing later. The database remembers their versions, and
 * the ids of objects whose class has no {@code id} field. It remembers these as long as the program holds the objects.
 */
public final class Database implements AutoCloseable {

    static {
        Insides.offer(Database.class, ObjectStore.class, database -> database.store);
        Insides.offer(Database.class, OpeningSettings.class, database -> database.settings);
    }

    private static final String BULK_LOAD = "a bulk load";

    private final ObjectStore store;
    private final OpeningSettings settings;

    private Database(ObjectStore store, OpeningSettings settings) {
        this.store = store;
        this.settings = settings;
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
     * Opens a database through a pool of its own. Makes the tables of Espalier if the database has none yet, and a SQLite file that does not exist.
     *
     * @param url of a JDBC driver: {@code jdbc:sqlite:}, {@code jdbc:mysql:}, {@code jdbc:mariadb:} or {@code jdbc:postgresql:}
     * @param model the classes
     * @param settings user, password, index level and more
     * @return the open database
     * @throws dev.espalier.error.ConnectionException if it cannot be reached
     * @throws dev.espalier.error.SchemaException if it does not fit the model; nothing was changed
     * @throws dev.espalier.error.DatabaseException {@code read-only} if it fits only after a change, and this program can only read it
     */
    public static Database open(String url, Model model, Settings settings) {
        OpeningSettings inside = inside(settings);
        return new Database(
                Openings.open(url, Arguments.required("model", model, "a model").schema(), inside), inside);
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
        OpeningSettings inside = inside(settings);
        return new Database(
                Openings.open(
                        dataSource,
                        Arguments.required("model", model, "a model").schema(),
                        inside),
                inside);
    }

    /**
     * Opens a database without Java classes, with the classes that its own catalog describes. Its objects are {@link Node}s, and its classes are named by
     * strings. The database must exist; nothing in it is changed by opening it.
     *
     * @param url of a JDBC driver; see {@link #open(String, Model, Settings)}
     * @param settings user, password and more; the index level must be null or that of the database
     * @return the open database
     * @throws dev.espalier.error.ConnectionException if it cannot be reached
     * @throws dev.espalier.error.SchemaException if no objects are stored there, or if the description of its classes is damaged
     */
    public static Database openCatalog(String url, Settings settings) {
        OpeningSettings inside = inside(settings);
        return new Database(Openings.described(url, inside), inside);
    }

    /**
     * Opens a database without Java classes through connections of the caller's; see {@link #openCatalog(String, Settings)}.
     *
     * @param dataSource gives connections, best from a pool
     * @param settings user, password and pool size are without effect
     * @return the open database
     * @throws dev.espalier.error.ConnectionException if it cannot be reached
     * @throws dev.espalier.error.SchemaException if no objects are stored there, or if the description of its classes is damaged
     */
    public static Database openCatalog(DataSource dataSource, Settings settings) {
        OpeningSettings inside = inside(settings);
        return new Database(Openings.described(dataSource, inside), inside);
    }

    /**
     * Runs a migration: computes its attributes for all objects of its class, whatever they hold now, in batches of objects. Objects that have these values
     * already are not written. So it also refreshes what has become stale, because a program that does not know the attributes has stored objects. Other
     * threads and programs go on meanwhile. An object that changes after its batch keeps what was computed. If the program ends before the migration does, the objects of later
     * batches are left as they are.
     *
     * <p>A value must not depend on what the migration computes for other objects: batches before it have their new values already. An expression that reads
     * such an attribute is refused; a function must not read it.
     *
     * @param migration computes attributes of a class of the model
     * @throws dev.espalier.error.SchemaException {@code migration} if a value cannot be computed, is not of the attribute's type, or depends on what is computed for
     *     other objects. All values are computed once before any is written: if that fails, nothing was changed. If one fails afterwards, because its object has
     *     changed meanwhile, the objects of earlier batches have their new values
     * @throws dev.espalier.error.StoreException within a transaction
     */
    public void migrate(Migration<?> migration) {
        store.refuseInTransaction("a migration");
        settings.computing(new Computations(List.of(Arguments.required("migration", migration, "a migration")
                        .computation())))
                .migrator(store.source(), store.counters())
                .migrate(store);
    }

    /**
     * Stores an object and all that can be reached from it, in one transaction: new objects are inserted, changed ones updated,
     * the others left alone. New objects have their ids afterwards. A {@link dev.espalier.annotation.Part part} that was taken away from its owner is deleted.
     *
     * @param object of a class of the model
     * @throws dev.espalier.error.StoreException if an object cannot be stored. {@code stale}: someone else has changed it since it was loaded. {@code
     *     two-owners}: a part is given to a second owner. {@code unknown-version}: it has an id, differs from the stored one, and was not loaded or stored through this database object.
     *     Nothing was stored, no object has changed
     * @throws dev.espalier.error.NotFoundException if an object with an id is not in the database; {@code target-not-found} if one that is not
     *     stored itself, because it has not changed, but is newly referred to
     */
    public void store(Object object) {
        storeAll(List.of(Arguments.required("object", object, Arguments.OBJECT)));
    }

    /**
     * Stores several objects and all that can be reached from them, in one transaction; see {@link #store}.
     *
     * @param objects of classes of the model
     */
    public void storeAll(Collection<?> objects) {
        store.store(Arguments.members("objects", objects, Arguments.OBJECT));
    }

    /**
     * Replaces the stored content of an object by its present content, whatever its version is. Changes of others since then are lost, and so are changes
     * of which this object never knew. For an object whose version is not known ({@code unknown-version}), such as one that was
     * made by hand. The objects that it refers to are stored as by {@link #store}.
     *
     * @param object of a class of the model; new ones are inserted
     * @throws dev.espalier.error.StoreException if an object cannot be stored; nothing was stored
     * @throws dev.espalier.error.NotFoundException if an object with an id is not in the database
     */
    public void overwrite(Object object) {
        overwriteAll(List.of(Arguments.required("object", object, Arguments.OBJECT)));
    }

    /**
     * Replaces the stored content of several objects by their present content, in one transaction; see {@link #overwrite}.
     *
     * @param objects of classes of the model
     */
    public void overwriteAll(Collection<?> objects) {
        store.overwrite(Arguments.members("objects", objects, Arguments.OBJECT));
    }

    /**
     * Returns a stand-in for an object of which only the id is known, to refer to it without loading it. It is never written: its other fields
     * say nothing. Whether the object is there is found out when something that refers to it is stored. {@link #refresh} makes it complete;
     * {@link #delete} deletes the object, whatever its version is.
     *
     * @param <T> its class, or one above
     * @param type its class, or one above; if the model has several concrete classes below it, the database is asked for the object's own
     * @param id of the object, positive
     * @return a new object that has the id and nothing else
     * @throws dev.espalier.error.NotFoundException if the database was asked, and there is none
     * @throws dev.espalier.error.StoreException {@code record} for a record, whose constructor needs all components
     */
    public <T> T reference(Class<T> type, long id) {
        return type.cast(store.reference(NamedClass.of(type), id));
    }

    /**
     * Runs work in a transaction. All that the work stores and deletes through the transaction, or through this database on the same thread,
     * is committed at once or not at all. Its reads see one snapshot of the database, and what the transaction has written itself. Within
     * another transaction the work is a part of that one.
     *
     * <p>The work may run several times; see {@link Work}. {@link #inTransaction} does the same for work with a result.
     *
     * @param <X> what the work may throw
     * @param work the work
     * @throws X what the work has thrown; nothing was written
     * @throws dev.espalier.error.EspalierException if the transaction could not be committed; nothing was written
     */
    public <X extends Exception> void useTransaction(Work.WithoutResult<X> work) throws X {
        inTransaction(withoutResult(work));
    }

    /**
     * Runs work in a transaction and returns its result. Everything else is as in {@link #useTransaction}.
     *
     * <pre>{@code Order order = db.inTransaction(tx -> insert(tx));}</pre>
     *
     * @param <T> the result
     * @param <X> what the work may throw
     * @param work the work
     * @return what the work has returned, possibly null
     * @throws X what the work has thrown; nothing was written
     * @throws dev.espalier.error.EspalierException if the transaction could not be committed; nothing was written
     */
    public <T extends @Nullable Object, X extends Exception> T inTransaction(Work<T, X> work) throws X {
        return store.transact(open -> work.in(face(open)));
    }

    /**
     * Runs work in a read-only transaction. All its reads see one snapshot of the database; writing and locking are refused. Within a
     * transaction that writes, the work is a part of that one, and may not write either.
     *
     * <p>{@link #inSnapshot} does the same for work with a result.
     *
     * @param <X> what the work may throw
     * @param work the work
     * @throws X what the work has thrown
     */
    public <X extends Exception> void useSnapshot(Work.WithoutResult<X> work) throws X {
        inSnapshot(withoutResult(work));
    }

    /**
     * Runs work in a read-only transaction and returns its result. Everything else is as in {@link #useSnapshot}.
     *
     * @param <T> the result
     * @param <X> what the work may throw
     * @param work the work
     * @return what the work has returned, possibly null
     * @throws X what the work has thrown
     */
    public <T extends @Nullable Object, X extends Exception> T inSnapshot(Work<T, X> work) throws X {
        return store.read(open -> work.in(face(open)));
    }

    private Transaction face(OpenTransaction open) {
        return open.face(Transaction.class, one -> new Transaction(this, store, one));
    }

    @SuppressWarnings("NullAway") // nobody reads the result
    private static <X extends Exception> Work<@Nullable Void, X> withoutResult(Work.WithoutResult<X> work) {
        return transaction -> {
            work.in(transaction);
            return null;
        };
    }

    /**
     * Returns a query for the objects of a class, its subclasses included.
     *
     * @param <T> the root class
     * @param root the root class
     * @param rql the condition, for example {@code lines.product.maker.name = :maker ORDER BY due}; blank for all objects
     * @return a query that was not asked yet; a mistake in it is found when it is
     */
    public <T> Query<T> query(Class<T> root, String rql) {
        return new Query<>(store.runner(), store::scope, NamedClass.of(root), rql);
    }

    /**
     * Returns a typed query, which the compiler has checked, for the objects of a class, its subclasses included.
     *
     * @param <T> the root class
     * @param root the root class
     * @param selection the condition, for example {@code Order_.lines().product().maker().name().eq("Acme")}
     * @return a query that was not asked yet, the same as one of {@link Selection#rql() its text}
     */
    public <T> Query<T> query(Class<T> root, Selection<? super T> selection) {
        return query(root, selection.rql());
    }

    /**
     * Returns a query for the objects whose ids SQL finds. For questions that RQL cannot ask; {@code espalier schema show --sql} shows
     * the tables.
     *
     * <pre>{@code
     * List<Order> late = db.queryBySql(Order.class, sqlOfLateOrders, today).list();
     * }</pre>
     *
     * @param <T> their class, or one above
     * @param type their class, or one above
     * @param sql one query that gives one column of ids, without locks; what a function of it writes is not kept. It reads the tables of this database as they are; nothing in it is checked or quoted
     * @param values one for each question mark; null for NULL. A value of a type that fields can have is sent as the column of such a field keeps it, an enum by the
     *     name of its constant, an {@code Instant} to the microsecond; any other as the driver takes it
     * @return a query that was not asked yet
     */
    public <T> SqlQuery<T> queryBySql(Class<T> type, String sql, @Nullable Object... values) {
        return new SqlQuery<>(store, store::scope, NamedClass.of(type), sql, values);
    }

    /**
     * Returns the object with an id, with its complete structure, or with what the {@linkplain dev.espalier.annotation.Bounds bounds of the class} leave of it.
     *
     * @param <T> its class, or one above
     * @param type its class, or one above
     * @param id of the object
     * @return the object, never null
     * @throws dev.espalier.error.NotFoundException if there is none
     */
    public <T> T get(Class<T> type, long id) {
        return type.cast(store.get(NamedClass.of(type), new long[] {id}, Bounds.UNSAID)[0]);
    }

    /**
     * Returns the object with an id, with the part of its structure within bounds.
     *
     * @param <T> its class, or one above
     * @param type its class, or one above
     * @param id of the object
     * @param bounds for example {@code bounds -> bounds.depth(1)}
     * @return the object, never null
     * @throws dev.espalier.error.NotFoundException if there is none
     * @throws dev.espalier.error.LimitException if its structure has more objects than the bounds allow
     */
    public <T> T get(Class<T> type, long id, UnaryOperator<LoadBounds> bounds) {
        return type.cast(store.get(
                        NamedClass.of(type),
                        new long[] {id},
                        bounds.apply(LoadBounds.UNSAID).bounds())[0]);
    }

    /**
     * Returns the object with an id, as {@code get} does, and remembers nothing of it. That is a little faster, and takes less memory. If an object of it is
     * stored, it counts as one of unknown version: see {@link Query#untracked}.
     *
     * @param <T> its class, or one above
     * @param type its class, or one above
     * @param id of the object
     * @return the object, never null
     * @throws dev.espalier.error.NotFoundException if there is none
     */
    public <T> T getUntracked(Class<T> type, long id) {
        return type.cast(store.getUntracked(NamedClass.of(type), id));
    }

    /**
     * Returns the objects with these ids, with their complete structures, or with what the {@linkplain dev.espalier.annotation.Bounds bounds of the class} leave of them, from one snapshot.
     *
     * @param <T> their class, or one above
     * @param type their class, or one above
     * @param ids of the objects
     * @return one object for each id, in the same order
     * @throws dev.espalier.error.NotFoundException if one of them is not there
     * @throws dev.espalier.error.LimitException if they have more objects than {@link Settings#maxObjects}
     */
    public <T> List<T> getAll(Class<T> type, Collection<Long> ids) {
        return getAll(type, ids, UnaryOperator.identity());
    }

    /**
     * Returns the objects with these ids, with the parts of their structures within bounds, from one snapshot.
     *
     * @param <T> their class, or one above
     * @param type their class, or one above
     * @param ids of the objects
     * @param bounds for example {@code bounds -> bounds.stopAt("lines.product")}
     * @return one object for each id, in the same order
     * @throws dev.espalier.error.NotFoundException if one of them is not there
     * @throws dev.espalier.error.LimitException if they have more objects than the bounds allow
     */
    public <T> List<T> getAll(Class<T> type, Collection<Long> ids, UnaryOperator<LoadBounds> bounds) {
        List<T> list = new ArrayList<>();
        for (Object object : store.get(
                NamedClass.of(type), ids(ids), bounds.apply(LoadBounds.UNSAID).bounds())) {
            list.add(type.cast(object));
        }
        return list;
    }

    /**
     * Returns the members of a collection of an object, which are read in pages. The object is not loaded, and of the collection only what is asked for.
     *
     * <pre>{@code
     * List<Line> lines = db.members(Order.class, id, "lines", Line.class).list(100, 50);
     * }</pre>
     *
     * @param <M> the class of the members, or one above
     * @param owner the class of the object, or one above
     * @param id of the object
     * @param name the field: a list, set or array, also one with {@link dev.espalier.annotation.InverseOf}
     * @param type the class of the members, or one above; that of the wrapper for primitives
     * @return members that were not read yet; a mistake is found when they are
     */
    public <M> Members<M> members(Class<?> owner, long id, String name, Class<M> type) {
        return Members.of(store, store::scope, collection(owner, id, name, type));
    }

    /**
     * Returns the entries of a map of an object, which are read in pages; see {@link #members}.
     *
     * @param <K> the class of the keys, or one above
     * @param <V> the class of the values, or one above
     * @param owner the class of the object, or one above
     * @param id of the object
     * @param name the field
     * @param keys the class of the keys, or one above
     * @param values the class of the values, or one above
     * @return entries that were not read yet; a mistake is found when they are
     */
    public <K, V> Members<Map.Entry<K, V>> entries(
            Class<?> owner, long id, String name, Class<K> keys, Class<V> values) {
        return Members.ofMap(store, store::scope, map(owner, id, name, keys, values));
    }

    static CollectionName collection(Class<?> owner, long id, String name, Class<?> type) {
        return collection(owner, id, name, null, requiredClass("type", type));
    }

    static CollectionName map(Class<?> owner, long id, String name, Class<?> keys, Class<?> values) {
        return collection(owner, id, name, requiredClass("keys", keys), requiredClass("values", values));
    }

    private static CollectionName collection(
            Class<?> owner, long id, String name, @Nullable Class<?> keys, Class<?> elements) {
        return new CollectionName(
                NamedClass.of(requiredClass("owner", owner)),
                id,
                Arguments.required("name", name, "the name of a collection"),
                keys,
                elements);
    }

    private static Class<?> requiredClass(String name, Class<?> argument) {
        return Arguments.required(name, argument, "a class");
    }

    static long[] ids(Collection<Long> ids) {
        return Arguments.members("ids", ids, "an id").stream()
                .mapToLong(Long::longValue)
                .toArray();
    }

    /**
     * Returns the methods that take the names of classes in place of classes, for a database that was opened without Java classes.
     *
     * @return what finds and makes its nodes
     */
    public Nodes nodes() {
        return new Nodes(store, store::scope);
    }

    /**
     * Returns the transaction whose work this thread runs.
     *
     * @return the transaction; empty outside of {@link #useTransaction} and {@link #useSnapshot}
     */
    public Optional<Transaction> currentTransaction() {
        return Optional.ofNullable(store.currentTransaction()).map(this::face);
    }

    /**
     * Reloads an object from the database into the same Java object; what it refers to comes as new objects. Changes that were not stored are lost.
     *
     * @param object that was stored or loaded; not a record, whose fields are final
     * @throws dev.espalier.error.StoreException if it was never stored, or is a record
     * @throws dev.espalier.error.NotFoundException if it is not in the database
     */
    public void refresh(Object object) {
        store.refresh(Arguments.required("object", object, Arguments.OBJECT));
    }

    /**
     * Returns whether an object was loaded as a whole: false if some attributes were left out, by the bounds of the query that loaded it, because they are
     * inverse collections and the object itself was not asked for, or because they refer to
     * objects that could not be found: their classes are not in this program's model, or they are gone. It is also false if different members of a set in
     * the database, or keys of a map, are equal in this program. Then only one of them is there. Storing such an object leaves those as
     * they are in the database, but for a reference field that was set since: that is written. A collection or an embedded record that was left
     * out and changed since is refused ({@code not-loaded}), for storing it would lose what was left out.
     *
     * @param object of a class of the model
     * @return true if nothing was left out
     */
    public boolean isComplete(Object object) {
        KnownState known = store.scope().registry().find(Arguments.required("object", object, Arguments.OBJECT));
        PersistentClass type = store.schema().model().classOf(object);
        return (known == null || known.notLoaded() == null) && (type == null || !LeftOut.isIn(type, object));
    }

    /**
     * Returns whether an object is a stand-in: it has an id, and its other fields say nothing. {@link #reference} makes stand-ins, and a reference that bounds leave out
     * leads to one. A program that writes objects as JSON writes its {@link #idOf id} in its place.
     *
     * @param object of a class of the model
     * @return true until it is {@link #refresh refreshed}
     */
    public boolean isStandIn(Object object) {
        return store.scope().identity().isStandIn(Arguments.required("object", object, Arguments.OBJECT));
    }

    /**
     * Deletes an object; see {@link #deleteAll}.
     *
     * @param object an object that is stored
     */
    public void delete(Object object) {
        deleteAll(List.of(Arguments.required("object", object, Arguments.OBJECT)));
    }

    /**
     * Deletes objects in one transaction, and every link to them. References of other objects become null. Lists, sets and maps of others lose the member
     * and close up. The objects that the deleted ones refer to stay, but for their {@link dev.espalier.annotation.Part parts}, which are deleted, too. Afterwards
     * the objects are like new ones: an {@code id} field is 0 again. A stand-in keeps its id, and an object that refers to it is refused ({@code
     * target-not-found}). Owners that lose something have a new version: who holds them refreshes them
     * before storing or deleting them.
     *
     * @param objects that stand in the database
     * @throws dev.espalier.error.StoreException if one of them was never stored, or was changed by someone else since it was loaded; nothing
     *     was deleted
     * @throws dev.espalier.error.NotFoundException if one of them is not in the database; nothing was deleted
     */
    public void deleteAll(Collection<?> objects) {
        store.delete(Arguments.members("objects", objects, Arguments.OBJECT));
    }

    /**
     * Returns the id of an object that was stored or loaded.
     *
     * @param object of a class of the model
     * @return its id, or 0 if it has none yet
     */
    public long idOf(Object object) {
        return store.scope().identity().idOf(Arguments.required("object", object, Arguments.OBJECT));
    }

    /**
     * Returns the version that an object's content is based on. It counts the updates of the object until it was loaded or stored last; 0 for a new one. A
     * store is refused ({@code stale}) if the database has another version then.
     *
     * @param object of a class of the model
     * @return its version; empty for an object that was never stored or loaded here, and for one that has an id only
     */
    public OptionalInt versionOf(Object object) {
        int version = store.scope().identity().versionOf(Arguments.required("object", object, Arguments.OBJECT));
        return version == VersionAccess.UNKNOWN ? OptionalInt.empty() : OptionalInt.of(version);
    }

    /**
     * Starts a bulk load. Indexes are built after it if the database is empty, else they exist while rows arrive.
     *
     * @return to be closed
     * @throws dev.espalier.error.StoreException within a transaction, of which a bulk load is no part
     */
    public BulkWriter bulkWriter() {
        store.refuseInTransaction(BULK_LOAD);
        return bulkWriter(store.isEmpty() ? BulkWriter.Indexes.AFTER : BulkWriter.Indexes.BEFORE);
    }

    /**
     * Starts a bulk load, and sets when indexes are built.
     *
     * @param indexes when they are built
     * @return to be closed
     * @throws dev.espalier.error.StoreException within a transaction, of which a bulk load is no part
     */
    public BulkWriter bulkWriter(BulkWriter.Indexes indexes) {
        store.refuseInTransaction(BULK_LOAD);
        return new BulkWriter(
                indexes == BulkWriter.Indexes.AFTER ? store.loaderThatBuildsIndexes() : store.loader(),
                () -> store.refuseInTransaction(BULK_LOAD));
    }

    /**
     * Returns the name of the engine and the database, such as {@code PostgreSQL shop}. Messages begin with it. It contains neither host, port, user nor
     * folder, so that a web application may show it.
     *
     * @return the name
     */
    public String name() {
        return store.source().place().name();
    }

    /**
     * Returns the classes that the database stores: those that {@code Model.of} was given, and all that can be reached from them.
     *
     * @return by name; abstract classes and interfaces too; none if the database was opened by its catalog, see {@link Nodes#classNames}
     */
    public List<Class<?>> classes() {
        return !store.model().hasJavaClasses()
                ? List.of()
                : store.model().classes().stream()
                        .<Class<?>>map(PersistentClass::javaClass)
                        .toList();
    }

    /**
     * Returns why this program can only read the database: it may not write a file of SQLite or the folder of that file, the URL or the {@code DataSource} opens a file for
     * reading only, the account of a server lacks a right, or PostgreSQL has {@code default_transaction_read_only}. What writes fails with {@code read-only}.
     *
     * @return the end of a sentence; empty if the database can be written, or if only its server knows, as that of a replica
     */
    public Optional<String> readOnlyReason() {
        return store.source().readOnlyReason();
    }

    /**
     * Returns whether a transaction with an unknown outcome was committed.
     *
     * @param unknown the exception that it has thrown, at most a week ago
     * @return true if all of it is committed, false if nothing is
     * @throws UnknownOutcomeException if the outcome is still unknown; always on an embedded engine, which keeps no commit marker
     */
    public boolean isCommitted(UnknownOutcomeException unknown) {
        return store.isCommitted(unknown);
    }

    /**
     * Closes the pool. A {@code DataSource} of the caller's stays open. Later calls that read or write objects fail with {@code closed}. Do not close a
     * database that other threads use. Their statements fail, and their transactions are rolled back. The outcome of one that is in COMMIT is unknown
     * ({@code commit-unknown}).
     *
     * <p>Close streams and bulk writers first. A later opening removes the rows of a bulk load that was open, ten minutes afterwards at the earliest.
     */
    @Override
    public void close() {
        store.close();
    }

    private static OpeningSettings inside(Settings settings) {
        return Arguments.required("settings", settings, "settings; Settings.defaults() for none of your own")
                .inside();
    }
}
