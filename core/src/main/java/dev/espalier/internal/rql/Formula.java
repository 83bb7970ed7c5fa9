package dev.espalier.internal.rql;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A value in a row of a selection, as it was written. */
public sealed interface Formula
        permits Path,
                Value,
                Formula.Arithmetic,
                Formula.Negated,
                Formula.Call,
                Formula.Case,
                Formula.Aggregate,
                Formula.Count,
                Formula.CountRows,
                Formula.Rows {

    /** The place at which it begins, counted from 1; for an operation the place of its left side. */
    int position();

    /** {@code left operator right}. */
    record Arithmetic(int position, Sign sign, Formula left, Formula right) implements Formula {

        public Arithmetic {
            Objects.requireNonNull(sign);
            Objects.requireNonNull(left);
            Objects.requireNonNull(right);
        }
    }

    /** An operation of two numbers. */
    enum Sign {
        PLUS("+"),
        MINUS("-"),
        TIMES("*"),
        DIVIDED("/");

        private final String symbol;

        Sign(String symbol) {
            this.symbol = symbol;
        }

        /** How it is written. */
        public String symbol() {
            return symbol;
        }

        /** Whether it binds tighter than {@link #PLUS}. */
        public boolean isOfProducts() {
            return this == TIMES || this == DIVIDED;
        }
    }

    /** {@code -part}. */
    record Negated(int position, Formula part) implements Formula {

        public Negated {
            Objects.requireNonNull(part);
        }
    }

    /**
     * {@code month(day)}.
     *
     * @param function the name, as it was written
     */
    record Call(int position, String function, List<Formula> arguments) implements Formula {

        public Call {
            Objects.requireNonNull(function);
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * {@code CASE WHEN price > 100 THEN 'dear' ELSE 'cheap' END}.
     *
     * @param whens at least one; the first one counts whose test holds
     * @param otherwise the value if none holds; absent for no value
     */
    record Case(int position, List<When> whens, Optional<Formula> otherwise) implements Formula {

        public Case {
            whens = List.copyOf(whens);
            if (whens.isEmpty()) {
                throw new IllegalArgumentException("CASE has at least one WHEN");
            }
            Objects.requireNonNull(otherwise);
        }
    }

    /** {@code WHEN test THEN value}. */
    record When(RowTest test, Formula value) {

        public When {
            Objects.requireNonNull(test);
            Objects.requireNonNull(value);
        }
    }

    /**
     * {@code SUM(price * count)}, {@code COUNT(DISTINCT city)}.
     *
     * @param function {@code COUNT} of different values, or of those of a {@code CASE}; what a path reaches is counted by {@link Count}
     * @param distinct whether equal values count once
     */
    record Aggregate(int position, AggregateFunction function, boolean distinct, Formula argument) implements Formula {

        public Aggregate {
            Objects.requireNonNull(function);
            Objects.requireNonNull(argument);
            if (function == AggregateFunction.COUNT && !distinct && !(argument instanceof Case)) {
                throw new IllegalArgumentException("what a path reaches is counted by Count");
            }
        }
    }

    /** An aggregate of the values in a group of rows. */
    enum AggregateFunction {
        COUNT,
        SUM,
        MIN,
        MAX,
        AVG
    }

    /** {@code COUNT(path(group))}: how many objects or values the path reaches. */
    record Count(int position, Path path, Optional<Expression> group) implements Formula {

        public Count {
            Objects.requireNonNull(path);
            Objects.requireNonNull(group);
        }
    }

    /** {@code COUNT(*)}: how many rows there are. */
    record CountRows(int position) implements Formula {}

    /**
     * {@code lines {product.name, count}}: the rows of what a path leads to, as one value. A column, and never a part of another formula.
     *
     * @param path from the object, or from the member of the rows around
     * @param columns at least one; their paths begin at the members
     */
    record Rows(Path path, List<RqlSelection.Column> columns) implements Formula {

        public Rows {
            Objects.requireNonNull(path);
            columns = List.copyOf(columns);
            if (columns.isEmpty()) {
                throw new IllegalArgumentException("rows have at least one column");
            }
        }

        @Override
        public int position() {
            return path.position();
        }
    }
}
