package dev.espalier.internal.query;

import dev.espalier.error.QueryException;
import dev.espalier.internal.catalog.Catalog;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.graph.Bounds;
import dev.espalier.internal.graph.GraphLoader;
import dev.espalier.internal.graph.RootCursor;
import dev.espalier.internal.graph.RootQuery;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.jdbc.Snapshot;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.PagedRows;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.plan.PlannedValue;
import dev.espalier.internal.plan.Planner;
import dev.espalier.internal.plan.Request;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.rows.RowMaker;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.rql.RqlQuery;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.IndexedPlace;
import dev.espalier.internal.search.Position;
import dev.espalier.internal.search.ResultPage;
import dev.espalier.internal.search.RootSelects;
import dev.espalier.internal.search.RowPages;
import dev.espalier.internal.search.RowSearch;
import dev.espalier.internal.search.Search;
import dev.espalier.internal.search.SearchResult;
import dev.espalier.internal.search.condition.Statistics;
import dev.espalier.internal.search.explanation.Advice;
import dev.espalier.internal.search.explanation.Explanation;
import dev.espalier.internal.search.explanation.Strategy;
import dev.espalier.internal.sql.Definition;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.write.Identity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The stages from a question to the ids of its roots, each by itself. Safe for any number of threads. */
public final class QueryRunner {

    /** The ids of a larger page are searched first; its objects are read by several sessions. */
    private static final int MOST_ON_PAGE = 500;

    /** An explanation loads no more roots than that, however many were found. */
    private static final int MOST_EXPLAINED = 1_000;

    private final Catalog catalog;
    private final Dialect dialect;
    private final ObjectLoader objects;
    private final Planner planner;
    private final Search search;
    private final RowSearch rowSearch;
    private final ParsedTexts texts = new ParsedTexts();
    private final ReadKinds kinds = new ReadKinds();

    public QueryRunner(Catalog catalog, Dialect dialect, ObjectLoader objects) {
        this.catalog = catalog;
        this.dialect = dialect;
        this.objects = objects;
        this.planner = new Planner(catalog.schema().model());
        Statistics statistics = new Statistics(catalog.indexes()::searched, System::nanoTime);
        this.search = new Search(catalog.schema(), statistics);
        this.rowSearch = new RowSearch(catalog.schema(), statistics);
    }

    /**
     * Parses the text and resolves its names and values.
     *
     * @param scope knows the ids of objects that are parameters
     * @throws QueryException if the query is wrong
     */
    public Plan plan(Question question, ReadScope scope) {
        return planner.plan(request(question, scope));
    }

    /**
     * Parses the texts of a query and of a selection, and resolves their names and values.
     *
     * @param scope knows the ids of objects that are parameters
     * @throws QueryException if one of them is wrong
     */
    public RowPlan plan(Question question, String selection, ReadScope scope) {
        return planner.plan(request(question, scope), texts.selection(selection));
    }

    private Request request(Question question, ReadScope scope) {
        Map<String, Request.Definition> variables = new HashMap<>();
        question.variables()
                .forEach((name, variable) -> variables.put(
                        name, new Request.Definition(objects.typeOf(variable.root()), parsed(name, variable.rql()))));
        return new Request(
                texts.parse(question.rql()),
                objects.typeOf(question.asked()),
                variables,
                answer(question),
                parameters(question, scope.identity()));
    }

    /**
     * Plans a value of each object of a class.
     *
     * @param text a path that reaches one value at most, or an aggregate, such as {@code SUM(lines.price)}
     * @throws QueryException if it is wrong
     */
    public PlannedValue value(NamedClass type, String text) {
        return planner.value(text, objects.typeOf(type));
    }

    /** Returns a value of each of some objects, by their ids; objects without one are omitted. */
    public Map<Long, Object> values(Snapshot snapshot, PlannedValue value, long[] ids) {
        return search.values(snapshot.session(), planner.plan(texts.parse(""), value.type(), Map.of()), value, ids);
    }

    private RqlQuery parsed(String variable, String rql) {
        try {
            return texts.parse(rql);
        } catch (QueryException e) {
            throw e.inVariable(variable);
        }
    }

    /** Objects of the model are compared by their ids. */
    private Map<String, @Nullable Object> parameters(Question question, Identity identity) {
        Map<String, @Nullable Object> parameters = new HashMap<>(question.parameters());
        parameters.replaceAll((name, value) -> value instanceof Collection<?> several
                ? several.stream().map(one -> parameter(one, identity)).collect(Collectors.toCollection(ArrayList::new))
                : value instanceof Object[] several
                        ? Arrays.stream(several)
                                .map(one -> parameter(one, identity))
                                .toArray()
                        : parameter(value, identity));
        return parameters;
    }

    private @Nullable Object parameter(@Nullable Object value, Identity identity) {
        Object object = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        PersistentClass type = object == null ? null : catalog.schema().model().classOf(object);
        return object == null || type == null ? object : new Request.Stored(type, identity.idOf(object));
    }

    private Request.Answer answer(Question question) {
        if (question.answer() instanceof Question.Answer.Roots roots) {
            return new Request.Answer.Roots(
                    roots.relations().stream().map(Rql::path).toList(), question.cycles());
        }
        return question.answer() instanceof Question.Answer.Owners owners
                ? new Request.Answer.Owners(objects.typeOf(owners.type()))
                : new Request.Answer.Hits();
    }

    /** The part of the roots that a read returns. */
    private enum Wanted {
        OBJECTS,
        PAGE,
        ROWS,
        IDS,
        COUNT,
        EXISTENCE
    }

    private record Kind(
            Wanted wanted,
            OptionalLong most,
            NamedClass asked,
            String rql,
            Map<String, Question.Variable> variables,
            Question.Answer answer,
            Bounds bounds,
            Optional<Strategy> strategy) {

        /** Kinds with equal texts are few. */
        @Override
        public int hashCode() {
            return 31 * rql.hashCode() + wanted.hashCode();
        }
    }

    private ReadKinds.ReadKind kind(Wanted wanted, Question question) {
        return kinds.of(kindOf(wanted, question, OptionalLong.empty()));
    }

    private static Kind kindOf(Wanted wanted, Question question, OptionalLong most) {
        return new Kind(
                wanted,
                most,
                question.asked(),
                question.rql(),
                question.variables(),
                question.answer(),
                question.bounds(),
                question.strategy());
    }

    /** The roots, in order. If the answer before was small, they are searched and loaded by one statement if possible. */
    public Object[] list(ReadScope scope, Question question) {
        return list(scope, question, OptionalLong.empty());
    }

    /** The first roots, in order. */
    public Object[] first(ReadScope scope, Question question, long most) {
        return list(scope, question, OptionalLong.of(most));
    }

    private Object[] list(ReadScope scope, Question question, OptionalLong most) {
        ReadKinds.ReadKind kind = kinds.of(kindOf(Wanted.OBJECTS, question, most));
        Optional<CompiledQuery.Execution> compiled =
                isSmall(kind, question) ? compiled(kind, question, scope) : Optional.empty();
        if (compiled.isEmpty()) {
            Plan plan = plan(question, scope, most);
            return scope.read(kind.singleTrip(), snapshot -> list(snapshot, scope, plan, question, kind));
        }
        CompiledQuery.Execution execution = compiled.get();
        return scope.read(
                kind.singleTrip(),
                snapshot -> execution
                        .roots(snapshot.session(), most)
                        .filter(roots -> kind.mayHave(roots.least()))
                        .flatMap(roots -> found(
                                snapshot, scope, execution.plan(), roots.queries(), roots.least(), question, kind))
                        .orElseGet(() -> searched(snapshot, scope, plan(question, scope, most), question, kind)));
    }

    private Plan plan(Question question, ReadScope scope, OptionalLong most) {
        Plan plan = plan(question, scope);
        return most.isPresent() ? plan.atMost(most.getAsLong()) : plan;
    }

    private boolean isSmall(ReadKinds.ReadKind kind, Question question) {
        return kind.isSmall(objects.graphs().needsRowsOnly(objects.typeOf(question.asked()), question.bounds()));
    }

    private Object[] list(Snapshot snapshot, ReadScope scope, Plan plan, Question question, ReadKinds.ReadKind kind) {
        Optional<RootSelects> selects = isSmall(kind, question)
                ? search.roots(snapshot.session(), plan, question.strategy())
                : Optional.empty();
        return selects.filter(roots -> kind.mayHave(roots.least()))
                .flatMap(roots -> found(
                        snapshot,
                        scope,
                        plan,
                        roots.selects().stream().map(RootQuery::of).toList(),
                        roots.least(),
                        question,
                        kind))
                .orElseGet(() -> searched(snapshot, scope, plan, question, kind));
    }

    private Object[] searched(
            Snapshot snapshot, ReadScope scope, Plan plan, Question question, ReadKinds.ReadKind kind) {
        long[] ids = search(snapshot, plan, question.strategy()).ids();
        kind.found(ids.length);
        return objects.load(snapshot, scope, plan.answer(), ids, question.bounds());
    }

    /**
     * The roots, in order, loaded as they are asked for.
     *
     * @param snapshot is closed with the iterator
     */
    public RootIterator iterator(Snapshot snapshot, ReadScope scope, Plan plan, Question question) {
        Optional<RootCursor> cursor = ofOneStatement(snapshot, plan, question)
                .flatMap(select -> objects.graphs()
                        .cursor(
                                snapshot.session(),
                                plan.answer(),
                                select,
                                question.bounds(),
                                RootIterator.ROOTS_AT_A_TIME));
        return cursor.isPresent()
                ? new RootsByCursor(snapshot, cursor.get(), scope)
                : new RootsByIds(
                        objects,
                        snapshot,
                        scope,
                        plan.answer(),
                        search(snapshot, plan, question.strategy()).ids(),
                        question.bounds());
    }

    /** The statement for all roots in order, if their rows are all that is loaded and nobody else works with the session meanwhile. */
    private Optional<Select> ofOneStatement(Snapshot snapshot, Plan plan, Question question) {
        PersistentClass type = plan.answer();
        if (snapshot.isLent()
                || !snapshot.session().hasCursors()
                || type.concreteClasses().size() > 1
                || objects.graphs().bounds(type, question.bounds()).namesPaths()
                || !objects.graphs().needsRowsOnly(type, question.bounds())) {
            return Optional.empty();
        }
        return search.roots(snapshot.session(), plan, question.strategy())
                .filter(all -> all.least() == 0)
                .map(all -> {
                    Select select = all.selects().get(0);
                    Select.Order byId = new Select.Order(
                            select.from().first().column(ClassTable.ID),
                            plan.keys().get(0).descending(),
                            true);
                    return select.orders().isEmpty() ? select.orderBy(byId) : select;
                });
    }

    /** @return empty if fewer were found than needed, so that these are not all */
    private Optional<Object[]> found(
            Snapshot snapshot,
            ReadScope scope,
            Plan plan,
            List<RootQuery> roots,
            long least,
            Question question,
            ReadKinds.ReadKind kind) {
        GraphLoader.Found found = objects.find(snapshot, scope, plan.answer(), roots, kind.roots(), question.bounds());
        kind.found(found.ids().length);
        return found.ids().length < least
                ? Optional.empty()
                : Optional.of(sorted(found, plan).objects());
    }

    /** The compiled query with its values; empty if there is none, or the values need a plan of their own. */
    private Optional<CompiledQuery.Execution> compiled(ReadKinds.ReadKind kind, Question question, ReadScope scope) {
        if (!question.variables().isEmpty() || !(question.answer() instanceof Question.Answer.Hits)) {
            return Optional.empty();
        }
        return kind.query()
                .get(() -> planner.template(
                                texts.parse(question.rql()),
                                objects.typeOf(question.asked()),
                                question.parameters().keySet())
                        .map(template -> new CompiledQuery(template, search, question.strategy())))
                .flatMap(query -> query.with(parameters(question, scope.identity())));
    }

    /** Sorts objects by their ids, if the plan has no other sort keys: by these they came. */
    private static GraphLoader.Found sorted(GraphLoader.Found found, Plan plan) {
        if (plan.keys().size() > 1) {
            return found;
        }
        long[] ids = found.ids();
        boolean descending = plan.keys().get(0).descending();
        boolean isSorted = true;
        for (int i = 1; i < ids.length; i++) {
            isSorted &= descending ? ids[i - 1] > ids[i] : ids[i - 1] < ids[i];
        }
        if (isSorted) {
            return found;
        }
        Integer[] order = new Integer[ids.length];
        Arrays.setAll(order, i -> i);
        Comparator<Integer> byId = Comparator.comparingLong(i -> ids[i]);
        Arrays.sort(order, descending ? byId.reversed() : byId);
        return new GraphLoader.Found(
                Arrays.stream(order).mapToLong(i -> ids[i]).toArray(),
                Arrays.stream(order).map(i -> found.objects()[i]).toArray());
    }

    private static long[] sorted(long[] ids, Plan plan) {
        if (plan.keys().size() > 1) {
            return ids;
        }
        long[] rising = ids.clone();
        Arrays.sort(rising);
        return plan.keys().get(0).descending() ? reversed(rising) : rising;
    }

    private static long[] reversed(long[] ids) {
        long[] reversed = new long[ids.length];
        Arrays.setAll(reversed, i -> ids[ids.length - 1 - i]);
        return reversed;
    }

    /** The ids of the roots, in order. */
    public SearchResult search(Snapshot snapshot, Plan plan, Optional<Strategy> strategy) {
        Session session = snapshot.session();
        return strategy.map(one -> search.find(session, plan, one)).orElseGet(() -> search.find(session, plan));
    }

    /**
     * The rows of a selection, in order.
     *
     * @param making makes a row, for a plan, of the values of its columns
     */
    public <R> List<R> rows(
            ReadScope scope,
            Question question,
            String selection,
            Function<RowPlan, Function<@Nullable Object[], R>> making) {
        ReadKinds.ReadKind kind = kind(question, selection);
        Optional<CompiledRows> compiled = kind.hasFewRows() ? compiled(kind, question, selection) : Optional.empty();
        Object[][] values = compiled.isEmpty() ? null : compiled.get().values(parameters(question, scope.identity()));
        if (values != null) {
            CompiledRows rows = compiled.get();
            Function<@Nullable Object[], R> make = making.apply(rows.plan());
            Optional<List<@Nullable Object[]>> read = scope.read(kind.singleTrip(), snapshot -> {
                RowMaker maker = new RowMaker(rows.plan());
                OptionalLong number = rows.read(snapshot.session(), values, maker);
                if (number.isEmpty()) {
                    return Optional.empty();
                }
                kind.read(number.getAsLong());
                return Optional.of(maker.rows());
            });
            if (read.isPresent()) {
                return read.get().stream().map(make).toList();
            }
        }
        RowPlan plan = plan(question, selection, scope);
        Function<@Nullable Object[], R> make = making.apply(plan);
        return rows(scope, plan, question).stream().map(make).toList();
    }

    private Optional<CompiledRows> compiled(ReadKinds.ReadKind kind, Question question, String selection) {
        if (!question.variables().isEmpty() || !(question.answer() instanceof Question.Answer.Hits)) {
            return Optional.empty();
        }
        return kind.selection()
                .get(() -> planner.template(
                                texts.parse(question.rql()),
                                texts.selection(selection),
                                objects.typeOf(question.asked()),
                                question.parameters().keySet())
                        .filter(template -> RowSearch.dependsOnOneRow(template.plan(), question.strategy()))
                        .map(template -> new CompiledRows(template, rowSearch, question.strategy())));
    }

    /** The rows of a selection by a plan, in order: the values of each in the order of its columns. */
    public List<@Nullable Object[]> rows(ReadScope scope, RowPlan plan, Question question) {
        ReadKinds.ReadKind kind = kind(question, plan.selection().text());
        boolean few = kind.hasFewRows();
        Function<Snapshot, List<@Nullable Object[]>> read = snapshot -> {
            RowMaker rows = new RowMaker(plan);
            kind.read(rowSearch.rows(snapshot.session(), plan, question.strategy(), few, rows));
            return rows.rows();
        };
        return few ? scope.read(kind.singleTrip(), read) : scope.read(read);
    }

    private QuestionText text(ReadScope scope) {
        return new QuestionText(texts, catalog.schema().model(), scope.identity());
    }

    /**
     * A page of rows.
     *
     * @param values of each row, in the order of its columns
     * @param next the key of the next page; null for none
     */
    public record PageOfRows(
            List<@Nullable Object[]> values, @Nullable String next) {}

    /**
     * The rows of a selection behind a page that was read before.
     *
     * @param plan without limit and offset
     * @param after the key of that page; null for the first page
     * @throws QueryException {@code bad-page-key} if the key is damaged or of another query
     */
    public PageOfRows page(ReadScope scope, RowPlan plan, Question question, int size, @Nullable String after) {
        PagedRows paged = PagedRows.of(plan);
        String selection = plan.selection().text();
        RowPageKey key =
                new RowPageKey(new KeyText(text(scope).of(question, selection), selection), paged, dialect.limits());
        Optional<RowPageKey.End> end = Optional.ofNullable(after).map(key::read);
        return scope.read(snapshot -> {
            RowPages search = rowSearch.pages(snapshot.session(), paged.rows(), question.strategy());
            RowMaker.Page page = paged.isOfSomeObjects()
                    ? RowPaging.ofSomeObjects(search, paged.rows(), size, end)
                    : RowPaging.ofAll(search, paged.rows(), size, end);
            return new PageOfRows(
                    page.rows(),
                    page.end()
                            .map(row -> key.write(new RowPageKey.End(
                                    row,
                                    plan.isGrouped() ? Optional.empty() : Optional.of(search.position(row.object())))))
                            .orElse(null));
        });
    }

    private ReadKinds.ReadKind kind(Question question, String selection) {
        return kinds.of(new SelectionKind(kindOf(Wanted.ROWS, question, OptionalLong.empty()), selection));
    }

    /**
     * The rows of a selection that is neither grouped nor sorted, made as they are asked for.
     *
     * @param snapshot is closed with the iterator
     */
    public RootIterator rows(Snapshot snapshot, RowPlan plan, Optional<Strategy> strategy) {
        return new RowsBySource(
                snapshot, rowSearch.cursor(snapshot.session(), plan, strategy, !snapshot.isLent()), new RowMaker(plan));
    }

    /**
     * Makes the rows of a selection, and says how. The first statement of each stage runs once more if the engine's own plans are wanted.
     */
    public ExplainedRows explainRows(
            Snapshot snapshot, RowPlan plan, Optional<Strategy> strategy, boolean withEnginePlans) {
        RowMaker rows = new RowMaker(plan);
        Explanation course = rowSearch.explained(snapshot.session(), plan, strategy, rows);
        int made = rows.rows().size();
        return new ExplainedRows(plan, course, enginePlans(snapshot, course, withEnginePlans), made);
    }

    private static List<Optional<String>> enginePlans(Snapshot snapshot, Explanation course, boolean wanted) {
        return course.stages().stream()
                .map(stage -> wanted && stage.first() != null
                        ? Optional.of(snapshot.session().enginePlan(stage.first()))
                        : Optional.<String>empty())
                .toList();
    }

    private record SelectionKind(Kind kind, String selection) {}

    /** How many roots there are. */
    public long count(ReadScope scope, Question question) {
        ReadKinds.ReadKind kind = kind(Wanted.COUNT, question);
        Optional<CompiledQuery.Execution> compiled = compiled(kind, question, scope);
        Plan plan = compiled.isPresent() ? compiled.get().plan() : plan(question, scope);
        return scope.read(kind.singleTrip(), snapshot -> {
            Session session = snapshot.session();
            OptionalLong all = compiled.isPresent() ? compiled.get().count(session) : OptionalLong.empty();
            return all.isPresent()
                    ? Math.min(
                            Math.max(0, all.getAsLong() - plan.offset()),
                            plan.limit().orElse(Long.MAX_VALUE))
                    : search.count(session, compiled.isPresent() ? plan(question, scope) : plan, question.strategy());
        });
    }

    /** Whether there is a root. */
    public boolean exists(ReadScope scope, Question question) {
        ReadKinds.ReadKind kind = kind(Wanted.EXISTENCE, question);
        Optional<CompiledQuery.Execution> compiled = compiled(kind, question, scope);
        Plan plan = compiled.isPresent() ? compiled.get().plan() : plan(question, scope);
        return scope.read(kind.singleTrip(), snapshot -> {
            Session session = snapshot.session();
            OptionalLong any = compiled.isPresent() ? compiled.get().any(session) : OptionalLong.empty();
            return any.isPresent()
                    ? any.getAsLong() != 0 && plan.limit().orElse(1) > 0
                    : search.exists(session, compiled.isPresent() ? plan(question, scope) : plan, question.strategy());
        });
    }

    /** The ids of the roots, in order. */
    public long[] ids(ReadScope scope, Question question) {
        ReadKinds.ReadKind kind = kind(Wanted.IDS, question);
        Optional<CompiledQuery.Execution> compiled =
                kind.isSmall(false) ? compiled(kind, question, scope) : Optional.empty();
        Plan plan = compiled.isPresent() ? compiled.get().plan() : plan(question, scope);
        return scope.read(kind.singleTrip(), snapshot -> {
            long[] ids = compiled.flatMap(query -> query.ids(snapshot.session(), kind::mayHave))
                    .map(found -> sorted(found, plan))
                    .orElseGet(() -> search(
                                    snapshot, compiled.isPresent() ? plan(question, scope) : plan, question.strategy())
                            .ids());
            kind.found(ids.length);
            return ids;
        });
    }

    /**
     * A page of roots.
     *
     * @param next the key of the next page; null for none
     */
    public record Roots(Object[] objects, @Nullable String next) {}

    /**
     * The roots behind a page that was read before.
     *
     * @param check refuses plans that have no pages
     * @param after the key of that page; null for the first page
     * @throws QueryException {@code bad-page-key} if the key is damaged or of another query
     */
    public Roots page(ReadScope scope, Question question, int size, @Nullable String after, Consumer<Plan> check) {
        ReadKinds.ReadKind kind = kind(Wanted.PAGE, question);
        boolean isSmall = size <= MOST_ON_PAGE && !question.bounds().hasMaxObjects();
        Optional<CompiledQuery.Execution> compiled = isSmall ? compiled(kind, question, scope) : Optional.empty();
        Plan plan = compiled.isPresent() ? compiled.get().plan() : plan(question, scope);
        check.accept(plan);
        PageKey key = new PageKey(new KeyText(text(scope).of(question), question.rql()), plan, dialect.limits());
        Optional<Position> position = Optional.ofNullable(after).map(key::read);
        return scope.read(kind.singleTrip(), snapshot -> {
            Session session = snapshot.session();
            Optional<Roots> sortedPage = compiled.filter(query -> !hasMaxObjects(plan, question))
                    .flatMap(query -> query.sortedPage(session, position, size))
                    .flatMap(page -> sortedPage(snapshot, scope, page, question, key));
            if (sortedPage.isPresent()) {
                return sortedPage.get();
            }
            // One root more than the page holds shows whether there is a next page. It may be one object too many for a
            // maximum. Of other keys than the id, the search knows the values.
            Optional<List<RootQuery>> roots = !isSmall || plan.keys().size() > 1 || hasMaxObjects(plan, question)
                    ? Optional.empty()
                    : compiled.isEmpty()
                            ? search.roots(session, plan, question.strategy(), position, size + 1L)
                                    .map(RootQuery::of)
                                    .map(List::of)
                            : (position.isEmpty()
                                            ? compiled.get().first(session, size + 1L)
                                            : compiled.get()
                                                    .behind(
                                                            session,
                                                            position.get().id(),
                                                            size + 1L))
                                    .map(List::of);
            if (roots.isPresent()) {
                GraphLoader.Found found = sorted(
                        objects.find(snapshot, scope, plan.answer(), roots.get(), size, question.bounds()), plan);
                return found.ids().length <= size
                        ? new Roots(found.objects(), null)
                        : new Roots(
                                Arrays.copyOf(found.objects(), size),
                                key.write(new Position(0, List.of(), found.ids()[size - 1])));
            }
            Plan searched = compiled.isEmpty() ? plan : plan(question, scope);
            ResultPage found = search.page(session, searched, size, question.strategy(), position);
            Object[] objectsOfPage = objects.load(snapshot, scope, plan.answer(), found.ids(), question.bounds());
            return new Roots(objectsOfPage, found.end().map(key::write).orElse(null));
        });
    }

    private boolean hasMaxObjects(Plan plan, Question question) {
        return objects.graphs().bounds(plan.answer(), question.bounds()).hasMaxObjects();
    }

    /** Empty if roots without a value for the first key may be missing. */
    private Optional<Roots> sortedPage(
            Snapshot snapshot, ReadScope scope, SortedPage page, Question question, PageKey key) {
        GraphLoader.Found found = objects.find(
                snapshot, scope, page.plan().answer(), List.of(page.query()), page.size(), question.bounds());
        int size = page.size();
        return found.ids().length < page.least()
                ? Optional.empty()
                : Optional.of(
                        found.ids().length <= size
                                ? new Roots(found.objects(), null)
                                : new Roots(
                                        Arrays.copyOf(found.objects(), size),
                                        key.write(page.end(found.ids()[size - 1]))));
    }

    /**
     * Searches all roots, loads the first ones, and says how. The first statement of each stage runs once more if the engine's own plans are wanted.
     */
    public Explained explain(Snapshot snapshot, ReadScope scope, Question question, boolean withEnginePlans) {
        Plan plan = plan(question, scope);
        catalog.indexes().find(snapshot.session());
        Search.Advised advised = search.advised(snapshot.session(), plan, question.strategy(), MOST_EXPLAINED);
        SearchResult found = advised.found();
        ObjectLoader.Effort load = objects.measured(snapshot, scope, plan.answer(), found.ids(), question.bounds());
        List<Optional<String>> enginePlans = enginePlans(snapshot, found.explanation(), withEnginePlans);
        return new Explained(
                plan,
                found.explanation(),
                enginePlans,
                load,
                advised.advice().stream().map(this::missing).toList());
    }

    private Explained.MissingIndex missing(Advice advice) {
        String statement =
                dialect.render(new Definition.CreateIndex(advice.index())).get(0);
        return new Explained.MissingIndex(
                advice.stage(),
                IndexedPlace.of(catalog.schema(), advice.index()),
                statement,
                advice.read(),
                advice.expected());
    }
}
