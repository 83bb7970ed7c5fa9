package dev.espalier.error;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a query is invalid. The message is complete: the error and its position, what was found and what would be
 * right, and the query, unless it is empty, with a caret under the position.
 *
 * <pre>
 * unknown field at 7: Author has no field 'boks'; it has: books, agent, name
 *   agent.boks.title = 'Emma'
 *         ^
 * </pre>
 */
public final class QueryException extends EspalierException {

    private static final long serialVersionUID = 1L;

    /** The maximum number of characters of the query in a message. */
    private static final int EXCERPT = 120;

    /** The name of the variable whose text it is; null for the query itself. */
    private final @Nullable String variable;
    /** The whole text of the query. */
    private final String query;
    /** The position of the mistake, from 1. */
    private final int position;
    /** The found text and the expected one. */
    private final String detail;

    /**
     * Creates the exception.
     *
     * @param code the error code; the message starts with its text, spelled with spaces
     * @param query the whole text of the query
     * @param position the position of the error, counted in UTF-16 units from 1; one more than the length for the end
     * @param detail what was found and what would be right, on one line
     */
    public QueryException(ErrorCode code, String query, int position, String detail) {
        this(code, null, query, position, detail);
    }

    private QueryException(ErrorCode code, @Nullable String variable, String query, int position, String detail) {
        super(
                code,
                code.code().replace('-', ' ') + (variable == null ? "" : " in " + variable) + " at " + position + ": "
                        + detail + (query.isBlank() ? "" : "\n" + excerpt(query, position)),
                null);
        this.variable = variable;
        this.query = Objects.requireNonNull(query);
        this.position = position;
        this.detail = Objects.requireNonNull(detail);
    }

    /**
     * Returns the same error in the text of a variable. Its message names the variable.
     *
     * @param name the name of the variable, like {@code Q2} or {@code @late}
     * @return a new exception with the same stack trace
     */
    public QueryException inVariable(String name) {
        QueryException same = new QueryException(errorCode(), Objects.requireNonNull(name), query, position, detail);
        same.setStackTrace(getStackTrace());
        same.initPlace(place());
        return same;
    }

    /**
     * Returns the variable with the error in its text.
     *
     * @return its name; empty for the query itself
     */
    public Optional<String> variable() {
        return Optional.ofNullable(variable);
    }

    /**
     * Returns the whole text of the query, or of the variable, with the error.
     *
     * @return the text, never null
     */
    public String query() {
        return query;
    }

    /**
     * Returns the position of the error, counted in UTF-16 units from 1.
     *
     * @return the position; one more than the query's length if something is missing at the end
     */
    public int position() {
        return position;
    }

    /** Returns the line of the query with the position, cut to a window around it, with a caret below. */
    private static String excerpt(String query, int position) {
        int at = Math.min(Math.max(position - 1, 0), query.length());
        int lineStart = query.lastIndexOf('\n', at - 1) + 1;
        int lineEnd = query.indexOf('\n', at);
        if (lineEnd < 0) {
            lineEnd = query.length();
        }
        int from = Math.max(lineStart, at - EXCERPT / 2);
        int to = Math.min(lineEnd, from + EXCERPT);
        String head = from > lineStart ? "..." : "";
        String tail = to < lineEnd ? "..." : "";
        String shown = query.substring(from, to).replaceAll("\\p{Cntrl}", " ");
        return "  " + head + shown + tail + "\n  " + " ".repeat(head.length() + at - from) + "^";
    }
}
