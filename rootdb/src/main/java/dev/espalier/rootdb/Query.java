package dev.espalier.rootdb;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Up to nine queries that use each other, Q1 being the one that is answered. Its methods change it, as the published code expects, and give
 * it back. For one thread.
 */
public final class Query {

    private record Part(RootStore store, String rql) {}

    private final Map<Integer, Part> queries = new TreeMap<>();
    private boolean parts = true;
    private boolean resolveRoots;
    private boolean resolveCycles = true;
    private boolean resolveObjectModel;

    private Query() {}

    /**
     * A query without any conditions yet.
     *
     * @return a new query
     */
    public static Query createQuery() {
        return new Query();
    }

    /**
     * The query that is answered.
     *
     * @param store the objects that it is asked of
     * @param rql the condition, for example {@code (organization IN (Q2))}
     * @return this query
     */
    public Query addQ1Query(RootStore store, String rql) {
        return add(1, store, rql);
    }

    /**
     * The query that others use as {@code Q2}.
     *
     * @param store the objects that it is asked of
     * @param rql the condition
     * @return this query
     */
    public Query addQ2Query(RootStore store, String rql) {
        return add(2, store, rql);
    }

    /**
     * The query that others use as {@code Q3}.
     *
     * @param store the objects that it is asked of
     * @param rql the condition
     * @return this query
     */
    public Query addQ3Query(RootStore store, String rql) {
        return add(3, store, rql);
    }

    /**
     * The query that others use as {@code Q4}.
     *
     * @param store the objects that it is asked of
     * @param rql the condition
     * @return this query
     */
    public Query addQ4Query(RootStore store, String rql) {
        return add(4, store, rql);
    }

    /**
     * The query that others use as {@code Q5}.
     *
     * @param store the objects that it is asked of
     * @param rql the condition
     * @return this query
     */
    public Query addQ5Query(RootStore store, String rql) {
        return add(5, store, rql);
    }

    /**
     * The query that others use as {@code Q6}.
     *
     * @param store the objects that it is asked of
     * @param rql the condition
     * @return this query
     */
    public Query addQ6Query(RootStore store, String rql) {
        return add(6, store, rql);
    }

    /**
     * The query that others use as {@code Q7}.
     *
     * @param store the objects that it is asked of
     * @param rql the condition
     * @return this query
     */
    public Query addQ7Query(RootStore store, String rql) {
        return add(7, store, rql);
    }

    /**
     * The query that others use as {@code Q8}.
     *
     * @param store the objects that it is asked of
     * @param rql the condition
     * @return this query
     */
    public Query addQ8Query(RootStore store, String rql) {
        return add(8, store, rql);
    }

    /**
     * The query that others use as {@code Q9}.
     *
     * @param store the objects that it is asked of
     * @param rql the condition
     * @return this query
     */
    public Query addQ9Query(RootStore store, String rql) {
        return add(9, store, rql);
    }

    private Query add(int number, RootStore store, String rql) {
        queries.put(number, new Part(Objects.requireNonNull(store), Objects.requireNonNull(rql)));
        return this;
    }

    /**
     * Sets whether the objects are loaded with their complete structures. The default is true. With false, references are stand-ins
     * without content, and collections are what {@link dev.espalier.Settings#leftOutCollections} says: they throw when they are used.
     *
     * @param complete true for complete structures
     * @return this query
     */
    public Query setParts(boolean complete) {
        parts = complete;
        return this;
    }

    /**
     * Whether the answer is the objects on top of those that fulfil the condition; see {@link dev.espalier.Query#topmost}.
     *
     * @param resolved true for those on top
     * @return this query
     */
    public Query setResolveRoots(boolean resolved) {
        return setQ1ResolveRoots(resolved);
    }

    /**
     * The same as {@link #setResolveRoots}: Q1 is the query that is answered.
     *
     * @param resolved true for those on top
     * @return this query
     */
    public Query setQ1ResolveRoots(boolean resolved) {
        resolveRoots = resolved;
        return this;
    }

    /**
     * Whether the members of a circle stand for the root that it lacks; see {@link dev.espalier.Query#refuseCycles}.
     *
     * @param resolved true, the default; false so that a circle is an error
     * @return this query
     */
    public Query setQ1ResolveCycles(boolean resolved) {
        resolveCycles = resolved;
        return this;
    }

    /**
     * Whether Q1's store remembers what is found, for {@link RootStore#transferObjectList}.
     *
     * @param remembered true so that it does
     * @return this query
     */
    public Query setResolveObjectModel(boolean remembered) {
        resolveObjectModel = remembered;
        return this;
    }

    /**
     * Asks.
     *
     * @param <T> the class of Q1's store
     * @return the objects that fulfil Q1, in a new list
     * @throws dev.espalier.error.QueryException if one of the queries is wrong
     * @throws IllegalStateException if there is no Q1
     */
    @SuppressWarnings("unchecked") // the caller says which class the store's name means, as in the published code
    public <T> List<T> queryQ1Objects() {
        Part first = queries.get(1);
        if (first == null) {
            throw new IllegalStateException("there is no Q1 to be answered; addQ1Query comes first");
        }
        dev.espalier.Query<?> query = defined(first);
        List<T> objects = (List<T>) (resolveRoots ? query.topmost() : query).list();
        if (resolveObjectModel) {
            first.store.found(query);
        }
        return objects;
    }

    private dev.espalier.Query<?> defined(Part first) {
        dev.espalier.Query<?> all = first.store.rootDb().database().query(first.store.type(), first.rql);
        dev.espalier.Query<?> query = resolveCycles ? all : all.refuseCycles();
        for (Map.Entry<Integer, Part> other : queries.entrySet()) {
            Part part = other.getValue();
            if (part.store.rootDb().database() != first.store.rootDb().database()) {
                throw new IllegalStateException("Q" + other.getKey() + " is of another database than Q1");
            }
            if (part != first) {
                query = query.define("Q" + other.getKey(), part.store.type(), part.rql);
            }
        }
        return parts ? query : query.depth(0);
    }
}
