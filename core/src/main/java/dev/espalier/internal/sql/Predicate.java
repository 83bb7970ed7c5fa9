package dev.espalier.internal.sql;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/**
 * A condition on a row. None that stands below a {@link Not} is unknown in SQL's three-valued logic: code that negates a comparison of a nullable column says
 * what null means.
 */
public sealed interface Predicate {

    /** Holds always, or never. */
    record Constant(boolean value) implements Predicate {}

    /** All hold. */
    record And(List<Predicate> terms) implements Predicate {
        public And {
            terms = List.copyOf(terms);
        }
    }

    /** At least one holds. */
    record Or(List<Predicate> terms) implements Predicate {
        public Or {
            terms = List.copyOf(terms);
        }
    }

    /** The opposite. */
    record Not(Predicate term) implements Predicate {
        public Not {
            requireNonNull(term);
        }
    }

    /** A comparison of two values. */
    record Compare(Expression left, SqlOperator operator, Expression right) implements Predicate {
        public Compare {
            requireNonNull(left);
            requireNonNull(operator);
            requireNonNull(right);
        }
    }

    /** The value is not less than one value and not greater than another one. */
    record Between(Expression expression, Expression least, Expression greatest) implements Predicate {
        public Between {
            requireNonNull(expression);
            requireNonNull(least);
            requireNonNull(greatest);
        }
    }

    /** Several values, none of which is null, stand behind others in their order, the most significant first; before them if it is descending. */
    record Behind(List<Expression> expressions, boolean descending, List<Expression.Bind> values) implements Predicate {
        public Behind {
            expressions = List.copyOf(expressions);
            values = List.copyOf(values);
        }
    }

    /** The value is missing. */
    record IsNull(Expression expression) implements Predicate {
        public IsNull {
            requireNonNull(expression);
        }
    }

    /** The value is one of some. */
    record InValues(Expression expression, List<Expression.Bind> values) implements Predicate {
        public InValues {
            requireNonNull(expression);
            values = List.copyOf(values);
        }
    }

    /** The value is one of so many that the engine may refuse to count them. The dialect chooses how they are sent. */
    record InMany(Expression expression, List<Expression.Bind> values) implements Predicate {
        public InMany {
            requireNonNull(expression);
            values = List.copyOf(values);
        }
    }

    /**
     * Two values are, together, one of so many pairs that the engine may refuse to count them. The dialect chooses how they are sent.
     *
     * @param groups the same, as one condition for each different second value
     */
    record InManyPairs(
            Expression first,
            Expression second,
            List<Expression.Bind> firsts,
            List<Expression.Bind> seconds,
            Predicate groups)
            implements Predicate {
        public InManyPairs {
            requireNonNull(first);
            requireNonNull(second);
            requireNonNull(groups);
            firsts = List.copyOf(firsts);
            seconds = List.copyOf(seconds);
        }
    }

    /**
     * The value is one of some ids. The dialect chooses how they are sent.
     *
     * @param isLookup whether these ids alone find the rows, by an index: the engine can plan the statement without knowing them
     */
    record InIds(Expression expression, long[] ids, boolean isLookup) implements Predicate {
        public InIds {
            requireNonNull(expression);
            requireNonNull(ids);
        }

        /** Ids that may be compared with every row. */
        public InIds(Expression expression, long[] ids) {
            this(expression, ids, false);
        }

        /** Ids that an index finds. */
        public static InIds lookup(Expression indexed, long[] ids) {
            return new InIds(indexed, ids, true);
        }
    }

    /** The value is among the only column of a query. */
    record InQuery(Expression expression, Query query) implements Predicate {
        public InQuery {
            requireNonNull(expression);
            requireNonNull(query);
        }
    }

    /** Several values are, together, a row of a query. */
    record InRows(List<Expression> expressions, Query query) implements Predicate {
        public InRows {
            expressions = List.copyOf(expressions);
            requireNonNull(query);
        }
    }

    /** A query has at least one row. */
    record Exists(Select select) implements Predicate {
        public Exists {
            requireNonNull(select);
        }
    }

    /**
     * Text begins with another one.
     *
     * @param text the beginning, of no more characters than an index on the beginnings of texts holds
     * @param after the first text behind all that begin so
     */
    record Begins(Expression expression, Expression.Bind text, Expression.Bind after) implements Predicate {
        public Begins {
            requireNonNull(expression);
            requireNonNull(text);
            requireNonNull(after);
        }
    }

    /**
     * Text is like a pattern: {@code %} stands for any run of characters, {@code _} for one, a backslash takes the meaning off
     * the next character.
     *
     * @param expression the text; its beginning if an index finds texts by it
     */
    record Match(Expression expression, String pattern, boolean ignoreCase) implements Predicate {
        public Match {
            requireNonNull(expression);
            requireNonNull(pattern);
        }
    }

    /** Two values are equal. */
    static Predicate equal(Expression left, Expression right) {
        return new Compare(left, SqlOperator.EQUAL, right);
    }

    /** All hold; one alone stands for itself, none holds always. */
    static Predicate and(List<Predicate> terms) {
        return terms.isEmpty() ? new Constant(true) : terms.size() == 1 ? terms.get(0) : new And(terms);
    }

    /** All hold. */
    static Predicate and(Predicate first, Predicate... more) {
        List<Predicate> terms = new ArrayList<>();
        terms.add(first);
        terms.addAll(List.of(more));
        return and(terms);
    }

    /** At least one holds; one alone stands for itself, none never holds. */
    static Predicate or(List<Predicate> terms) {
        return terms.isEmpty() ? new Constant(false) : terms.size() == 1 ? terms.get(0) : new Or(terms);
    }
}
