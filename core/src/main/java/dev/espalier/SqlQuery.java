package dev.espalier;

import dev.espalier.internal.graph.Bounds;
import dev.espalier.internal.query.NamedClass;
import dev.espalier.internal.query.ReadScope;
import dev.espalier.internal.store.ObjectStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A query for objects whose ids SQL finds, see {@link Database#queryBySql}. Immutable and safe for concurrent use: each method that configures it returns a new
 * query, and one query may be run any number of times.
 *
 * <p>Each answer is one consistent snapshot: what SQL has found and what is loaded belong to the same state of the database.
 *
 * @param <T> the class of the objects, or one above
 */
public final class SqlQuery<T> {

    private final ObjectStore store;
    private final Supplier<ReadScope> scope;
    private final NamedClass type;
    private final String sql;
    private final List<@Nullable Object> values;
    private final LoadBounds bounds;

    /** @param scope where a call reads: in its thread's transaction, or in a snapshot of its own */
    SqlQuery(
            ObjectStore store,
            Supplier<ReadScope> scope,
            NamedClass type,
            String sql,
            @Nullable Object @Nullable [] values) {
        this(
                store,
                scope,
                type,
                Objects.requireNonNull(sql, "sql: found null, expected a query"),
                Collections.unmodifiableList(new ArrayList<>(Arrays.asList(Objects.requireNonNull(
                        values, "values: found null, expected an array; one value may be null")))),
                LoadBounds.UNSAID);
    }

    private SqlQuery(
            ObjectStore store,
            Supplier<ReadScope> scope,
            NamedClass type,
            String sql,
            List<@Nullable Object> values,
            LoadBounds bounds) {
        this.store = store;
        this.scope = scope;
        this.type = type;
        this.sql = sql;
        this.values = values;
        this.bounds = bounds;
    }

    /**
     * Sets which part of each structure is loaded; all of it by default.
     *
     * @param within for example {@code bounds -> bounds.stopAt("lines.product")}
     * @return a new query
     */
    public SqlQuery<T> bounds(UnaryOperator<LoadBounds> within) {
        return new SqlQuery<>(store, scope, type, sql, values, within.apply(bounds));
    }

    /**
     * Returns a query whose answer the library does not remember; see {@link Query#untracked}.
     *
     * @return a new query
     */
    public SqlQuery<T> untracked() {
        return new SqlQuery<>(store, () -> scope.get().untracked(), type, sql, values, bounds);
    }

    /**
     * Returns one object for each row of SQL, in the order of the rows, each with its structure within the bounds. Rows with the same id give the same object.
     *
     * @return the objects
     * @throws dev.espalier.error.NotFoundException if an id is not that of an object of the class
     * @throws dev.espalier.error.QueryException {@code sql-without-ids} if SQL gives something else than one column of ids
     * @throws dev.espalier.error.StoreException {@code sql-refused} or {@code write-in-read} if it is no query
     * @throws dev.espalier.error.DatabaseException if the database refuses it
     */
    public List<T> list() {
        return list(0);
    }

    /**
     * Returns the object of the first row.
     *
     * @return the object; empty if SQL gives no row
     * @throws dev.espalier.error.NotFoundException as {@link #list}, and so on
     */
    public Optional<T> first() {
        return list(1).stream().findFirst();
    }

    /** @param most how many rows are read; 0 for all */
    @SuppressWarnings("unchecked") // what is loaded is of the class
    private List<T> list(int most) {
        Bounds within = bounds.bounds();
        return (List<T>) List.of(store.listBySql(scope.get(), type, sql, values, most, within));
    }
}
