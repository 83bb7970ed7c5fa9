package dev.espalier.sql;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** A statement with rows. */
public sealed interface Query permits Select, Query.Combined, Query.Recursive, Query.Counted, Query.Single {

    /** What becomes of the rows of several queries; duplicates are dropped. */
    enum Combination { INTERSECT, UNION, EXCEPT }

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
     */
    record Combined(Combination combination, List<Select> parts, boolean sorted, Long limit) implements Query {
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
}
