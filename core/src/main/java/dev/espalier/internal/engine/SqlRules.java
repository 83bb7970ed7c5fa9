package dev.espalier.internal.engine;

import java.util.EnumSet;
import java.util.Set;

/**
 * The SQL of a program that an engine takes on a connection which the library goes on to use: what can be in it that is no command, and which commands it may
 * have. Immutable.
 *
 * @param marks what is quoted or a comment, beside {@code '...'}, {@code "..."}, {@code -- ...} and {@code /* ... *}{@code /}
 * @param commands the commands beside queries and changes of rows: the first word, or the first two
 * @param savepointsShowTheEnd whether a savepoint that cannot be released shows that the transaction has ended since
 */
public record SqlRules(Set<Mark> marks, Set<String> commands, boolean savepointsShowTheEnd) {

    /** A mark of an engine's SQL. */
    public enum Mark {
        /** A backslash in a quoted text makes the next character part of it. */
        BACKSLASH,
        /** The same, in texts that begin with E only. */
        BACKSLASH_AFTER_E,
        /** {@code $tag$ ... $tag$} is a text. */
        DOLLAR,
        /** {@code `...`} is a name. */
        BACKTICK,
        /** {@code [...]} is a name. */
        BRACKET,
        /** {@code # ...} is a comment. */
        HASH,
        /** {@code // ...} is a comment. */
        SLASHES,
        /** A carriage return ends a line, and with it a comment. */
        RETURN_ENDS_LINE,
        /** {@code --} begins a comment only if a space or an end of the line follows. */
        DASHES_AND_SPACE,
        /** The engine runs the text of a comment that begins with {@code /*!}. */
        RUN_COMMENT,
        /** A comment may have comments in it. */
        NESTED_COMMENT
    }

    /** Rules without savepoints that show anything. */
    public static SqlRules of(Set<String> commands, Mark... marks) {
        return new SqlRules(Set.of(marks), commands, false);
    }

    /** Creates rules, which no later change of the arguments reaches. */
    public SqlRules {
        marks = marks.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(marks));
        commands = Set.copyOf(commands);
    }
}
