package dev.espalier;

import static dev.espalier.error.ErrorCode.NO_RESULT;
import static dev.espalier.error.ErrorCode.SEVERAL_RESULTS;

import dev.espalier.error.LimitException;
import dev.espalier.error.NotFoundException;
import dev.espalier.error.QueryException;
import dev.espalier.internal.Arguments;
import dev.espalier.internal.graph.Bounds;
import dev.espalier.internal.jdbc.FirstFailure;
import dev.espalier.internal.jdbc.Snapshot;
import dev.espalier.internal.plan.Plan;
import dev.espalier.internal.query.NamedClass;
import dev.espalier.internal.query.QueryRunner;
import dev.espalier.internal.query.Question;
import dev.espalier.internal.query.ReadScope;
import dev.espalier.internal.query.RootIterator;
import dev.espalier.internal.rows.RecordRows;
import dev.espalier.internal.rql.Rql;
import dev.espalier.typed.Columns;
import dev.espalier.typed.ObjectPath;
import dev.espalier.typed.Parameter;
import dev.espalier.typed.Path;
import dev.espalier.typed.Selection;
import dev.espalier.typed.Variable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A query for objects of one class. Immutable and safe for concurrent use: each method that configures it returns a new query, and one query may be run
 * any number of times.
 *
 * <p>Each answer is one consistent snapshot: what was searched and what is loaded belong to the same state of the database. Within
 * one answer there is one Java object for each database object. Roots come in the stated order, else by id.
 *
 * @param <T> the root class, whose objects are the answer
 */
public final class Query<T> {

    private final QueryRunner runner;
    private final Supplier<ReadScope> scope;
    private final NamedClass root;
    private final Question question;

    /** @param scope where a call reads: in its thread's transaction, or in a snapshot of its own */
    Query(QueryRunner runner, Supplier<ReadScope> scope, NamedClass root, String rql) {
        this(runner, scope, root, Question.of(root, Arguments.required("rql", rql, "a query; blank for all objects")));
    }

    private Query(QueryRunner runner, Supplier<ReadScope> scope, NamedClass root, Question question) {
        this.runner = runner;
        this.scope = scope;
        this.root = root;
        this.question = question;
    }

    private Query<T> with(Question other) {
        return new Query<>(runner, scope, root, other);
    }

    /**
     * Defines a variable: a second query with a name that the text of this query can use, as in {@code organization IN (Q2)}, or as {@code Q2} alone. Other
     * variables of this query can use the name, too. A variable is evaluated at most once, in the snapshot of this query. A mistake in it is found when
     * this query runs.
     *
     * @param variable the name: {@code Q} with a number, or {@code @} with an identifier of Java. This query itself is {@code Q1}, unless a variable has that name
     * @param of the root class of the variable
     * @param rql the text of the variable; it can use the parameters {@code :name} of this query, but not its question marks
     * @return a new query
     * @throws IllegalArgumentException if a variable cannot have this name
     */
    public Query<T> define(String variable, Class<?> of, String rql) {
        return define(variable, NamedClass.of(of), rql);
    }

    /**
     * Defines a variable whose root class is given by its name, for a database that was opened without Java classes; see {@link
     * #define(String, Class, String)}.
     *
     * @param variable the name: {@code Q} with a number, or {@code @} with an identifier of Java
     * @param className the name of the variable's root class
     * @param rql the text of the variable
     * @return a new query
     * @throws IllegalArgumentException if a variable cannot have this name
     */
    public Query<T> define(String variable, String className, String rql) {
        return define(variable, NamedClass.of(className), rql);
    }

    private Query<T> define(String variable, NamedClass of, String rql) {
        if (!Rql.VARIABLE.matcher(variable).matches()) {
            throw new IllegalArgumentException(
                    "a variable is called Q and a number, or @ and a name of Java, like Q2 or @late; found: "
                            + variable);
        }
        return with(question.withVariable(
                variable, new Question.Variable(of, Arguments.required("rql", rql, "a query; blank for all objects"))));
    }

    /**
     * Defines a variable by a typed selection; see {@link #define(String, Class, String)}.
     *
     * @param <V> the root class of the variable
     * @param variable the name and the root class
     * @param selection the query that the variable stands for
     * @return a new query
     */
    public <V> Query<T> define(Variable<V> variable, Selection<? super V> selection) {
        return define(variable.name(), variable.type(), selection.rql());
    }

    /**
     * Returns a query for the topmost owners of the objects that fulfil the condition. From each such object, the query climbs against the direction of the
     * fields, to the objects of the root class to which no other object of that class leads. If objects lead to each other in a circle, and no other object of
     * the class leads to them, all of them are in the answer; see {@link #refuseCycles}. Order, limit and offset apply to the topmost owners.
     *
     * @param relations paths that lead from an object of the root class to others of that class, like {@code subProjects} or {@code staff.leads}; none for
     *     all such paths, through other classes too. If there is no such path, the objects that fulfil the condition are the answer
     * @return a new query
     */
    public Query<T> topmost(String... relations) {
        return with(question.withAnswer(
                new Question.Answer.Roots(List.of(Arguments.members("relations", relations, "a path")))));
    }

    /**
     * Returns a query for the topmost owners, along typed paths, of the objects that fulfil the condition; see {@link #topmost(String...)}.
     *
     * @param first a path that leads from an object of the root class to others of that class
     * @param more further paths
     * @return a new query
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final Query<T> topmost(
            ObjectPath<? super T, ? extends T, ?> first, ObjectPath<? super T, ? extends T, ?>... more) {
        return topmost(LoadBounds.texts(first, more));
    }

    /**
     * Refuses circles that have no object on top: if {@link #topmost} meets one, the query fails with the code {@code cycle}, and the message names its members.
     * By default, all of them are in the answer.
     *
     * @return a new query
     */
    public Query<T> refuseCycles() {
        return with(question.withCycles(false));
    }

    /**
     * Returns a query for the objects of another class whose structures contain an object that fulfils the condition. All relations of the model count.
     * Order, limit and offset apply to the objects of the other class: {@code ORDER BY} names its fields.
     *
     * @param <R> the other class
     * @param type the other class; if it is the root class, the objects that fulfil the condition are in the answer too
     * @return a new query
     */
    public <R> Query<R> owners(Class<R> type) {
        return owners(NamedClass.of(type));
    }

    /**
     * Returns a query for the objects of another class, given by its name, whose structures contain an object that fulfils the condition; see {@link
     * #owners(Class)}. It is for a database that was opened without Java classes.
     *
     * @param className the name of the other class
     * @return a new query
     */
    public Query<Node> owners(String className) {
        return owners(NamedClass.of(className));
    }

    private <R> Query<R> owners(NamedClass type) {
        return new Query<>(runner, scope, type, question.withAnswer(new Question.Answer.Owners(type)));
    }

    /**
     * Sets the value of the parameter {@code :name}.
     *
     * @param name without the colon
     * @param value a value of the type of the field that it is compared with, or a string in the form of a literal; for a reference an object or its id;
     *     for {@code LIMIT} and {@code OFFSET} a whole number
     * @return a new query
     */
    public Query<T> with(String name, @Nullable Object value) {
        return with(question.withParameter(Arguments.required("name", name, "the name of a parameter"), value));
    }

    /**
     * Sets the value of a parameter of a typed query.
     *
     * @param <V> the values
     * @param parameter of a typed query
     * @param value of the type of the field that it is compared with
     * @return a new query
     */
    public <V> Query<T> with(Parameter<V> parameter, V value) {
        return with(parameter.name(), value);
    }

    /**
     * Sets the values of the parameters {@code ?}.
     *
     * @param values in the order of the question marks
     * @return a new query
     */
    public Query<T> withValues(@Nullable Object... values) {
        Arguments.required("values", values, "an array");
        Question given = question;
        for (int i = 0; i < values.length; i++) {
            given = given.withParameter(Integer.toString(i + 1), values[i]);
        }
        return with(given);
    }

    /**
     * Returns a query for values of the objects, as rows: what paths lead to, what is computed of it, and what is computed of groups. This query finds the
     * objects; its bounds have no effect.
     *
     * <p>A column can have rows of its own, a list of them for each row: {@code name, cars {modelYear, price} AS cars}; see {@link Row#rows}.
     *
     * @param selection the columns, and what becomes of the rows: {@code maker.name AS maker, SUM(total) AS revenue ORDER BY revenue DESC LIMIT 10}
     * @return a query for rows
     */
    public RowQuery<Row> select(String selection) {
        return new RowQuery<>(
                runner,
                scope,
                question,
                Arguments.required("selection", selection, "columns"),
                plan -> Row.maker(plan.columns()));
    }

    /**
     * Returns a query for values of the objects, as rows, by a typed selection; see {@link #select(String)}.
     *
     * @param selection the columns, and what becomes of the rows
     * @return a query for rows
     */
    public RowQuery<Row> select(Columns<? super T> selection) {
        return select(selection.rql());
    }

    /**
     * Returns a query for values of the objects, as records, by a typed selection; see {@link #select(Class, String)}.
     *
     * @param <R> the records
     * @param type a record class, whose components have the names of the columns
     * @param selection the columns, in any order, and what becomes of the rows
     * @return a query for records
     * @throws IllegalArgumentException if the class is no record
     */
    public <R extends Record> RowQuery<R> select(Class<R> type, Columns<? super T> selection) {
        return select(type, selection.rql());
    }

    /**
     * Returns a query for values of the objects, as records; see {@link #select(String)}.
     *
     * @param <R> the records
     * @param type a record class, whose components have the names of the columns, and types that hold their values: those of the fields; {@code long} for
     *     whole numbers that are computed or counted, or a smaller type; {@code BigDecimal} for decimals and averages; {@code double} for floats; {@code
     *     List} of such records, or of {@link Row}, for a nested column
     * @param selection the columns, in any order, and what becomes of the rows
     * @return a query for records
     * @throws IllegalArgumentException if the class is no record
     */
    public <R extends Record> RowQuery<R> select(Class<R> type, String selection) {
        if (!type.isRecord()) {
            throw new IllegalArgumentException(type.getName() + " is no record; expected a record class");
        }
        return new RowQuery<>(
                runner,
                scope,
                question,
                Arguments.required("selection", selection, "columns"),
                plan -> RecordRows.of(type, plan, Row.class, Row::maker)::record);
    }

    /**
     * Sets the maximum number of references between a root and a loaded object. There is no maximum by default. Beyond it, references hold stand-ins or
     * null, and collections throw when they are used, or are null; see {@link LoadBounds}.
     *
     * @param steps the maximum number; 0 for the roots alone
     * @return a new query
     * @throws IllegalArgumentException if the number is negative
     */
    public Query<T> depth(int steps) {
        return bounded(question.bounds().withDepth(steps));
    }

    /**
     * Sets a maximum number of references between a root and a loaded object beside the bounds of the class, which {@link #depth} replaces: what the class leaves
     * out stays left out. For programs that show objects of any class, and show them so far.
     *
     * @param steps the maximum number; 0 for the roots alone
     * @return a new query
     * @throws IllegalArgumentException if the number is negative
     */
    public Query<T> depthAtMost(int steps) {
        return bounded(question.bounds().withDepthAtMost(steps));
    }

    /**
     * Sets which relations are loaded, by paths from the root, given as text. By default, all relations are loaded, but for
     * inverse collections, see {@link #follow(String...)}.
     *
     * @param paths paths from the root, separated by commas, for example {@code m2.n3, m2.m3.s4}
     * @return a new query
     */
    public Query<T> only(String... paths) {
        return bounded(question.bounds().withOnly(LoadBounds.split(paths)));
    }

    /**
     * Sets which relations are loaded, by typed paths from the root. By default, all relations are loaded.
     *
     * @param first a path from the root
     * @param more further paths
     * @return a new query
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final Query<T> only(Path<? super T> first, Path<? super T>... more) {
        return only(LoadBounds.texts(first, more));
    }

    /**
     * Sets which relations are not loaded, by the ends of their paths, given as text. By default, all relations are loaded.
     *
     * @param paths ends of paths, separated by commas, for example {@code m3.m4}
     * @return a new query
     */
    public Query<T> stopAt(String... paths) {
        return bounded(question.bounds().withStopAt(LoadBounds.split(paths)));
    }

    /**
     * Sets which relations are not loaded, by the ends of their paths, given as typed paths. By default, all relations are loaded.
     *
     * @param first the end of a path, which may begin at any class
     * @param more further ends of paths
     * @return a new query
     */
    public Query<T> stopAt(Path<?> first, Path<?>... more) {
        return stopAt(LoadBounds.texts(first, more));
    }

    /**
     * Sets which inverse collections are loaded for objects that were not asked for, by the ends of paths, given as text. By default, the inverse collections
     * of the roots are loaded, and no others.
     *
     * @param paths ends of paths, separated by commas, for example {@code visits} or {@code book.loans}; each inverse collection on them is loaded
     * @return a new query
     * @see dev.espalier.annotation.InverseOf
     */
    public Query<T> follow(String... paths) {
        return bounded(question.bounds().withFollow(LoadBounds.split(paths)));
    }

    /**
     * Sets which inverse collections are loaded for objects that were not asked for, by the ends of their paths, given as typed paths. By default, the inverse
     * collections of the roots are loaded, and no others.
     *
     * @param first the end of a path, which may begin at any class
     * @param more further ends of paths
     * @return a new query
     */
    public Query<T> follow(Path<?> first, Path<?>... more) {
        return follow(LoadBounds.texts(first, more));
    }

    /**
     * Leaves nothing out: all that can be reached is loaded, by the inverse collections of all objects too. Bounds that were set before no longer count, but for
     * {@link #maxObjects}.
     *
     * @return a new query
     */
    public Query<T> complete() {
        return bounded(question.bounds().complete());
    }

    /**
     * Sets the maximum number of objects in the answer; in a stream, of the objects in the structures of each 1,000 roots. A larger answer fails with an error
     * that names the relation that grew ({@code too-many-objects}). The default is {@link Settings#maxObjects}.
     *
     * @param objects the maximum number, at least 1
     * @return a new query
     * @throws IllegalArgumentException if the number is less than 1
     */
    public Query<T> maxObjects(long objects) {
        return bounded(question.bounds().withMaxObjects(objects));
    }

    /**
     * Remembers nothing of the objects that the answer loads. That is a little faster, takes less memory, and suits objects that are only read.
     *
     * <p>If such an object is stored, it counts as one of unknown version: it is refused ({@code unknown-version}) if it differs from what is stored, unless it has
     * a {@link dev.espalier.annotation.Version} field, or is stored by {@link Database#overwrite}. Three kinds of objects are remembered all
     * the same: those of a class without a field for the id, as a store would take them for new ones, records, as others refer to them, and those of which bounds
     * have left out something, as a store must not delete that. A transaction that may write remembers all that it reads: it checks, repeats and restores it.
     *
     * @return a new query
     */
    public Query<T> untracked() {
        return new Query<>(runner, () -> scope.get().untracked(), root, question);
    }

    /**
     * Sets how the roots are searched.
     *
     * @param how the strategy; {@link SearchStrategy#AUTO} by default
     * @return a new query
     */
    public Query<T> strategy(SearchStrategy how) {
        return with(question.withStrategy(how.forced()));
    }

    private Query<T> bounded(Bounds other) {
        return with(question.withBounds(other));
    }

    /**
     * Returns all roots, each with its complete structure within the bounds.
     *
     * @return a new list, possibly empty
     * @throws dev.espalier.error.QueryException if the query is wrong
     * @throws LimitException if there are more objects than {@link #maxObjects}
     */
    public List<T> list() {
        return typed(runner.list(scope.get(), question));
    }

    private List<T> first(long most) {
        return typed(runner.first(scope.get(), question, most));
    }

    /**
     * Returns all roots one after the other. Holds the objects of a thousand roots, and the ids of all roots, 8 bytes each. On SQLite, and on PostgreSQL with a URL, it holds no ids
     * if the structures are single rows of one class and one statement gives them in the order of their ids. Objects that several of these
     * thousand share are one Java object. The stream holds one connection: a program that stores
     * meanwhile needs a pool of two. While it loads on SQLite, it uses further ones that are free.
     *
     * <p>Within a transaction, one that only reads included, each is one Java object, which the transaction keeps until its end, with its state, for a
     * rollback: memory grows with the result. For a large one, stream outside of transactions, and store in transactions of their own. Only the
     * transaction's thread can use the stream, and only until the transaction ends.
     *
     * @return a stream that holds a connection until it is closed or has come to its end
     * @throws dev.espalier.error.QueryException if the query is wrong
     */
    @SuppressWarnings("unchecked")
    public Stream<T> stream() {
        ReadScope here = scope.get();
        Plan plan = runner.plan(question, here);
        Snapshot snapshot = here.snapshot();
        RootIterator roots =
                FirstFailure.orUndo(() -> runner.iterator(snapshot, here, plan, question), snapshot::close);
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(
                                (Iterator<T>) roots, Spliterator.ORDERED | Spliterator.NONNULL),
                        false)
                .onClose(roots::close);
    }

    /**
     * Runs the query and returns the first object of its answer, with its complete structure within the bounds. The first one is that of the stated order,
     * else the one with the smallest id.
     *
     * @return the first object; empty if the answer is empty
     * @throws dev.espalier.error.QueryException if the query is wrong
     * @throws LimitException if there are more objects than {@link #maxObjects}
     */
    public Optional<T> first() {
        return first(1).stream().findFirst();
    }

    /**
     * Runs the query and returns the only object of its answer, with its complete structure within the bounds.
     *
     * @return the only object
     * @throws dev.espalier.error.QueryException if the query is wrong
     * @throws NotFoundException if the answer is empty ({@code no-result})
     * @throws LimitException if the answer has several objects ({@code several-results}), or structures with more objects than {@link #maxObjects}
     */
    public T one() {
        List<T> two = first(2);
        if (two.isEmpty()) {
            throw new NotFoundException(
                    NO_RESULT, "no " + root.title() + " fulfils " + question.rql() + "; one was expected");
        }
        if (two.size() > 1) {
            throw new LimitException(
                    SEVERAL_RESULTS,
                    "more than one " + root.title() + " fulfils " + question.rql() + "; one was expected");
        }
        return two.get(0);
    }

    /**
     * Returns whether there is a root. Loads no object.
     *
     * @return true if there is one
     */
    public boolean exists() {
        return runner.exists(scope.get(), question);
    }

    /**
     * Returns the number of roots. Loads no object.
     *
     * @return the number
     */
    public long count() {
        return runner.count(scope.get(), question);
    }

    /**
     * Runs the query and returns the ids of the objects in its answer, in the stated order, else ascending. Loads no object.
     *
     * @return a new array, possibly empty
     */
    public long[] ids() {
        return runner.ids(scope.get(), question);
    }

    /**
     * Runs the query and returns one page of its answer, in the stated order, else by id: the first page, or the page that follows one that was read before.
     * A later page takes no longer than the first, however many pages there are.
     *
     * <p>The next page begins behind the place in the order where this one ended, also if the object at that place has been deleted. An object that was stored
     * or deleted meanwhile is in a page or not according to its place. No root comes twice unless its place in the order has changed. Each page is a snapshot
     * of its own.
     *
     * @param size the number of roots, at least 1
     * @param after the {@link Page#next() key} that came with the page before; null for the first page. It belongs to this query: the same
     *     class, text and parameters; bounds and strategy may be others
     * @return the roots, and the key of the next page
     * @throws dev.espalier.error.QueryException if the query is wrong; {@code paged-limit} if it has a LIMIT of its own, and
     *     {@code bad-page-key} if the key is damaged or of another query
     * @throws LimitException if there are more objects than {@link #maxObjects}
     */
    public Page<T> page(int size, @Nullable String after) {
        if (size < 1) {
            throw new IllegalArgumentException("a page of " + size + " roots; at least 1 is needed");
        }
        ReadScope here = scope.get();
        QueryRunner.Roots page =
                runner.page(here, question, size, after, plan -> PageLimits.refuse(plan, question.rql()));
        return new Page<>(typed(page.objects()), page.next());
    }

    /**
     * Runs the query and explains the answer: the plan, and the strategy with the reason for it. It shows the statement of each step, its time, and the
     * rows that were expected and that came. It names the loaded objects, and the missing indexes that would have helped.
     * It searches all roots, but loads the structures of the first 1,000 only. The objects themselves are not kept.
     * If an index is missing, it counts rows, which takes about as long again as the search.
     *
     * @return how the query was answered; its text contains everything
     * @throws QueryException if the query is wrong
     * @throws LimitException if the structures of the first 1,000 roots have more objects than {@link #maxObjects}
     */
    public Explanation explain() {
        return explained(false);
    }

    /**
     * Explains the answer like {@link #explain}, and adds the engine's own plan of each step's first statement. The plan has the rows and times that the
     * engine counted; SQLite counts none. For that each of these statements is run once more, in the same snapshot and with the
     * same values.
     *
     * @return how the query was answered
     * @throws QueryException if the query is wrong
     * @throws LimitException if the structures of the first 1,000 roots have more objects than {@link #maxObjects}
     */
    public Explanation explainWithEnginePlans() {
        return explained(true);
    }

    private Explanation explained(boolean withEnginePlans) {
        ReadScope here = scope.get();
        try (Snapshot snapshot = here.snapshot()) {
            return Explanations.of(runner.explain(snapshot, here, question, withEnginePlans));
        }
    }

    @SuppressWarnings("unchecked")
    private List<T> typed(Object[] objects) {
        List<T> list = new ArrayList<>(objects.length);
        for (Object object : objects) {
            list.add((T) object);
        }
        return list;
    }
}
