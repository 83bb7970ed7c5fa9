package dev.espalier.error;

import java.util.Objects;

/**
 * A query is wrong. The message is complete in itself: the kind of mistake and its position, what was found and what would be
 * right, and the query with a caret under the place.
 *
 * <pre>
 * unknown field at 7: Author has no field 'boks'; it has: books, agent, name
 *   agent.boks.title = 'Emma'
 *         ^
 * </pre>
 */
public final class QueryException extends EspalierException {

    private static final long serialVersionUID = 1L;

    /** The longest stretch of the query that a message repeats around the place, in characters. */
    private static final int EXCERPT = 120;

    /** The whole text of the query. */
    private final String query;
    /** Where the mistake is, from 1. */
    private final int position;

    /**
     * An error in a query's text.
     *
     * @param code the kind of mistake, in lower case with hyphens, for example {@code unknown-field}; the message starts with
     *     it, spelled with spaces
     * @param query the whole text of the query
     * @param position where the mistake is, counted in UTF-16 units from 1; one more than the length means the end
     * @param detail what was found and what would be right, on one line
     */
    public QueryException(String code, String query, int position, String detail) {
        super(code, code.replace('-', ' ') + " at " + position + ": " + detail + "\n" + excerpt(query, position), null);
        this.query = Objects.requireNonNull(query);
        this.position = position;
    }

    /**
     * The whole text of the query.
     *
     * @return the text, never null
     */
    public String query() {
        return query;
    }

    /**
     * Where the mistake is, counted in UTF-16 units from 1.
     *
     * @return the position; one more than the query's length where something is missing at the end
     */
    public int position() {
        return position;
    }

    /** The line of the query that holds the position, cut to a window around it, with a caret below. */
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
