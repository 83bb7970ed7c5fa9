package dev.espalier.internal.sql;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * SQL text of one engine with a question mark for each of the values that travel beside it.
 *
 * @param binds the values in the order of their question marks; their {@code toString} is never part of the text
 */
public record Statement(String text, List<Expression.Bind> binds) {
    public Statement {
        requireNonNull(text);
        binds = List.copyOf(binds);
    }

    /** Text without values. */
    public static Statement of(String text) {
        return new Statement(text, List.of());
    }
}
