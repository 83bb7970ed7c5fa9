package dev.espalier;

import dev.espalier.catalog.Catalog;
import dev.espalier.dialect.Limits;
import dev.espalier.error.ModelException;
import dev.espalier.error.QueryException;
import dev.espalier.graph.Bounds;
import dev.espalier.graph.GraphLoader;
import dev.espalier.graph.Sessions;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Session;
import dev.espalier.jdbc.Snapshot;
import dev.espalier.model.PersistentClass;
import dev.espalier.plan.Plan;
import dev.espalier.plan.Planner;
import dev.espalier.plan.Request;
import dev.espalier.rql.Rql;
import dev.espalier.rql.RqlQuery;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.IndexedPlace;
import dev.espalier.search.Advice;
import dev.espalier.search.Position;
import dev.espalier.search.ResultPage;
import dev.espalier.search.Search;
import dev.espalier.search.SearchResult;
import dev.espalier.search.Statistics;
import dev.espalier.search.Strategy;
import dev.espalier.sql.Definition;
import dev.espalier.sql.Expression;
import dev.espalier.sql.Predicate;
import dev.espalier.sql.Select;
import dev.espalier.sql.Source;
import dev.espalier.write.Identity;
import dev.espalier.write.LoadedObjects;
import dev.espalier.write.Registry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The stages from a query's text to its objects, each with what it needs. Safe for any number of threads. */
final class Answers implements AutoCloseable {

    /** Below, a second session costs more than it saves. */
    private static final int ROOTS_WORTH_SHARING = 200;

    /** How many sessions read one large answer. More than processors gain nothing on one machine, and take others' connections. */
    private static final int SESSIONS = Math.min(4, Runtime.getRuntime().availableProcessors());

    private final ConnectionSource source;
    private final Catalog catalog;
    private final Registry registry;
    private final Identity identity;
    private final ThreadLocal<Transaction> current;
    private final Planner planner;
    private final Search search;
    private final GraphLoader loader;
    private final ExecutorService readers = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "espalier-reader");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * @param current each thread's transaction
     * @param maxObjects how many objects an answer may have that does not say it
     */
    Answers(ConnectionSource source, Catalog catalog, Registry registry, Identity identity, ThreadLocal<Transaction> current, long maxObjects) {
        this.current = current;
        this.source = source;
        this.catalog = catalog;
        this.registry = registry;
        this.identity = identity;
        this.planner = new Planner(catalog.schema().model());
        this.search = new Search(catalog.schema(), new Statistics(catalog::indexes, System::nanoTime));
        this.loader = new GraphLoader(catalog.schema(), maxObjects);
    }

    /** @throws ModelException if the class is not in the model */
    PersistentClass typeOf(Class<?> javaClass) {
        PersistentClass type = catalog.schema().model().find(javaClass);
        if (type == null) {
            throw new ModelException("outside-model", javaClass.getName() + " is not in the model, which has "
                    + catalog.schema().model().classes() + "; name it in Model.of");
        }
        return type;
    }

    /** The class of the object with that id: the only concrete one, or that in whose table the object stands; null where it stands in none. */
    PersistentClass concreteType(PersistentClass type, long id) {
        return type.concreteClasses().size() == 1 ? type.concreteClasses().get(0) : read(snapshot -> type.concreteClasses().stream()
                .filter(concrete -> isThere(snapshot.session(), concrete, id)).findFirst().orElse(null));
    }

    private boolean isThere(Session session, PersistentClass concrete, long id) {
        Source source = new Source(catalog.schema().table(concrete).table(), "t");
        Expression found = source.column(ClassTable.ID);
        return session.queryLong(session.dialect().render(Select.of(source, found).where(new Predicate.InIds(found, new long[] {id})))) == id;
    }

    GraphLoader loader() {
        return loader;
    }

    Plan plan(Question question) {
        Map<String, Request.Definition> variables = new HashMap<>();
        question.variables().forEach((name, variable) ->
                variables.put(name, new Request.Definition(typeOf(variable.root()), parsed(name, variable.rql()))));
        return planner.plan(new Request(
                Rql.parse(question.rql()), typeOf(question.asked()), variables, answer(question), parameters(question)));
    }

    private static RqlQuery parsed(String variable, String rql) {
        try {
            return Rql.parse(rql);
        } catch (QueryException e) {
            throw e.inVariable(variable);
        }
    }

    /** Objects of the model are compared by their ids. */
    private Map<String, Object> parameters(Question question) {
        Map<String, Object> parameters = new HashMap<>(question.parameters());
        parameters.replaceAll((name, value) -> value instanceof Collection<?> several
                ? several.stream().map(this::parameter).collect(Collectors.toCollection(ArrayList::new))
                : value instanceof Object[] several ? Arrays.stream(several).map(this::parameter).toArray()
                : parameter(value));
        return parameters;
    }

    private Object parameter(Object value) {
        Object object = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        PersistentClass type = object == null ? null : catalog.schema().model().find(object.getClass());
        return type == null ? object : new Request.Stored(type, identity.idOf(object));
    }

    private Request.Answer answer(Question question) {
        if (question.answer() instanceof Question.Answer.Roots roots) {
            return new Request.Answer.Roots(roots.relations().stream().map(Rql::path).toList(), question.cycles());
        }
        return question.answer() instanceof Question.Answer.Owners owners
                ? new Request.Answer.Owners(typeOf(owners.type()))
                : new Request.Answer.Hits();
    }

    /** The state of the database as it is now, or as the thread's transaction sees it; to be closed. */
    Snapshot snapshot() {
        Transaction transaction = current.get();
        return transaction == null ? source.snapshot() : transaction.snapshot();
    }

    /**
     * What is asked of one snapshot; outside of transactions of another one, where the connection was lost before all of it was there.
     */
    <T> T read(Function<Snapshot, T> asked) {
        if (current.get() == null) {
            return source.read(asked);
        }
        try (Snapshot snapshot = snapshot()) {
            return asked.apply(snapshot);
        }
    }

    /** The transaction of this thread; null for none. */
    Transaction transaction() {
        return current.get();
    }

    /**
     * Takes in what is read.
     *
     * @param transaction in whose snapshot it is read; null for none
     */
    private LoadedObjects loaded(Transaction transaction) {
        return transaction == null ? new LoadedObjects(registry, identity) : transaction.loaded();
    }

    SearchResult search(Snapshot snapshot, Plan plan, SearchStrategy strategy) {
        Session session = snapshot.session();
        return forced(strategy).map(one -> search.find(session, plan, one)).orElseGet(() -> search.find(session, plan));
    }

    long count(Snapshot snapshot, Plan plan, SearchStrategy strategy) {
        return search.count(snapshot.session(), plan, forced(strategy));
    }

    boolean exists(Snapshot snapshot, Plan plan, SearchStrategy strategy) {
        return search.exists(snapshot.session(), plan, forced(strategy));
    }

    ResultPage page(Snapshot snapshot, Plan plan, long size, SearchStrategy strategy, Optional<Position> after) {
        return search.page(snapshot.session(), plan, size, forced(strategy), after);
    }

    Limits limits() {
        return source.dialect().limits();
    }

    /** All that a question's answer and its order depend on, the same in every process. */
    String text(Question question) {
        return new QuestionText(catalog.schema().model(), identity).of(question);
    }

    private static Optional<Strategy> forced(SearchStrategy strategy) {
        return switch (strategy) {
            case AUTO -> Optional.empty();
            case STATEMENT -> Optional.of(Strategy.INTERSECT);
            case STEPS -> Optional.of(Strategy.STEPS);
        };
    }

    /** The objects with these ids, in this order; null where there is none. The snapshot is that of this thread's transaction, if it has one. */
    Object[] load(Snapshot snapshot, PersistentClass type, long[] ids, Bounds bounds) {
        return load(snapshot, current.get(), type, ids, bounds);
    }

    /**
     * The same for a snapshot that is used for longer.
     *
     * @param transaction in which the snapshot was taken, by this thread; null for none
     */
    Object[] load(Snapshot snapshot, Transaction transaction, PersistentClass type, long[] ids, Bounds bounds) {
        LoadedObjects loaded = loaded(transaction);
        Object[] objects = loader.load(sessions(snapshot, ids.length), type, ids, bounds, loaded);
        loaded.complete();
        return objects;
    }

    /** Answers and says how. Each statement of the search is run once more where the engine's own plans are wanted. */
    Explanation explain(Snapshot snapshot, Question question, boolean withEnginePlans) {
        Plan plan = plan(question);
        Search.Advised advised = search.advised(snapshot.session(), plan, forced(question.strategy()));
        SearchResult found = advised.found();
        Explanation.Load load = explainedLoad(snapshot, plan.answer(), found.ids(), question.bounds());
        dev.espalier.search.Explanation searched = found.explanation();
        List<Explanation.Step> steps = searched.stages().stream()
                .map(stage -> step(stage, withEnginePlans && stage.first() != null
                        ? Optional.of(snapshot.session().enginePlan(stage.first())) : Optional.empty()))
                .toList();
        SearchStrategy strategy = searched.strategy() == Strategy.STEPS || searched.strategy() == Strategy.NARROWED ? SearchStrategy.STEPS : SearchStrategy.STATEMENT;
        return new Explanation(Rql.print(plan.query()), plan.toString(),
                new Explanation.Search(strategy, searched.strategy().name(), searched.reason(), steps, searched.found(), searched.total()), load,
                advised.advice().stream().map(this::advice).toList());
    }

    private Explanation.Advice advice(Advice advice) {
        return new Explanation.Advice(advice.stage() + 1, IndexedPlace.of(catalog.schema(), advice.index()),
                source.dialect().render(new Definition.CreateIndex(advice.index())).get(0), advice.read(), advice.expected());
    }

    private static Explanation.Step step(dev.espalier.search.Explanation.Stage stage, Optional<String> enginePlan) {
        OptionalDouble expected = stage.expected() < 0 ? OptionalDouble.empty() : OptionalDouble.of(stage.expected());
        return new Explanation.Step(stage.title(), stage.sql(), stage.statements(), stage.keys(), expected, stage.rows(), stage.time(), enginePlan);
    }

    private Explanation.Load explainedLoad(Snapshot snapshot, PersistentClass type, long[] ids, Bounds bounds) {
        long start = System.nanoTime();
        Sessions sessions = sessions(snapshot, ids.length);
        int before = sessions.all().stream().mapToInt(Session::queries).sum();
        LoadedObjects loaded = loaded(current.get());
        LoadCount count = new LoadCount(loaded);
        loader.load(sessions, type, ids, bounds, count);
        loaded.complete();
        int statements = sessions.all().stream().mapToInt(Session::queries).sum() - before;
        return new Explanation.Load(count.objects(), statements, Duration.ofNanos(System.nanoTime() - start));
    }

    private Sessions sessions(Snapshot snapshot, int roots) {
        return roots < ROOTS_WORTH_SHARING
                ? Sessions.of(snapshot.session())
                : new Sessions(snapshot.sessions(SESSIONS), readers);
    }

    /** Fills an object anew with what the database has; what it refers to comes as new objects. False where it is not there. */
    boolean reload(Snapshot snapshot, PersistentClass type, Object object, long id) {
        LoadedObjects loaded = loaded(current.get()).lending(object, id);
        Object[] objects = loader.load(Sessions.of(snapshot.session()), type, new long[] {id}, Bounds.NONE, loaded);
        loaded.complete();
        return objects[0] != null;
    }

    @Override
    public void close() {
        readers.shutdownNow();
    }
}
