package dev.espalier;

import dev.espalier.internal.Arguments;
import dev.espalier.internal.query.NamedClass;
import dev.espalier.internal.store.ObjectStore;
import dev.espalier.internal.store.OpenTransaction;
import dev.espalier.typed.Selection;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A transaction, handed to the work that {@link Database#useTransaction} and its sister methods run. For that work and its thread only, and only as long as the
 * work runs.
 *
 * <p>All reads see one snapshot of the database, and what the transaction itself has written. Others see its writes when it is committed.
 */
public final class Transaction {

    private final Database database;
    private final ObjectStore store;
    private final OpenTransaction open;

    Transaction(Database database, ObjectStore store, OpenTransaction open) {
        this.database = database;
        this.store = store;
        this.open = open;
    }

    /**
     * Stores an object and all that can be reached from it; see {@link Database#store}. Later changes of the objects are not stored, unless the objects
     * are stored again.
     *
     * @param object of a class of the model
     */
    public void store(Object object) {
        storeAll(List.of(Arguments.required("object", object, Arguments.OBJECT)));
    }

    /**
     * Stores several objects and all that can be reached from them.
     *
     * @param objects of classes of the model
     */
    public void storeAll(Collection<?> objects) {
        open.writable("storing").store(Arguments.members("objects", objects, Arguments.OBJECT), List.of());
    }

    /**
     * Replaces the stored content of an object by its present content; see {@link Database#overwrite}.
     *
     * @param object of a class of the model, with an id
     */
    public void overwrite(Object object) {
        overwriteAll(List.of(Arguments.required("object", object, Arguments.OBJECT)));
    }

    /**
     * Replaces the stored content of several objects by their present content; see {@link Database#overwriteAll}.
     *
     * @param objects of classes of the model
     */
    public void overwriteAll(Collection<?> objects) {
        open.writable("overwriting").store(Arguments.members("objects", objects, Arguments.OBJECT), objects);
    }

    /**
     * Returns a stand-in for an object of which only the id is known; see {@link Database#reference}.
     *
     * @param <T> its class, or one above
     * @param type its class, or one above
     * @param id of the object
     * @return the stand-in, never null
     */
    public <T> T reference(Class<T> type, long id) {
        open.usable();
        return database.reference(type, id);
    }

    /**
     * Returns the object with an id; see {@link Database#get(Class, long)}.
     *
     * @param <T> its class, or one above
     * @param type its class, or one above
     * @param id of the object
     * @return the object, never null
     * @throws dev.espalier.error.NotFoundException if there is none
     */
    public <T> T get(Class<T> type, long id) {
        return getAll(type, List.of(id)).get(0);
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
        return getAll(type, List.of(id), bounds).get(0);
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
        open.usable();
        return database.getUntracked(type, id);
    }

    /**
     * Returns the objects with these ids, with the parts of their structures within bounds.
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
        open.usable();
        return database.getAll(type, ids, bounds);
    }

    /**
     * Returns the objects with these ids; see {@link Database#getAll(Class, Collection)}.
     *
     * @param <T> their class, or one above
     * @param type their class, or one above
     * @param ids of the objects
     * @return one object for each id, in the same order
     * @throws dev.espalier.error.NotFoundException if one of them is not there
     */
    public <T> List<T> getAll(Class<T> type, Collection<Long> ids) {
        open.usable();
        return database.getAll(type, ids);
    }

    /**
     * Returns the members of a collection of an object, which are read in pages; see {@link Database#members}. The thread of this transaction can read them, in this
     * transaction, until that ends. It sees what the transaction has written.
     *
     * @param <M> the class of the members, or one above
     * @param owner the class of the object, or one above
     * @param id of the object
     * @param name the field: a list, set or array
     * @param type the class of the members, or one above
     * @return members that were not read yet
     */
    public <M> Members<M> members(Class<?> owner, long id, String name, Class<M> type) {
        open.usable();
        return Members.of(store, open::usableScope, Database.collection(owner, id, name, type));
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
     * @return entries that were not read yet
     */
    public <K, V> Members<Map.Entry<K, V>> entries(
            Class<?> owner, long id, String name, Class<K> keys, Class<V> values) {
        open.usable();
        return Members.ofMap(store, open::usableScope, Database.map(owner, id, name, keys, values));
    }

    /**
     * Returns a query for the objects of a class, its subclasses included. The thread of this transaction can run it, in this transaction, until that ends.
     *
     * @param <T> the root class
     * @param root the root class
     * @param rql the condition; blank for all objects
     * @return a query that was not asked yet
     */
    public <T> Query<T> query(Class<T> root, String rql) {
        open.usable();
        return new Query<>(store.runner(), open::usableScope, NamedClass.of(root), rql);
    }

    /**
     * Returns a typed query, which the compiler has checked, for the objects of a class, its subclasses included. The thread of this
     * transaction can run it, in this transaction, until that ends.
     *
     * @param <T> the root class
     * @param root the root class
     * @param selection the condition
     * @return a query that was not asked yet
     */
    public <T> Query<T> query(Class<T> root, Selection<? super T> selection) {
        return query(root, selection.rql());
    }

    /**
     * Returns a query for the objects whose ids SQL finds; see {@link Database#queryBySql}. The thread of this transaction can run it, in this transaction, until
     * that ends. It sees what the transaction has written.
     *
     * @param <T> their class, or one above
     * @param type their class, or one above
     * @param sql one query that gives one column of ids
     * @param values one for each question mark; null for NULL
     * @return a query that was not asked yet
     */
    public <T> SqlQuery<T> queryBySql(Class<T> type, String sql, @Nullable Object... values) {
        open.usable();
        return new SqlQuery<>(store, open::usableScope, NamedClass.of(type), sql, values);
    }

    /**
     * Returns the methods that take the names of classes in place of classes; see {@link Database#nodes}. They and their queries read in this
     * transaction, by its thread.
     *
     * @return what finds and makes nodes, until the transaction ends
     */
    public Nodes nodes() {
        return new Nodes(store, open::usableScope);
    }

    /**
     * Reloads an object into the same Java object; see {@link Database#refresh}. All writes of the transaction are sent first. A rollback restores
     * the object.
     *
     * @param object that was stored or loaded; not a record, whose fields are final
     * @throws dev.espalier.error.StoreException if it was never stored, or is a record
     * @throws dev.espalier.error.NotFoundException if it is not in the database
     */
    public void refresh(Object object) {
        open.usable();
        database.refresh(object);
    }

    /**
     * Returns whether an object was loaded as a whole; see {@link Database#isComplete}.
     *
     * @param object of a class of the model
     * @return true if nothing was left out
     */
    public boolean isComplete(Object object) {
        open.usable();
        return database.isComplete(object);
    }

    /**
     * Returns whether an object has an id only; see {@link Database#isStandIn}.
     *
     * @param object of a class of the model
     * @return true until it is refreshed
     */
    public boolean isStandIn(Object object) {
        open.usable();
        return database.isStandIn(object);
    }

    /**
     * Returns the id of an object; see {@link Database#idOf}. An object that this transaction stores has its id already.
     *
     * @param object of a class of the model
     * @return its id, or 0 if it has none yet
     */
    public long idOf(Object object) {
        open.usable();
        return database.idOf(object);
    }

    /**
     * Returns the version that an object's content is based on; see {@link Database#versionOf}. An update of this transaction counts from its commit on.
     *
     * @param object of a class of the model
     * @return its version; empty for an object that was never stored or loaded here, and for one that has an id only
     */
    public OptionalInt versionOf(Object object) {
        open.usable();
        return database.versionOf(object);
    }

    /**
     * Deletes an object; see {@link Database#deleteAll}.
     *
     * @param object that stands in the database
     */
    public void delete(Object object) {
        deleteAll(List.of(Arguments.required("object", object, Arguments.OBJECT)));
    }

    /**
     * Deletes objects; see {@link Database#deleteAll}.
     *
     * @param objects that stand in the database
     */
    public void deleteAll(Collection<?> objects) {
        open.writable("deleting").delete(Arguments.members("objects", objects, Arguments.OBJECT));
    }

    /**
     * Locks an object until the transaction ends; see {@link #lockAll}.
     *
     * @param object that stands in the database
     */
    public void lock(Object object) {
        lockAll(List.of(Arguments.required("object", object, Arguments.OBJECT)));
    }

    /**
     * Locks objects until the transaction ends: no other transaction can change or delete them. Refreshes objects that another transaction
     * has changed and the program has not; a rollback restores their fields. Waits for other locks at most as long as {@link
     * Settings#lockWait}. In a deadlock, the work of one transaction is retried.
     *
     * <p>After this call the transaction reads the latest committed state in place of a snapshot. A locked object stays unchanged; each other object is
     * read at a moment of its own. On SQLite the transaction takes the writer's lock. An object of which only the id is known,
     * such as one from a bulk load, is locked and not refreshed.
     *
     * @param objects that stand in the database
     * @throws dev.espalier.error.StoreException {@code stale} if someone else has changed an object, and the program has too;
     *     {@code not-stored} if one was never stored
     * @throws dev.espalier.error.NotFoundException if one is not in the database
     */
    public void lockAll(Collection<?> objects) {
        open.writable("locking").lock(Arguments.members("objects", objects, Arguments.OBJECT));
    }

    /**
     * Runs SQL on the transaction's own connection. Its changes are committed and rolled back with the transaction, and the work is retried with the transaction's
     * work. It sees what the transaction has written so far, objects included.
     *
     * <p>The connection belongs to the transaction: {@code commit}, {@code rollback}, {@code close}, auto-commit, the isolation level and all other settings of it
     * are refused, and so is SQL that would do the same, or that defines tables. Savepoints are allowed, unless objects are read or written between a savepoint and
     * the rollback to it. What the work does not close is closed when it ends. Batches are refused on DuckDB, in a Galera cluster, and on connections of MariaDB's
     * driver that a {@code DataSource} gives.
     *
     * <p>In {@link Database#useTransaction}, this call makes the transaction read the latest committed state in place of a snapshot, as {@link #lockAll} does; on SQLite it takes the
     * writer's lock. Nothing checks what SQL has read: lock it by {@code SELECT ... FOR UPDATE} if that matters. In {@link Database#useSnapshot}, SQL sees the
     * snapshot, and may only read.
     *
     * <p>Settings that functions, procedures or {@code unwrap} change stay on the connection, and later statements of the library have them: leave them as they
     * are. If the embedded engine H2 fails in the COMMIT of a transaction with SQL, the transaction is not repeated: look whether it was committed.
     *
     * <p>SQL that changes objects goes past the library. Name these objects by {@link #changed}, so that nobody overwrites the change with what they read before.
     *
     * @param <X> what the work may throw beside a {@code SQLException}
     * @param work what is done
     * @throws X what the work has thrown
     * @throws dev.espalier.error.EspalierException with the {@code SQLException} of the driver as its cause if the work has not caught that; {@code sql-refused}; {@code
     *     sql-ended-transaction}; {@code write-in-read}
     */
    public <X extends Exception> void useConnection(SqlWork.WithoutResult<X> work) throws X {
        Objects.requireNonNull(work, "work: found null, expected what is done");
        open.<Boolean, X>lend(connection -> {
            work.on(connection);
            return true;
        });
    }

    /**
     * Runs SQL on the transaction's own connection, and returns a result; see {@link #useConnection}.
     *
     * @param <T> the result
     * @param <X> what the work may throw beside a {@code SQLException}
     * @param work what is done; its result must not be a part of the connection, such as a {@code ResultSet}
     * @return what the work has returned
     * @throws X what the work has thrown
     * @throws dev.espalier.error.EspalierException with the {@code SQLException} of the driver as its cause if the work has not caught that; {@code sql-refused}; {@code
     *     sql-ended-transaction}; {@code write-in-read}
     */
    public <T extends @Nullable Object, X extends Exception> T withConnection(SqlWork<T, X> work) throws X {
        Objects.requireNonNull(work, "work: found null, expected what is done");
        return open.lend(work::on);
    }

    /**
     * Says that SQL of this transaction has changed objects, or their collections. They count as changed by another from then on: their versions are
     * incremented, so that nobody stores what they read before. Java objects that this transaction has read, and the program has not changed, are refreshed; a rollback
     * restores them.
     *
     * <p>Like {@link #useConnection}, this call makes the transaction read the latest committed state.
     *
     * @param type their class, or one above
     * @param ids of the objects
     * @throws dev.espalier.error.StoreException {@code stale} if the program has changed one of them too; {@code write-in-read} in {@link Database#useSnapshot}
     * @throws dev.espalier.error.NotFoundException {@code not-found} if an object of that class and id is not in the database, because SQL has deleted it, or the id is one of another class
     */
    public void changed(Class<?> type, Collection<Long> ids) {
        store.changed(
                open.writable("changing objects by SQL"), NamedClass.of(type), Arguments.members("ids", ids, "an id"));
    }

    /**
     * Registers a hook that runs after the commit: once, by the same thread, in the order of the calls. An exception of it is logged; the transaction
     * stays committed.
     *
     * @param hook what is done
     */
    public void afterCommit(Runnable hook) {
        open.usable().afterCommit(Arguments.required("hook", hook, "what is done"));
    }

    /**
     * Registers a hook that runs when the writes of the work are rolled back: because the transaction fails, or because the work is retried. In the
     * reverse order of the calls. What it throws is logged.
     *
     * @param hook what is done
     */
    public void onRollback(Runnable hook) {
        open.usable().onRollback(Arguments.required("hook", hook, "what is done"));
    }

    /**
     * Saves the current fields of an object and of all objects that it refers to. A rollback, and a retry of the work, restore these fields.
     * If another transaction has changed one of the objects since it was loaded, and the program had not changed it before this call, a retry
     * refreshes it first.
     *
     * <p>Objects that the transaction reads are remembered without being asked for. All others that the work changes, such as those that its
     * lambda captures, are to be named here first: else their fields stay as the work has left them when it fails; an object that someone else
     * has changed is refused ({@code stale}); and if the work has to run again, a changed object is refused ({@code not-remembered}). No other
     * thread may change a remembered object before the transaction ends. An object that another thread has stored or refreshed meanwhile is
     * left alone.
     *
     * @param object of a class of the model
     */
    public void remember(Object object) {
        open.usable().remember(Arguments.required("object", object, Arguments.OBJECT));
    }
}
