package dev.espalier.typed;

import dev.espalier.internal.rql.Formula.Arithmetic;
import dev.espalier.internal.rql.Formula.Call;
import dev.espalier.internal.rql.Formula.Negated;
import dev.espalier.internal.rql.Formula.Sign;
import dev.espalier.internal.rql.Literals;
import dev.espalier.internal.rql.RowTest;
import dev.espalier.internal.rql.Value;
import java.time.temporal.Temporal;
import java.util.stream.Stream;

/**
 * Arithmetic and functions of a selection, for a static import: {@code import static dev.espalier.typed.Functions.*;}. The result of a missing value is missing, but
 * for {@link #coalesce}. They are functions, not methods, so that the compiler knows on both sides that numbers are added.
 */
public final class Functions {

    private Functions() {}

    /**
     * Makes {@code left + right}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param left a number
     * @param right a number
     * @return the sum
     */
    public static <R> Computed<R, Number> plus(
            Formula<? super R, ? extends Number> left, Formula<? super R, ? extends Number> right) {
        return arithmetic(left, Sign.PLUS, right);
    }

    /**
     * Makes {@code left + 5}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param left a number
     * @param right a number; {@link Words#value} makes one for the left side
     * @return the sum
     */
    public static <R> Computed<R, Number> plus(Formula<R, ? extends Number> left, Number right) {
        return arithmetic(left, Sign.PLUS, Words.value(right));
    }

    /**
     * Makes {@code left - right}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param left a number
     * @param right a number
     * @return the difference
     */
    public static <R> Computed<R, Number> minus(
            Formula<? super R, ? extends Number> left, Formula<? super R, ? extends Number> right) {
        return arithmetic(left, Sign.MINUS, right);
    }

    /**
     * Makes {@code left - 5}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param left a number
     * @param right a number; {@link Words#value} makes one for the left side
     * @return the difference
     */
    public static <R> Computed<R, Number> minus(Formula<R, ? extends Number> left, Number right) {
        return arithmetic(left, Sign.MINUS, Words.value(right));
    }

    /**
     * Makes {@code left * right}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param left a number
     * @param right a number
     * @return the product
     */
    public static <R> Computed<R, Number> times(
            Formula<? super R, ? extends Number> left, Formula<? super R, ? extends Number> right) {
        return arithmetic(left, Sign.TIMES, right);
    }

    /**
     * Makes {@code left * 5}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param left a number
     * @param right a number; {@link Words#value} makes one for the left side
     * @return the product
     */
    public static <R> Computed<R, Number> times(Formula<R, ? extends Number> left, Number right) {
        return arithmetic(left, Sign.TIMES, Words.value(right));
    }

    /**
     * Makes {@code left / right}. A quotient of zero is missing.
     *
     * @param <R> the class of the objects that it is computed of
     * @param left a number
     * @param right a number
     * @return the quotient
     */
    public static <R> Computed<R, Number> dividedBy(
            Formula<? super R, ? extends Number> left, Formula<? super R, ? extends Number> right) {
        return arithmetic(left, Sign.DIVIDED, right);
    }

    /**
     * Makes {@code left / 5}. A quotient of zero is missing.
     *
     * @param <R> the class of the objects that it is computed of
     * @param left a number
     * @param right a number; {@link Words#value} makes one for the left side
     * @return the quotient
     */
    public static <R> Computed<R, Number> dividedBy(Formula<R, ? extends Number> left, Number right) {
        return arithmetic(left, Sign.DIVIDED, Words.value(right));
    }

    /**
     * Makes {@code -number}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param number a number
     * @return the number with the other sign
     */
    public static <R> Computed<R, Number> negated(Formula<R, ? extends Number> number) {
        return Computed.of(parts -> new Negated(Route.NOWHERE, parts.get(0)), number);
    }

    /**
     * Makes {@code year(date)}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param date a date or a moment of {@code java.time}; of an instant in UTC
     * @return the year
     */
    public static <R> Computed<R, Number> year(Formula<R, ? extends Temporal> date) {
        return call("year", date);
    }

    /**
     * Makes {@code month(date)}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param date a date or a moment of {@code java.time}; of an instant in UTC
     * @return the month, from 1
     */
    public static <R> Computed<R, Number> month(Formula<R, ? extends Temporal> date) {
        return call("month", date);
    }

    /**
     * Makes {@code day(date)}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param date a date or a moment of {@code java.time}; of an instant in UTC
     * @return the day of the month, from 1
     */
    public static <R> Computed<R, Number> day(Formula<R, ? extends Temporal> date) {
        return call("day", date);
    }

    /**
     * Makes {@code week(date)}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param date a date or a moment of {@code java.time}; of an instant in UTC
     * @return the week of ISO 8601, from 1
     */
    public static <R> Computed<R, Number> week(Formula<R, ? extends Temporal> date) {
        return call("week", date);
    }

    /**
     * Makes {@code hour(time)}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param time a time or a moment of {@code java.time}; of an instant in UTC
     * @return the hour, from 0
     */
    public static <R> Computed<R, Number> hour(Formula<R, ? extends Temporal> time) {
        return call("hour", time);
    }

    /**
     * Makes {@code lower(text)}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param text a text
     * @return the text in small letters, in no language
     */
    public static <R> Computed<R, String> lower(Formula<R, String> text) {
        return call("lower", text);
    }

    /**
     * Makes {@code upper(text)}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param text a text
     * @return the text in capitals, in no language
     */
    public static <R> Computed<R, String> upper(Formula<R, String> text) {
        return call("upper", text);
    }

    /**
     * Makes {@code length(text)}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param text a text
     * @return the number of characters (code points)
     */
    public static <R> Computed<R, Number> length(Formula<R, String> text) {
        return call("length", text);
    }

    /**
     * Makes {@code substring(text, 2)}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param text a text
     * @param from the first character, which counts from 1
     * @return the characters from there on
     */
    public static <R> Computed<R, String> substring(Formula<R, String> text, long from) {
        return call("substring", text, Words.value(from));
    }

    /**
     * Makes {@code substring(text, 2, 3)}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param text a text
     * @param from the first character, which counts from 1
     * @param length how many characters at most
     * @return the characters from there on
     */
    public static <R> Computed<R, String> substring(Formula<R, String> text, long from, long length) {
        return call("substring", text, Words.value(from), Words.value(length));
    }

    /**
     * Makes {@code substring(text, from)}, of computed numbers.
     *
     * @param <R> the class of the objects that it is computed of
     * @param text a text
     * @param from the first character, which counts from 1
     * @return the characters from there on
     */
    public static <R> Computed<R, String> substring(
            Formula<? super R, String> text, Formula<? super R, ? extends Number> from) {
        return call("substring", text, from);
    }

    /**
     * Makes {@code substring(text, from, length)}, of computed numbers.
     *
     * @param <R> the class of the objects that it is computed of
     * @param text a text
     * @param from the first character, which counts from 1
     * @param length how many characters at most
     * @return the characters from there on
     */
    public static <R> Computed<R, String> substring(
            Formula<? super R, String> text,
            Formula<? super R, ? extends Number> from,
            Formula<? super R, ? extends Number> length) {
        return call("substring", text, from, length);
    }

    /**
     * Makes {@code concat(text, ...)}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param first a text; a constant one is a {@link Words#value}
     * @param more others
     * @return the texts, one behind the other
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public static <R> Computed<R, String> concat(Formula<? super R, String> first, Formula<? super R, String>... more) {
        return call("concat", all(first, more));
    }

    /**
     * Makes {@code coalesce(formula, ...)}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param <V> the values
     * @param first a formula
     * @param more others
     * @return the first value that is not missing
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public static <R, V> Computed<R, V> coalesce(Formula<? super R, V> first, Formula<? super R, ? extends V>... more) {
        return call("coalesce", all(first, more));
    }

    /**
     * Makes {@code coalesce(formula, 5)}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param <V> the values
     * @param first a formula
     * @param other the value in place of a missing one
     * @return the value that is not missing
     */
    public static <R, V> Computed<R, V> coalesce(Formula<R, V> first, V other) {
        return call("coalesce", first, Words.value(other));
    }

    /**
     * Makes {@code round(number)}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param number a number
     * @return the nearest whole number; of two the one further from zero
     */
    public static <R> Computed<R, Number> round(Formula<R, ? extends Number> number) {
        return call("round", number);
    }

    /**
     * Makes {@code round(number, 2)}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param number a number
     * @param places how many digits behind the point; negative for zeros before it
     * @return the nearest such number; of two the one further from zero
     */
    public static <R> Computed<R, Number> round(Formula<R, ? extends Number> number, int places) {
        return call("round", number, Words.value(places));
    }

    /**
     * Makes {@code floor(number)}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param number a number
     * @return the greatest whole number that is not greater
     */
    public static <R> Computed<R, Number> floor(Formula<R, ? extends Number> number) {
        return call("floor", number);
    }

    /**
     * Makes {@code abs(number)}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param number a number
     * @return the number without its sign
     */
    public static <R> Computed<R, Number> abs(Formula<R, ? extends Number> number) {
        return call("abs", number);
    }

    /**
     * Makes the test {@code text MATCH 'A%'} of a row, for what is computed; a path has a {@link Matched#match(String) method}.
     *
     * @param <R> the class of the objects that it is computed of
     * @param text a text
     * @param pattern {@code %} for any run of characters, {@code _} for one, a backslash before one that means itself
     * @return the test
     */
    public static <R> RowCondition<R> match(Formula<R, String> text, String pattern) {
        return match(text, Literals.of(pattern));
    }

    /**
     * Makes the test {@code text MATCH :parameter} of a row, for what is computed.
     *
     * @param <R> the class of the objects that it is computed of
     * @param text a text
     * @param pattern is given the pattern
     * @return the test
     */
    public static <R> RowCondition<R> match(Formula<R, String> text, Parameter<String> pattern) {
        return match(text, pattern.value());
    }

    private static <R> RowCondition<R> match(Formula<?, ?> text, Value pattern) {
        return Tested.of(parts -> new RowTest.Match(Route.NOWHERE, parts.get(0), false, pattern, false), text);
    }

    private static <R> Computed<R, Number> arithmetic(Formula<?, ?> left, Sign sign, Formula<?, ?> right) {
        return Computed.of(parts -> new Arithmetic(Route.NOWHERE, sign, parts.get(0), parts.get(1)), left, right);
    }

    private static <R, V> Computed<R, V> call(String function, Formula<?, ?>... arguments) {
        return Computed.of(parts -> new Call(Route.NOWHERE, function, parts), arguments);
    }

    private static Formula<?, ?>[] all(Formula<?, ?> first, Formula<?, ?>[] more) {
        return Stream.concat(Stream.of(first), Stream.of(more)).toArray(Formula<?, ?>[]::new);
    }
}
