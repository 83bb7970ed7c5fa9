package dev.espalier.internal.catalog.tables;

import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.sql.Statement;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The rows of tables, as the engine has counted or guessed them. */
public final class RowEstimates {

    private RowEstimates() {}

    /**
     * Reads those of all tables by one statement: a round trip for each would cost more.
     *
     * @return the rows by the names of tables in lower case; a table of which the engine knows nothing is missing, or has no positive number
     */
    public static Map<String, Long> read(Session session) {
        Map<String, Long> rows = new HashMap<>();
        String kept = session.dialect().rowEstimatesKept();
        if (kept == null || session.queryLong(Statement.of(kept)) > 0) {
            session.query(
                    Statement.of(session.dialect().rowEstimateQuery()),
                    row -> rows.put(row.getString(1).toLowerCase(Locale.ROOT), row.getLong(2)));
        }
        return rows;
    }
}
