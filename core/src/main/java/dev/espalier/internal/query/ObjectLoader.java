package dev.espalier.internal.query;

import static dev.espalier.error.ErrorCode.TOO_MANY_OBJECTS;

import dev.espalier.error.LimitException;
import dev.espalier.error.ModelException;
import dev.espalier.internal.graph.Bounds;
import dev.espalier.internal.graph.ClassBounds;
import dev.espalier.internal.graph.GraphLoader;
import dev.espalier.internal.graph.OwnedMembers;
import dev.espalier.internal.graph.RootQuery;
import dev.espalier.internal.graph.Sessions;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.jdbc.SingleTripReads;
import dev.espalier.internal.jdbc.Snapshot;
import dev.espalier.internal.jdbc.Workers;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Containers;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Predicate;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import dev.espalier.internal.write.LoadedObjects;
import dev.espalier.internal.write.Received;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Loads objects by their ids, a large answer by several sessions. Safe for any number of threads. */
public final class ObjectLoader implements AutoCloseable {

    /** How many sessions read one large answer. More than processors gain nothing on one machine, and take others' connections. */
    private static final int SESSIONS = Math.min(4, Runtime.getRuntime().availableProcessors());

    private final Schema schema;
    private final GraphLoader loader;
    private final boolean hasInverses;
    private final boolean hasInversesOfOne;
    private final ReadKinds kinds = new ReadKinds();
    /** Kept from one answer to the next: an answer has many levels, and would start new threads for each. */
    private final ExecutorService readers = Workers.pool("espalier-reader");

    /**
     * @param classBounds those of reads that say none
     * @param maxObjects how many objects an answer may have whose bounds do not say it
     * @param throwsIfNotLoaded whether a collection that bounds leave out throws when it is used; else it is null
     */
    public ObjectLoader(Schema schema, ClassBounds classBounds, long maxObjects, boolean throwsIfNotLoaded) {
        this.schema = schema;
        List<CollectionAttribute> inverses = schema.model().classes().stream()
                .flatMap(type -> type.inverses().stream())
                .toList();
        this.hasInverses = !inverses.isEmpty();
        this.hasInversesOfOne = inverses.stream().anyMatch(CollectionAttribute::isOne);
        this.loader = new GraphLoader(schema, classBounds, maxObjects, throwsIfNotLoaded);
    }

    /** Loads graphs by one session. */
    public GraphLoader graphs() {
        return loader;
    }

    /** @throws ModelException if the class is not in the model */
    public PersistentClass typeOf(NamedClass named) {
        return named.in(schema.model());
    }

    /** @throws ModelException if the class is not in the model */
    public PersistentClass typeOf(Class<?> javaClass) {
        return NamedClass.in(schema.model(), javaClass);
    }

    /** The class of the object with that id: the only concrete one, or that in whose table the object stands; null if it stands in none. */
    public @Nullable PersistentClass concreteType(ReadScope scope, PersistentClass type, long id) {
        return type.concreteClasses().size() == 1
                ? type.concreteClasses().get(0)
                : scope.read(snapshot -> type.concreteClasses().stream()
                        .filter(concrete -> isThere(snapshot.session(), concrete, id))
                        .findFirst()
                        .orElse(null));
    }

    private boolean isThere(Session session, PersistentClass concrete, long id) {
        Source source = new Source(schema.table(concrete).table(), "t");
        Expression found = source.column(ClassTable.ID);
        return session.queryLong(session.dialect()
                        .render(Select.of(source, found).where(Predicate.InIds.lookup(found, new long[] {id}))))
                == id;
    }

    private record ByIds(PersistentClass type, Bounds bounds) {
        @Override
        public int hashCode() {
            return 31 * type.hashCode() + bounds.hashCode();
        }
    }

    /** Reads the objects with these ids, in this order; null if there is none. */
    public @Nullable Object[] read(ReadScope scope, PersistentClass type, long[] ids, Bounds bounds) {
        SingleTripReads kind = kinds.of(new ByIds(type, bounds)).singleTrip();
        kind.expect(ReadKinds.isWorthSharing(ids.length));
        return scope.readByIds(
                type, ids, readsInverses(type, bounds), kind, snapshot -> load(snapshot, scope, type, ids, bounds));
    }

    /** Whether an answer may have inverses. A field with one object is read of all objects. */
    private boolean readsInverses(PersistentClass type, Bounds bounds) {
        return hasInversesOfOne
                || hasInverses
                        && (loader.bounds(type, bounds).mayFollowInverses()
                                || type.concreteClasses().stream()
                                        .anyMatch(
                                                concrete -> !concrete.inverses().isEmpty()));
    }

    /** The objects with these ids, in this order; null if there is none. A large answer takes connections that are free, and gives them back. */
    public @Nullable Object[] load(
            Snapshot snapshot, ReadScope scope, PersistentClass type, long[] ids, Bounds bounds) {
        return with(snapshot, ids.length, sessions -> load(sessions, scope, type, ids, bounds));
    }

    /** The same for one block of many. On a server the snapshot's own session loads it: others join and leave by round trips. */
    @Nullable
    Object[] loadBlock(Snapshot snapshot, ReadScope scope, PersistentClass type, long[] ids, Bounds bounds) {
        Session session = snapshot.session();
        return session.engine().isServer()
                ? load(Sessions.of(session), scope, type, ids, bounds)
                : load(snapshot, scope, type, ids, bounds);
    }

    private @Nullable Object[] load(
            Sessions sessions, ReadScope scope, PersistentClass type, long[] ids, Bounds bounds) {
        Received loaded = scope.received();
        @Nullable Object[] objects = loader.load(sessions, type, ids, bounds, loaded);
        loaded.complete();
        return objects;
    }

    /**
     * Finds objects by statements and loads them.
     *
     * @param type their class, or one above
     * @param queries give their ids, one for each concrete class
     * @param expected how many are expected
     */
    GraphLoader.Found find(
            Snapshot snapshot,
            ReadScope scope,
            PersistentClass type,
            List<RootQuery> queries,
            long expected,
            Bounds bounds) {
        Received loaded = scope.received();
        GraphLoader.Found found = loader.find(snapshot.session(), type, queries, expected, bounds, loaded);
        loaded.complete();
        return found;
    }

    /**
     * Some members of a collection that follow each other, with what they lead to; null if there is no such owner.
     *
     * @param from how many members stand before
     * @param count how many are wanted
     * @throws LimitException if the page has more members, or they lead to more objects, than the bounds allow
     */
    public Containers.@Nullable Members members(
            ReadScope scope, PersistentClass owner, CollectionName name, long from, int count, Bounds bounds) {
        OwnedMembers members = loader.members(owner, name.id(), name.path());
        name.check(members.attribute());
        SingleTripReads kind =
                kinds.of(new MembersOf(owner, name.path(), bounds)).singleTrip();
        kind.expect(ReadKinds.isWorthSharing(count));
        long allowed = loader.mostObjects(members, bounds);
        return scope.read(kind, snapshot -> {
            OwnedMembers.Page page = members.read(snapshot.session(), from, count > allowed ? allowed + 1 : count);
            return page == null ? null : load(snapshot, scope, members, page, allowed, bounds);
        });
    }

    private Containers.Members load(
            Snapshot snapshot,
            ReadScope scope,
            OwnedMembers members,
            OwnedMembers.Page page,
            long allowed,
            Bounds bounds) {
        if (page.size() > allowed) {
            throw new LimitException(
                    TOO_MANY_OBJECTS,
                    String.format(
                            Locale.ROOT,
                            "the page has more than %,d members; ask for fewer, or allow more by maxObjects",
                            allowed));
        }
        return with(snapshot, page.size(), sessions -> {
            Received loaded = scope.received();
            Containers.Members found = loader.load(sessions, members, page, bounds, loaded);
            loaded.complete();
            return found;
        });
    }

    /** How many members a collection has; empty if there is no such owner. */
    public OptionalLong countMembers(ReadScope scope, PersistentClass owner, CollectionName name) {
        OwnedMembers members = loader.members(owner, name.id(), name.path());
        name.check(members.attribute());
        SingleTripReads kind = kinds.of(new MembersOf(owner, name.path(), null)).singleTrip();
        return scope.read(kind, snapshot -> members.count(snapshot.session()));
    }

    /** Reads of the members of a collection; of their number if they have no bounds. */
    private record MembersOf(
            PersistentClass owner, String path, @Nullable Bounds bounds) {}

    /** Fills an object with what the database has; what it refers to comes as new objects. False if it is not there. */
    public boolean reload(Snapshot snapshot, ReadScope scope, PersistentClass type, Object object, long id) {
        LoadedObjects loaded = scope.loaded().lending(object, id);
        @Nullable
        Object[] objects = loader.load(Sessions.of(snapshot.session()), type, new long[] {id}, Bounds.NONE, loaded);
        loaded.complete();
        return objects[0] != null;
    }

    /**
     * The effort of a load.
     *
     * @param bounds the bounds that came from the class, as text; empty for none
     * @param roots how many roots were loaded
     * @param objects how many, by the names of their classes
     * @param statements how many statements read them
     */
    public record Effort(String bounds, int roots, Map<String, Long> objects, int statements, Duration time) {}

    /** Loads objects, and says what that took. */
    Effort measured(Snapshot snapshot, ReadScope scope, PersistentClass type, long[] ids, Bounds bounds) {
        long start = System.nanoTime();
        return with(snapshot, ids.length, sessions -> {
            int before = queries(sessions);
            Received loaded = scope.received();
            CountingContext count = new CountingContext(loaded);
            loader.load(sessions, type, ids, bounds, count);
            loaded.complete();
            int statements = queries(sessions) - before;
            return new Effort(
                    loader.boundsOfClass(type, bounds),
                    ids.length,
                    count.objects(),
                    statements,
                    Duration.ofNanos(System.nanoTime() - start));
        });
    }

    private static int queries(Sessions sessions) {
        return sessions.all().stream().mapToInt(Session::queries).sum();
    }

    private <T> T with(Snapshot snapshot, int roots, Function<Sessions, T> work) {
        return ReadKinds.isWorthSharing(roots)
                ? snapshot.sharing(SESSIONS, sessions -> work.apply(new Sessions(sessions, readers)))
                : work.apply(Sessions.of(snapshot.session()));
    }

    @Override
    public void close() {
        readers.shutdownNow();
    }
}
