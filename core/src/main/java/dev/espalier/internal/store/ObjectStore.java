package dev.espalier.internal.store;

import static dev.espalier.error.ErrorCode.NOT_FOUND;
import static dev.espalier.error.ErrorCode.NO_CONCRETE_CLASS;
import static dev.espalier.error.ErrorCode.RECORD;

import dev.espalier.error.ModelException;
import dev.espalier.error.NotFoundException;
import dev.espalier.error.StoreException;
import dev.espalier.error.UnknownOutcomeException;
import dev.espalier.internal.catalog.Catalog;
import dev.espalier.internal.catalog.Catalogs;
import dev.espalier.internal.catalog.change.IndexLevelChange;
import dev.espalier.internal.catalog.change.Wanted;
import dev.espalier.internal.catalog.index.Indexing;
import dev.espalier.internal.catalog.tables.TableSizes;
import dev.espalier.internal.graph.Bounds;
import dev.espalier.internal.graph.ClassBounds;
import dev.espalier.internal.handwritten.SqlIds;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.FirstFailure;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.jdbc.Snapshot;
import dev.espalier.internal.lease.Loads;
import dev.espalier.internal.model.Containers;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.query.CollectionName;
import dev.espalier.internal.query.NamedClass;
import dev.espalier.internal.query.ObjectLoader;
import dev.espalier.internal.query.QueryRunner;
import dev.espalier.internal.query.Question;
import dev.espalier.internal.query.ReadScope;
import dev.espalier.internal.repair.Verifier;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.transaction.PersistenceContext;
import dev.espalier.internal.transaction.TransactionCounters;
import dev.espalier.internal.transaction.Transactions;
import dev.espalier.internal.write.BulkLoaded;
import dev.espalier.internal.write.BulkLoader;
import dev.espalier.internal.write.Claims;
import dev.espalier.internal.write.Identity;
import dev.espalier.internal.write.Registry;
import dev.espalier.verification.Verification;
import dev.espalier.verification.VerificationProgress;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An open database of objects, whose classes are Java classes or what the catalog says. What a thread does belongs to its transaction, if it runs the work of
 * one. Safe for any number of threads.
 */
public final class ObjectStore implements AutoCloseable {

    private final ConnectionSource source;
    private final Catalog catalog;
    private final StoreOptions options;
    private final Registry registry = new Registry();
    private final Claims claims;
    private final Identity identity;
    private final ObjectLoader objects;
    private final QueryRunner runner;
    private final ReadScope snapshots;
    private final Loads loads;
    private final Transactions transactions;
    private final CurrentTransactions current;

    private ObjectStore(ConnectionSource source, Catalog catalog, ClassBounds classBounds, StoreOptions options) {
        this.source = source;
        this.catalog = catalog;
        this.options = options;
        this.identity = new Identity(catalog.schema().model(), registry, new BulkLoaded());
        this.claims = new Claims(source.lockWait());
        this.objects =
                new ObjectLoader(catalog.schema(), classBounds, options.maxObjects(), options.throwsIfNotLoaded());
        this.runner = new QueryRunner(catalog, source.dialect(), objects);
        this.snapshots = ReadScope.ofSnapshots(source, registry, identity);
        this.loads = new Loads(source);
        this.transactions =
                new Transactions(source, catalog, registry, identity, objects.graphs(), claims, options.counters());
        this.current = new CurrentTransactions(transactions);
    }

    // ---- opening and closing

    /**
     * Opens a database for a model, whose tables it makes if they are missing.
     *
     * @throws dev.espalier.error.SchemaException if it does not fit; nothing was changed
     * @throws ModelException if the bounds of a class do not fit it; nothing was changed
     */
    public static ObjectStore open(ConnectionSource source, Wanted wanted, StoreOptions options) {
        ClassBounds classBounds = options.bounds().in(wanted.schema().model());
        return of(source, Catalogs.open(source, wanted), classBounds, options);
    }

    /**
     * Opens a database with the classes that its catalog describes. Its objects are nodes.
     *
     * @param asked the level that the database must have; null for any
     * @throws dev.espalier.error.SchemaException if it has no objects, or if the description of its classes is damaged
     */
    public static ObjectStore described(ConnectionSource source, @Nullable Indexing asked, StoreOptions options) {
        Catalog catalog = Catalogs.described(source, options.nodes(), asked, options.levels(), options.fallback());
        ClassBounds classBounds = FirstFailure.orUndo(
                () -> options.bounds().inCatalog(catalog.schema().model()), catalog::close);
        return of(source, catalog, classBounds, options);
    }

    /** Opens the same database once more, with the classes that its catalog describes, for as long as the work takes. */
    public static void withNodes(ConnectionSource source, StoreOptions options, Consumer<ObjectStore> work) {
        Catalog described = Catalogs.describedOnceMore(source, options.nodes(), options.levels(), options.fallback());
        ObjectStore nodes =
                of(source, described, ClassBounds.none(described.schema().model()), options);
        try (nodes.catalog;
                nodes.objects) {
            work.accept(nodes);
        }
    }

    /** Removes first what programs have left behind that died. */
    private static ObjectStore of(
            ConnectionSource source, Catalog catalog, ClassBounds classBounds, StoreOptions options) {
        ObjectStore store = new ObjectStore(source, catalog, classBounds, options);
        FirstFailure.orUndo(
                () -> {
                    store.loads.undoAbandoned();
                    store.transactions.removeAbandoned();
                },
                store::leave);
        return store;
    }

    /** Does work, and closes all but the connections. */
    public void leaveAfter(Consumer<ObjectStore> work) {
        try (catalog;
                transactions;
                objects) { // from the last to the first; each is closed if others fail
            work.accept(this);
        }
    }

    private void leave() {
        leaveAfter(store -> {});
    }

    /** Closes the connections too, unless they are the caller's. */
    @Override
    public void close() {
        try (source) {
            leave();
        }
    }

    // ---- transactions

    /**
     * Runs work that may write, as a part of the thread's transaction, or in one of its own.
     *
     * @throws X what the work has thrown
     */
    public <T extends @Nullable Object, X extends Exception> T transact(OpenTransaction.Body<T, X> work) throws X {
        return current.transact(work);
    }

    /**
     * Runs work that only reads, as a part of the thread's transaction, or in one of its own.
     *
     * @throws X what the work has thrown
     */
    public <T extends @Nullable Object, X extends Exception> T read(OpenTransaction.Body<T, X> work) throws X {
        return current.read(work);
    }

    /** The transaction whose work this thread runs; null if it runs none. */
    public @Nullable OpenTransaction currentTransaction() {
        return current.find();
    }

    /** The read scope of this thread: its transaction, or snapshots. */
    public ReadScope scope() {
        OpenTransaction joined = current.find();
        return joined == null ? snapshots : joined.scope();
    }

    /**
     * Whether a transaction with an unknown outcome was committed.
     *
     * @throws UnknownOutcomeException if the database cannot be asked now either
     */
    public boolean isCommitted(UnknownOutcomeException unknown) {
        return transactions.isCommitted(unknown);
    }

    public TransactionCounters counters() {
        return options.counters();
    }

    // ---- writing

    /** Stores objects and all objects that can be reached from them. */
    public void store(Collection<?> those) {
        OpenTransaction joined = current.find();
        if (joined != null) {
            joined.writable("storing").store(those, List.of());
        } else {
            transactions.store(those, List.of());
        }
    }

    /** The same; those objects replace what is stored of them, whatever its version is. */
    public void overwrite(Collection<?> those) {
        OpenTransaction joined = current.find();
        if (joined != null) {
            joined.writable("overwriting").store(those, those);
        } else {
            transactions.store(those, those);
        }
    }

    /** Deletes objects, and every link to them. */
    public void delete(Collection<?> those) {
        OpenTransaction joined = current.find();
        if (joined != null) {
            joined.writable("deleting").delete(those);
        } else {
            transactions.delete(those);
        }
    }

    /** Starts a bulk load beside which the indexes stand. */
    public BulkLoader loader() {
        return new BulkLoader(source, catalog, registry, identity, claims, loads, false);
    }

    /** Starts a bulk load that drops the indexes, and builds them at its end. */
    public BulkLoader loaderThatBuildsIndexes() {
        return new BulkLoader(source, catalog, registry, identity, claims, loads, true);
    }

    /**
     * Refuses work within a transaction whose rows are committed as they arrive.
     *
     * @param work for the message, such as {@code a bulk load}
     * @throws StoreException {@code in-transaction} within a transaction
     */
    public void refuseInTransaction(String work) {
        OpenTransaction joined = current.find();
        if (joined != null) {
            throw joined.refused(work);
        }
    }

    /** Takes in that SQL of a transaction has changed objects. */
    public void changed(PersistenceContext context, NamedClass type, Collection<Long> ids) {
        context.changed(objects.typeOf(type), new HashSet<>(ids));
    }

    // ---- reading

    /** The runner of queries. */
    public QueryRunner runner() {
        return runner;
    }

    /** The roots that a question asks for, in order. */
    public Object[] list(Question question) {
        return runner.list(scope(), question);
    }

    /** How many roots a question asks for. */
    public long count(Question question) {
        return runner.count(scope(), question);
    }

    /** Works with the ids of the objects of a class that fulfil a query, in the snapshot of their search. */
    public <T> T found(String className, String rql, BiFunction<Snapshot, long[], T> work) {
        Question question = Question.of(NamedClass.of(className), rql);
        try (Snapshot snapshot = source.snapshot()) {
            return work.apply(
                    snapshot,
                    runner.search(snapshot, runner.plan(question, snapshots), Optional.empty())
                            .ids());
        }
    }

    /**
     * The objects with these ids, in this order.
     *
     * @throws NotFoundException if one of them is not there
     */
    public Object[] get(NamedClass type, long[] ids, Bounds bounds) {
        return get(scope(), type, ids, bounds);
    }

    /**
     * The object with an id, of which nothing is remembered.
     *
     * @throws NotFoundException if it is not there
     */
    public Object getUntracked(NamedClass type, long id) {
        return get(scope().untracked(), type, new long[] {id}, Bounds.UNSAID)[0];
    }

    /**
     * The objects whose ids SQL finds, in the order of its rows.
     *
     * @param values for its question marks
     * @param most how many rows are read; 0 for all
     * @throws NotFoundException if an id is not that of an object of the class
     */
    public Object[] listBySql(
            ReadScope scope, NamedClass type, String sql, List<@Nullable Object> values, int most, Bounds bounds) {
        PersistentClass persistent = objects.typeOf(type);
        return scope.read(snapshot -> {
            long[] ids = SqlIds.find(snapshot.session(), sql, values, most);
            return all(type, ids, objects.load(snapshot, scope, persistent, ids, bounds));
        });
    }

    private Object[] get(ReadScope scope, NamedClass type, long[] ids, Bounds bounds) {
        return all(type, ids, objects.read(scope, objects.typeOf(type), ids, bounds));
    }

    /** @throws NotFoundException if one is null */
    private Object[] all(NamedClass type, long[] ids, @Nullable Object[] found) {
        for (int i = 0; i < found.length; i++) {
            if (found[i] == null) {
                throw notFound(type.title(), ids[i]);
            }
        }
        return found;
    }

    /**
     * Some members of a collection that follow each other, with what they lead to.
     *
     * @param from how many members stand before
     * @param count how many are wanted
     * @throws NotFoundException if the owner is not there
     */
    public Containers.Members members(ReadScope scope, CollectionName name, long from, int count, Bounds bounds) {
        Containers.Members found = objects.members(scope, objects.typeOf(name.owner()), name, from, count, bounds);
        if (found == null) {
            throw notFound(name.owner().title(), name.id());
        }
        return found;
    }

    /**
     * How many members a collection has.
     *
     * @throws NotFoundException if the owner is not there
     */
    public long countMembers(ReadScope scope, CollectionName name) {
        return objects.countMembers(scope, objects.typeOf(name.owner()), name)
                .orElseThrow(() -> notFound(name.owner().title(), name.id()));
    }

    /**
     * A new object that has an id and nothing else.
     *
     * @throws NotFoundException if the database had to be asked, and there is none
     * @throws StoreException {@code record} for a record
     */
    public Object reference(NamedClass type, long id) {
        if (id <= 0) {
            throw new IllegalArgumentException("id " + id + "; ids of stored objects are positive");
        }
        PersistentClass concrete = objects.concreteType(scope(), objects.typeOf(type), id);
        if (concrete == null) {
            throw notFound(type.title(), id);
        }
        if (concrete.isRecord()) {
            throw new StoreException(
                    RECORD,
                    concrete + " " + id + " is a record, whose constructor needs all components; get it instead");
        }
        return identity.standIn(concrete, id);
    }

    /**
     * Reloads an object into the same Java object.
     *
     * @throws StoreException if it was never stored, or is a record
     * @throws NotFoundException if it is not there
     */
    public void refresh(Object object) {
        PersistentClass type = identity.typeOf(object);
        ReadScope scope = scope();
        long id = scope.identity().requireId(object);
        if (type.isRecord()) {
            throw new StoreException(
                    RECORD, type + " " + id + " is a record, whose components are final; get it again instead");
        }
        if (!scope.read(snapshot -> objects.reload(snapshot, scope, type, object, id))) {
            throw notFound(type.name(), id);
        }
    }

    private NotFoundException notFound(String type, long id) {
        return source.place()
                .at(new NotFoundException(NOT_FOUND, "there is no " + type + " " + id + " in " + source.place()));
    }

    /**
     * A new object of a class that only the catalog describes.
     *
     * @throws ModelException if there is no such class, or if it is abstract
     */
    public Object newObject(String className) {
        PersistentClass type = objects.typeOf(NamedClass.of(className));
        if (type.isAbstract()) {
            throw new ModelException(
                    NO_CONCRETE_CLASS, type + " is abstract; expected one of " + type.concreteClasses());
        }
        return type.newInstance();
    }

    // ---- the database as a whole

    public ConnectionSource source() {
        return source;
    }

    public Catalog catalog() {
        return catalog;
    }

    /** The tables of the model in this database. */
    public Schema schema() {
        return catalog.schema();
    }

    public ObjectModel model() {
        return catalog.schema().model();
    }

    /** Whether no class has any object. */
    public boolean isEmpty() {
        return inSession(catalog::isEmpty);
    }

    /** The bytes on disk of all tables and indexes. */
    public long sizeBytes() {
        return inSession(session -> TableSizes.total(session, catalog.schema()));
    }

    /** The bytes of each table; none if the engine does not report them. */
    public List<TableSizes.Bytes> tableSizes() {
        return inSession(session -> TableSizes.each(session, catalog.schema()));
    }

    private <T> T inSession(Function<Session, T> work) {
        try (Session session = source.session()) {
            return work.apply(session);
        }
    }

    /** Builds the indexes that a level lacks, and drops those that it does not want. */
    public void changeIndexes(Indexing level) {
        refuseInTransaction("a change of the index level");
        source.withPlace(() -> {
            IndexLevelChange.run(source, level, options.nodes());
            try (Session session = source.session()) {
                catalog.indexes().changed(session, level);
            }
        });
    }

    /** Checks the database for damage. */
    public Verification verify(Consumer<VerificationProgress> listener) {
        return source.withPlace(() -> new Verifier(source, catalog.schema()).verify(listener));
    }

    /** Repairs the damage that can be repaired; says what is wrong afterwards. */
    public Verification repair() {
        return source.withPlace(() -> new Verifier(source, catalog.schema()).repair());
    }
}
