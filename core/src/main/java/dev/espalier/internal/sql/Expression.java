package dev.espalier.internal.sql;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import java.util.List;

/** An expression: it has a value in each row. */
public sealed interface Expression {

    /** A column of a source. */
    record ColumnOf(String alias, Column column) implements Expression {
        public ColumnOf {
            requireNonNull(alias);
            requireNonNull(column);
        }
    }

    /**
     * A value that travels beside the text.
     *
     * @param type the kind of column it is compared with
     * @param value of the type's Java class, or any {@code Number} if the type is a number; never null
     */
    record Bind(ColumnType type, Object value) implements Expression {
        public Bind {
            requireNonNull(type);
            requireNonNull(value);
        }
    }

    /** The only value of a query of one column, which has one row at most; null if it has none. */
    record ValueOf(Select select) implements Expression {
        public ValueOf {
            requireNonNull(select);
        }
    }

    /** The same whole number, hidden from the planner, so that it does not walk an index in this order but finds the rows first and sorts them. */
    record Unindexed(ColumnOf number) implements Expression {
        public Unindexed {
            requireNonNull(number);
        }
    }

    /** As much of a text's or a run of bytes' beginning as the engine surely sorts by, and as its index on the text holds. */
    record Beginning(ColumnOf text) implements Expression {
        public Beginning {
            requireNonNull(text);
        }
    }

    /** The place of a name among some names, from 0; behind the last one if it is none of them, and null if it is null. */
    record Rank(ColumnOf name, List<Bind> names) implements Expression {
        public Rank {
            requireNonNull(name);
            names = List.copyOf(names);
        }
    }

    /** The number of rows, in the select list. */
    record CountAll() implements Expression {}

    /** The number of different values, in the select list; a missing one is none. */
    record CountDistinct(Expression counted) implements Expression {
        public CountDistinct {
            requireNonNull(counted);
        }
    }

    /** The number of values that are not missing, in the select list. */
    record Count(Expression counted) implements Expression {
        public Count {
            requireNonNull(counted);
        }
    }

    /** A part of a date or a time. */
    record DatePart(Unit unit, ColumnOf moment) implements Expression {

        /** The parts. */
        public enum Unit {
            YEAR,
            MONTH,
            DAY,
            HOUR
        }

        public DatePart {
            requireNonNull(unit);
            requireNonNull(moment);
        }
    }

    /** A whole number of 64 bits divided by 2^32, rounded towards zero. */
    record HighHalf(Expression number) implements Expression {
        public HighHalf {
            requireNonNull(number);
        }
    }

    /** The remainder of a whole number of 64 bits divided by 2^32, with the sign of the number. */
    record LowHalf(Expression number) implements Expression {
        public LowHalf {
            requireNonNull(number);
        }
    }

    /** The whole number of these halves; a floating one near it on an engine that has no whole number of this size. */
    record Halves(Expression high, Expression low) implements Expression {
        public Halves {
            requireNonNull(high);
            requireNonNull(low);
        }
    }

    /** A decimal without its fraction. */
    record WholePart(Expression number) implements Expression {
        public WholePart {
            requireNonNull(number);
        }
    }

    /** A whole number in the text of a statement: part of its form, or a number of a formula. */
    record Constant(long number) implements Expression {}

    /** One more than a number. */
    record Next(Expression number) implements Expression {
        public Next {
            requireNonNull(number);
        }
    }

    /** A number as a floating one, so that it compares as one with another. */
    record Floating(Expression number) implements Expression {
        public Floating {
            requireNonNull(number);
        }
    }

    /** The missing value. */
    record Null() implements Expression {}

    /** The sum of two numbers. */
    record Plus(Expression left, Expression right) implements Expression {
        public Plus {
            requireNonNull(left);
            requireNonNull(right);
        }
    }

    /** The difference of two numbers. */
    record Minus(Expression left, Expression right) implements Expression {
        public Minus {
            requireNonNull(left);
            requireNonNull(right);
        }
    }

    /** The product of two numbers. */
    record Times(Expression left, Expression right) implements Expression {
        public Times {
            requireNonNull(left);
            requireNonNull(right);
        }
    }

    /** A whole number in the type of 64 bits in which the engine computes, or in the wide one. */
    record OfWholeType(Expression number, boolean isWide) implements Expression {
        public OfWholeType {
            requireNonNull(number);
        }
    }

    /**
     * A float, rounded to a multiple of a power of two, exactly as IEEE 754 rounds: the number is added, and subtracted.
     *
     * @param shift 1.5 * 2^52 times that power, which is more than twice the greatest absolute value
     */
    record Rounded(Expression number, Bind shift) implements Expression {
        public Rounded {
            requireNonNull(number);
            requireNonNull(shift);
        }
    }

    /** A number without its sign. */
    record Absolute(Expression number) implements Expression {
        public Absolute {
            requireNonNull(number);
        }
    }

    /** 1 if a number is a floating one, as whole numbers become beyond 64 bits on an engine without {@code WholeTypes}; 0 if it is not. */
    record IsFloating(Expression number) implements Expression {
        public IsFloating {
            requireNonNull(number);
        }
    }

    /** A number; null if it is 0. */
    record NotZero(Expression number) implements Expression {
        public NotZero {
            requireNonNull(number);
        }
    }

    /** The value in rows that fulfil a condition; none in others. */
    record Where(Predicate condition, Expression value) implements Expression {
        public Where {
            requireNonNull(condition);
            requireNonNull(value);
        }
    }

    /** The number of characters of a text. */
    record Length(Expression text) implements Expression {
        public Length {
            requireNonNull(text);
        }
    }

    /** The first of two values that is not missing. */
    record Coalesce(Expression value, Expression other) implements Expression {
        public Coalesce {
            requireNonNull(value);
            requireNonNull(other);
        }
    }

    /** An expression that the user has written, in the SQL of the user's engine. */
    record Verbatim(String sql) implements Expression {
        public Verbatim {
            requireNonNull(sql);
        }
    }

    /** A number that the user has written as an expression, to be compared with numbers: as its column would store it. */
    record VerbatimNumber(String sql) implements Expression {
        public VerbatimNumber {
            requireNonNull(sql);
        }
    }

    /** The time of the server's clock: the milliseconds since 1970-01-01 UTC, as a whole number. */
    record Now() implements Expression {}

    /** The smallest value of a group. */
    record Least(Expression value) implements Expression {
        public Least {
            requireNonNull(value);
        }
    }

    /** The sum of a group's numbers; null if there is none. */
    record Sum(Expression value) implements Expression {
        public Sum {
            requireNonNull(value);
        }
    }

    /** The greatest value of a group. */
    record Greatest(Expression value) implements Expression {
        public Greatest {
            requireNonNull(value);
        }
    }

    /** The number of rows of the same group up to this one, in that order. */
    record RunningCount(Expression group, Expression order) implements Expression {
        public RunningCount {
            requireNonNull(group);
            requireNonNull(order);
        }
    }

    /** A text as grouping compares it to its end, however long it is. */
    record WholeText(ColumnOf text) implements Expression {
        public WholeText {
            requireNonNull(text);
        }
    }
}
