package dev.espalier.internal.sql;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement with rows. */
public sealed interface Query
        permits Select,
                Query.Combined,
                Query.Recursive,
                Query.Counted,
                Query.Single,
                Query.Grouped,
                Query.Different,
                Query.Union,
                Query.Derived,
                Query.Smallest,
                Query.Repeated,
                Query.AfterFirst {

    /** The way in which the rows of several queries are combined; duplicates are dropped. */
    enum Combination {
        INTERSECT,
        UNION,
        EXCEPT
    }

    /**
     * Rows that lead to further rows until nothing new comes; equal rows are one.
     *
     * @param rows the rows found so far, as a table
     * @param begin gives the first rows
     * @param onwards gives those that follow from the rows found so far
     * @param result is selected from all rows
     */
    record Recursive(Source rows, List<Select> begin, Select onwards, Select result) implements Query {
        public Recursive {
            requireNonNull(rows);
            begin = List.copyOf(begin);
            requireNonNull(onwards);
            requireNonNull(result);
            if (begin.isEmpty()) {
                throw new IllegalArgumentException("nothing to begin with");
            }
        }
    }

    /**
     * Queries of one column each, combined from left to right.
     *
     * @param sorted whether the rows come upwards
     * @param limit how many rows at most; null for all
     * @param offset how many rows are skipped; 0 for none
     */
    record Combined(
            Combination combination,
            List<Select> parts,
            boolean sorted,
            @Nullable Long limit,
            long offset) implements Query {
        public Combined {
            requireNonNull(combination);
            parts = List.copyOf(parts);
            if (parts.size() < 2) {
                throw new IllegalArgumentException("nothing to combine: " + parts);
            }
        }
    }

    /** The number of a query's rows. */
    record Counted(Query query) implements Query {
        public Counted {
            requireNonNull(query);
        }
    }

    /** One row with one value, of no table. */
    record Single(Expression value) implements Query {
        public Single {
            requireNonNull(value);
        }
    }

    /**
     * One row for each group of rows.
     *
     * @param select the rows, and what is selected of each group
     * @param keys the values that are equal in a group
     * @param having the condition of groups; null for all
     * @param orders the sort keys of groups, most significant first
     * @param limit how many groups at most; null for all
     */
    record Grouped(
            Select select,
            List<Expression> keys,
            @Nullable Predicate having,
            List<Select.Order> orders,
            @Nullable Long limit)
            implements Query {
        public Grouped {
            requireNonNull(select);
            keys = List.copyOf(keys);
            orders = List.copyOf(orders);
        }

        /** Groups in any order. */
        public Grouped(Select select, List<Expression> keys, @Nullable Predicate having) {
            this(select, keys, having, List.of(), null);
        }
    }

    /**
     * A result that is selected from the different rows of a query.
     *
     * @param rows the different rows, as a table
     * @param all the query; equal rows are one
     * @param result is selected from the different rows
     */
    record Different(Source rows, Select all, Query result) implements Query {
        public Different {
            requireNonNull(rows);
            requireNonNull(all);
            requireNonNull(result);
        }
    }

    /** The rows of several queries, each once. */
    record Union(List<Query> parts) implements Query {
        public Union {
            parts = List.copyOf(parts);
        }
    }

    /** The rows of a query, as a derived table. An UPDATE or a DELETE on MySQL can read its own table only so. */
    record Derived(Query rows) implements Query {
        public Derived {
            requireNonNull(rows);
        }
    }

    /** The smallest different values of a query with one column, in order. */
    record Smallest(Query rows, long limit) implements Query {
        public Smallest {
            requireNonNull(rows);
        }
    }

    /**
     * The values that occur more than once in all parts together.
     *
     * @param parts queries of one column each, which has one name in all of them
     * @param isCounted whether the result is the number of surplus values instead
     */
    record Repeated(List<Select> parts, boolean isCounted) implements Query {
        public Repeated {
            parts = List.copyOf(parts);
        }
    }

    /**
     * All rows of each group but the first one.
     *
     * @param select columns of the rows
     * @param keys the values that are equal in a group
     * @param order the order of a group
     */
    record AfterFirst(Select select, List<Expression> keys, Select.Order order) implements Query {
        public AfterFirst {
            requireNonNull(select);
            keys = List.copyOf(keys);
            requireNonNull(order);
        }
    }
}
