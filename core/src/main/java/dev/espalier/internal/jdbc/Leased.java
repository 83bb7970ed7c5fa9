package dev.espalier.internal.jdbc;

import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * A connection as its source gives it.
 *
 * @param isOwn whether its transactions begin by themselves, see {@link dev.espalier.internal.engine.Sessions#beginOnOwn}
 * @param sendsTogether whether it takes several statements in one text, with semicolons between them
 * @param statements those it keeps prepared; null for none
 * @param reads those that were done on it one after the other; null if nobody counts them
 * @param lent how it is given back to a user's pool; null if it is ours
 */
record Leased(
        Connection connection,
        boolean isOwn,
        boolean sendsTogether,
        @Nullable StatementCache statements,
        @Nullable ReadsInARow reads,
        @Nullable Lent lent) {

    /** One of which nothing is known. */
    static Leased plain(Connection connection) {
        return new Leased(connection, false, false, null, null, null);
    }
}
