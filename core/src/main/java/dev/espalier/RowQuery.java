package dev.espalier;

import static dev.espalier.error.ErrorCode.NO_RESULT;
import static dev.espalier.error.ErrorCode.SEVERAL_RESULTS;

import dev.espalier.error.LimitException;
import dev.espalier.error.NotFoundException;
import dev.espalier.internal.Arguments;
import dev.espalier.internal.Insides;
import dev.espalier.internal.jdbc.FirstFailure;
import dev.espalier.internal.jdbc.Snapshot;
import dev.espalier.internal.plan.RowPlan;
import dev.espalier.internal.query.QueryRunner;
import dev.espalier.internal.query.Question;
import dev.espalier.internal.query.ReadScope;
import dev.espalier.internal.query.RootIterator;
import dev.espalier.internal.store.SelectedRows;
import dev.espalier.typed.Parameter;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A query whose answer is rows of values. Immutable and safe for concurrent use: each method that configures it returns a new query, and one query may be run any
 * number of times. Each answer is one consistent snapshot.
 *
 * <p>Within a transaction, the rows have the values that are in the database: changes of objects that were not stored yet are not in them.
 *
 * @param <R> what each row becomes
 * @see Query#select(String)
 */
public final class RowQuery<R> {

    static {
        Insides.offer(RowQuery.class, SelectedRows.class, query -> query.selected());
    }

    private final QueryRunner runner;
    private final Supplier<ReadScope> scope;
    private final Question question;
    private final String selection;
    private final Function<RowPlan, Function<@Nullable Object[], R>> making;

    /**
     * @param scope where a call reads: in its thread's transaction, or in a snapshot of its own
     * @param making fits what is made of a row to the columns
     */
    RowQuery(
            QueryRunner runner,
            Supplier<ReadScope> scope,
            Question question,
            String selection,
            Function<RowPlan, Function<@Nullable Object[], R>> making) {
        this.runner = runner;
        this.scope = scope;
        this.question = question;
        this.selection = selection;
        this.making = making;
    }

    /**
     * Sets the value of the parameter {@code :name} of the query, of the selection or of both.
     *
     * @param name without the colon
     * @param value see {@link Query#with(String, Object)}; in a selection a value, or several behind {@code IN}
     * @return a new query
     */
    public RowQuery<R> with(String name, @Nullable Object value) {
        return new RowQuery<>(
                runner,
                scope,
                question.withParameter(Arguments.required("name", name, "the name of a parameter"), value),
                selection,
                making);
    }

    /**
     * Sets the value of a parameter of a typed query, of a typed selection or of both.
     *
     * @param <V> the values
     * @param parameter of the query or of the selection
     * @param value of the type of what it is compared or computed with
     * @return a new query
     */
    public <V> RowQuery<R> with(Parameter<V> parameter, V value) {
        return with(parameter.name(), value);
    }

    /**
     * Returns the names of the columns, in the order of the selection. Reads no rows.
     *
     * @return an unmodifiable list
     * @throws dev.espalier.error.QueryException if the query or the selection is wrong
     */
    public List<String> columns() {
        return runner.plan(question, selection, scope.get()).columns().stream()
                .map(RowPlan.Column::name)
                .toList();
    }

    /**
     * Returns all rows: in the stated order; else groups by their keys, and rows in the order of the objects and of their collections.
     *
     * @return a new list, possibly empty
     * @throws dev.espalier.error.QueryException if the query or the selection is wrong; {@code number-overflow} if a whole number is beyond 64 bits; {@code
     *     unfit-record} if a record cannot hold the rows
     */
    public List<R> list() {
        return runner.rows(scope.get(), question, selection, making);
    }

    /**
     * Returns all rows one after the other, in the order of {@link #list}. Rows that are neither grouped nor sorted are made as they are asked for: on SQLite, and on
     * PostgreSQL with a URL, from one statement in constant memory, if it reads all that they are made of; else the ids of all objects are held, 8 bytes each. The stream
     * holds one connection: a program that stores meanwhile needs a pool of two. Groups and sorted rows are held in memory.
     *
     * @return a stream that holds a connection until it is closed or has come to its end
     * @throws dev.espalier.error.QueryException as {@link #list}, and so on, also while the rows are read
     */
    public Stream<R> stream() {
        ReadScope here = scope.get();
        RowPlan plan = runner.plan(question, selection, here);
        Function<@Nullable Object[], R> make = making.apply(plan);
        return values(here, plan).map(make);
    }

    private SelectedRows selected() {
        ReadScope here = scope.get();
        RowPlan plan = runner.plan(question, selection, here);
        return new SelectedRows(
                plan.columns().stream()
                        .map(column -> new SelectedRows.Column(
                                column.name(), column.formula().type().javaClass()))
                        .toList(),
                () -> values(here, plan));
    }

    private Stream<@Nullable Object[]> values(ReadScope here, RowPlan plan) {
        if (plan.isGrouped() || !plan.orders().isEmpty()) {
            return runner.rows(here, plan, question).stream();
        }
        Snapshot snapshot = here.snapshot();
        RootIterator rows =
                FirstFailure.orUndo(() -> runner.rows(snapshot, plan, question.strategy()), snapshot::close);
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(rows, Spliterator.ORDERED | Spliterator.NONNULL), false)
                .map(row -> (@Nullable Object[]) row)
                .onClose(rows::close);
    }

    /**
     * Returns one page of the rows, in the order of {@link #list}: the first page, or the page that follows one that was read before. All pages together are the list.
     *
     * <p>The next page begins behind the place in the order where this one ended, also if the row at that place is gone. A row that appeared or vanished meanwhile is in a
     * page or not according to its place. No row comes twice, and none is left out, unless its place in the order has changed. Rows that are equal in all that they are sorted
     * by come in the order of the objects, and those of one object in the order of its collections: the place of a row is that of its object and of its members, so a member
     * that leaves a list changes the places of those behind it. Each page is a snapshot of its own; in a transaction it has what that has stored.
     *
     * <p>A later page of rows that are not grouped, and are sorted by fields of the object or of those that references lead to, or not at all, takes no longer than the
     * first: only objects behind the place are read, with all rows of each. If {@code HAVING} leaves out most rows, more objects are read. For a page of groups, of
     * different rows ({@code DISTINCT}), or of rows that are sorted by computed values or by members of collections, all rows are made; only those of the page are kept, if it
     * has 10,000 rows at most. {@link #explain} says which of the two it is.
     *
     * @param size the number of rows, at least 1
     * @param after the {@link Page#next() key} that came with the page before; null for the first page. It belongs to this query: the same class, texts and
     *     parameters; what a row becomes, and the strategy, may be others
     * @return the rows, and the key of the next page
     * @throws dev.espalier.error.QueryException as {@link #list}, and so on; {@code paged-limit} if the query or the selection has a LIMIT or OFFSET of its own, and {@code
     *     bad-page-key} if the key is damaged or of another query
     */
    public Page<R> page(int size, @Nullable String after) {
        if (size < 1) {
            throw new IllegalArgumentException("a page of " + size + " rows; at least 1 is needed");
        }
        ReadScope here = scope.get();
        RowPlan plan = runner.plan(question, selection, here);
        PageLimits.refuse(plan);
        Function<@Nullable Object[], R> make = making.apply(plan);
        QueryRunner.PageOfRows page = runner.page(here, plan, question, size, after);
        return new Page<>(page.values().stream().map(make).toList(), page.next());
    }

    /**
     * Makes all rows and explains how: the plan of the query and of the selection, and the statements with their times and rows. {@link Explanation.Search#found} is the
     * number of rows, or parts of groups, that were read; nothing is loaded. The rows themselves are not kept.
     *
     * @return how the rows were made; its text contains everything
     * @throws dev.espalier.error.QueryException as {@link #list}, and so on
     */
    public Explanation explain() {
        return explained(false);
    }

    /**
     * Explains like {@link #explain}, and adds the engine's own plan of each step's first statement, for which it is run once more; see {@link
     * Query#explainWithEnginePlans}.
     *
     * @return how the rows were made
     * @throws dev.espalier.error.QueryException as {@link #list}, and so on
     */
    public Explanation explainWithEnginePlans() {
        return explained(true);
    }

    private Explanation explained(boolean withEnginePlans) {
        ReadScope here = scope.get();
        RowPlan plan = runner.plan(question, selection, here);
        try (Snapshot snapshot = here.snapshot()) {
            return Explanations.of(runner.explainRows(snapshot, plan, question.strategy(), withEnginePlans));
        }
    }

    /**
     * Returns the first row.
     *
     * @return the row; empty if there is none
     * @throws dev.espalier.error.QueryException as {@link #list}, and so on
     */
    public Optional<R> first() {
        try (Stream<R> rows = stream()) {
            return rows.findFirst();
        }
    }

    /**
     * Returns the only row.
     *
     * @return the row
     * @throws dev.espalier.error.QueryException as {@link #list}, and so on
     * @throws NotFoundException if there is none ({@code no-result})
     * @throws LimitException if there are several ({@code several-results})
     */
    public R one() {
        List<R> rows = list();
        if (rows.isEmpty()) {
            throw new NotFoundException(NO_RESULT, "there is no row of " + selection + "; one was expected");
        }
        if (rows.size() > 1) {
            throw new LimitException(
                    SEVERAL_RESULTS, "there is more than one row of " + selection + "; one was expected");
        }
        return rows.get(0);
    }
}
