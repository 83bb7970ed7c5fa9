package dev.espalier.internal.catalog.tables;

import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;

/** Looks into any table. */
public final class TableRows {

    private TableRows() {}

    /** Whether a table has any row. */
    public static boolean exist(Session session, Table table) {
        return session.queryLong(session.dialect()
                        .render(Select.of(new Source(table, "t"), new Expression.Constant(1))
                                .limit(1L, 0)))
                > 0;
    }
}
