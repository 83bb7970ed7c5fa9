package dev.espalier.query;

import dev.espalier.catalog.Catalog;
import dev.espalier.dialect.Dialect;
import dev.espalier.error.QueryException;
import dev.espalier.graph.Bounds;
import dev.espalier.jdbc.LoneReads;
import dev.espalier.jdbc.Session;
import dev.espalier.jdbc.Snapshot;
import dev.espalier.model.PersistentClass;
import dev.espalier.plan.Plan;
import dev.espalier.plan.Planner;
import dev.espalier.plan.Request;
import dev.espalier.rql.Rql;
import dev.espalier.rql.RqlQuery;
import dev.espalier.schema.IndexedPlace;
import dev.espalier.search.Advice;
import dev.espalier.search.Position;
import dev.espalier.search.ResultPage;
import dev.espalier.search.Search;
import dev.espalier.search.SearchResult;
import dev.espalier.search.Statistics;
import dev.espalier.search.Strategy;
import dev.espalier.sql.Definition;
import dev.espalier.write.Identity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The stages from a question to the ids of its roots, each by itself. Safe for any number of threads. */
public final class QueryRunner {

    private final Catalog catalog;
    private final Dialect dialect;
    private final ObjectLoader objects;
    private final Planner planner;
    private final Search search;
    private final ReadKinds kinds = new ReadKinds();

    public QueryRunner(Catalog catalog, Dialect dialect, ObjectLoader objects) {
        this.catalog = catalog;
        this.dialect = dialect;
        this.objects = objects;
        this.planner = new Planner(catalog.schema().model());
        this.search = new Search(catalog.schema(), new Statistics(catalog::indexes, System::nanoTime));
    }

    /** Loads the objects of answers. */
    public ObjectLoader objects() {
        return objects;
    }

    /**
     * Parses the text and resolves its names and values.
     *
     * @param scope knows the ids of objects that are parameters
     * @throws QueryException if the query is wrong
     */
    public Plan plan(Question question, ReadScope scope) {
        Map<String, Request.Definition> variables = new HashMap<>();
        question.variables().forEach((name, variable) ->
                variables.put(name, new Request.Definition(objects.typeOf(variable.root()), parsed(name, variable.rql()))));
        return planner.plan(new Request(
                Rql.parse(question.rql()), objects.typeOf(question.asked()), variables, answer(question), parameters(question, scope.identity())));
    }

    private static RqlQuery parsed(String variable, String rql) {
        try {
            return Rql.parse(rql);
        } catch (QueryException e) {
            throw e.inVariable(variable);
        }
    }

    /** Objects of the model are compared by their ids. */
    private Map<String, Object> parameters(Question question, Identity identity) {
        Map<String, Object> parameters = new HashMap<>(question.parameters());
        parameters.replaceAll((name, value) -> value instanceof Collection<?> several
                ? several.stream().map(one -> parameter(one, identity)).collect(Collectors.toCollection(ArrayList::new))
                : value instanceof Object[] several ? Arrays.stream(several).map(one -> parameter(one, identity)).toArray()
                : parameter(value, identity));
        return parameters;
    }

    private Object parameter(Object value, Identity identity) {
        Object object = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        PersistentClass type = object == null ? null : catalog.schema().model().classOf(object);
        return type == null ? object : new Request.Stored(type, identity.idOf(object));
    }

    private Request.Answer answer(Question question) {
        if (question.answer() instanceof Question.Answer.Roots roots) {
            return new Request.Answer.Roots(roots.relations().stream().map(Rql::path).toList(), question.cycles());
        }
        return question.answer() instanceof Question.Answer.Owners owners
                ? new Request.Answer.Owners(objects.typeOf(owners.type()))
                : new Request.Answer.Hits();
    }

    /** What is wanted of the roots. */
    public enum Wanted {
        OBJECTS,
        PAGE,
        IDS,
        COUNT,
        EXISTENCE
    }

    private record Kind(Wanted wanted, NamedClass asked, String rql, Map<String, Question.Variable> variables, Question.Answer answer, Bounds bounds,
            Optional<Strategy> strategy) {}

    /** What is known of such reads. */
    public LoneReads kind(Wanted wanted, Question question) {
        return kinds.of(new Kind(wanted, question.asked(), question.rql(), question.variables(), question.answer(), question.bounds(), question.strategy()));
    }

    /** The ids of the roots, in order. */
    public SearchResult search(Snapshot snapshot, Plan plan, Optional<Strategy> strategy) {
        Session session = snapshot.session();
        return strategy.map(one -> search.find(session, plan, one)).orElseGet(() -> search.find(session, plan));
    }

    /** How many roots there are. */
    public long count(Snapshot snapshot, Plan plan, Optional<Strategy> strategy) {
        return search.count(snapshot.session(), plan, strategy);
    }

    /** Whether there is a root. */
    public boolean exists(Snapshot snapshot, Plan plan, Optional<Strategy> strategy) {
        return search.exists(snapshot.session(), plan, strategy);
    }

    /**
     * A page of roots.
     *
     * @param next the key of the next page; null for none
     */
    public record Roots(Object[] objects, String next) {}

    /**
     * The roots behind a page that was read before.
     *
     * @param after the key of that page; null for the first page
     * @throws QueryException {@code bad-page-key} if the key is damaged or of another query
     */
    public Roots page(ReadScope scope, Plan plan, Question question, int size, String after) {
        String text = new QuestionText(catalog.schema().model(), scope.identity()).of(question);
        PageKey key = new PageKey(text, question.rql(), plan, dialect.limits());
        Optional<Position> position = Optional.ofNullable(after).map(key::read);
        return scope.read(kind(Wanted.PAGE, question), snapshot -> {
            ResultPage found = search.page(snapshot.session(), plan, size, question.strategy(), position);
            Object[] roots = objects.load(snapshot, scope, plan.answer(), found.ids(), question.bounds());
            return new Roots(roots, found.end().map(key::write).orElse(null));
        });
    }

    /** Answers and says how. The first statement of each stage runs once more where the engine's own plans are wanted. */
    public Explained explain(Snapshot snapshot, ReadScope scope, Question question, boolean withEnginePlans) {
        Plan plan = plan(question, scope);
        Search.Advised advised = search.advised(snapshot.session(), plan, question.strategy());
        SearchResult found = advised.found();
        ObjectLoader.Effort load = objects.measured(snapshot, scope, plan.answer(), found.ids(), question.bounds());
        List<Optional<String>> enginePlans = found.explanation().stages().stream()
                .map(stage -> withEnginePlans && stage.first() != null ? Optional.of(snapshot.session().enginePlan(stage.first())) : Optional.<String>empty())
                .toList();
        return new Explained(plan, found.explanation(), enginePlans, load, advised.advice().stream().map(this::missing).toList());
    }

    private Explained.MissingIndex missing(Advice advice) {
        String statement = dialect.render(new Definition.CreateIndex(advice.index())).get(0);
        return new Explained.MissingIndex(advice.stage(), IndexedPlace.of(catalog.schema(), advice.index()), statement,
                advice.read(), advice.expected());
    }
}
