package dev.espalier.internal.plan;

import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.FormulaType.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The functions of a selection. A function of a missing value has no value, but for {@link #COALESCE}. */
public enum RowFunction {
    /** The year of a date. */
    YEAR(1, 1),
    /** The month of a date, from 1. */
    MONTH(1, 1),
    /** The day of a date in its month, from 1. */
    DAY(1, 1),
    /** The week of a date in its year, as ISO 8601 counts weeks, from 1. */
    WEEK(1, 1),
    /** The hour of a time, from 0. */
    HOUR(1, 1),
    /** A text in small letters. */
    LOWER(1, 1),
    /** A text in capitals. */
    UPPER(1, 1),
    /** The number of characters. */
    LENGTH(1, 1),
    /** The part of a text from a character on, which counts from 1, with so many characters at most. */
    SUBSTRING(2, 3),
    /** Texts, one behind the other. */
    CONCAT(1, Integer.MAX_VALUE),
    /** The first value that is not missing. */
    COALESCE(1, Integer.MAX_VALUE),
    /** A number rounded to so many places; half away from zero. */
    ROUND(1, 2),
    /** The greatest whole number that is not greater. */
    FLOOR(1, 1),
    /** A number without its sign. */
    ABS(1, 1);

    private final int least;
    private final int most;

    RowFunction(int least, int most) {
        this.least = least;
        this.most = most;
    }

    /** Finds a function by its name, in capitals or not. */
    static Optional<RowFunction> named(String name) {
        return Arrays.stream(values())
                .filter(function -> function.name().equalsIgnoreCase(name))
                .findFirst();
    }

    static List<String> names() {
        return Arrays.stream(values()).map(RowFunction::title).toList();
    }

    /** The name as it is usually written. */
    String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean takes(int arguments) {
        return arguments >= least && arguments <= most;
    }

    /** The number of arguments, for messages. */
    String arguments() {
        return most == Integer.MAX_VALUE
                ? least + " or more values"
                : least == most ? (least == 1 ? "one value" : least + " values") : least + " or " + most + " values";
    }

    /** Returns what the argument at a place has to be; empty if the type is right. */
    Optional<String> expected(int place, FormulaType type) {
        if (type.kind() == Kind.MISSING) {
            return Optional.empty();
        }
        return switch (this) {
            case YEAR, MONTH, DAY, WEEK ->
                unless(isOf(type, ColumnType.DATE) || isOf(type, ColumnType.TIMESTAMP), "a date");
            case HOUR -> unless(isOf(type, ColumnType.TIME) || isOf(type, ColumnType.TIMESTAMP), "a time");
            case LOWER, UPPER, LENGTH, CONCAT -> unless(type.kind() == Kind.TEXT, "text");
            case SUBSTRING ->
                place == 0
                        ? unless(type.kind() == Kind.TEXT, "text")
                        : unless(type.kind() == Kind.WHOLE, "a whole number");
            case ROUND ->
                place == 0 ? unless(type.isNumber(), "a number") : unless(type.kind() == Kind.WHOLE, "a whole number");
            case FLOOR, ABS -> unless(type.isNumber(), "a number");
            case COALESCE -> Optional.empty();
        };
    }

    private static boolean isOf(FormulaType type, ColumnType column) {
        return type.values() != null
                && type.kind() == Kind.OTHER
                && type.values().parts().get(0).type() == column;
    }

    private static Optional<String> unless(boolean right, String expected) {
        return right ? Optional.empty() : Optional.of(expected);
    }

    /** Returns the type of the values, for all functions but {@link #COALESCE}. */
    FormulaType type(FormulaType first) {
        return switch (this) {
            case YEAR, MONTH, DAY, WEEK, HOUR, LENGTH -> FormulaType.WHOLE;
            case LOWER, UPPER, SUBSTRING, CONCAT -> FormulaType.TEXT;
            case ROUND, FLOOR, ABS -> first.kind() == Kind.MISSING ? FormulaType.WHOLE : first.computed();
            case COALESCE -> first;
        };
    }
}
