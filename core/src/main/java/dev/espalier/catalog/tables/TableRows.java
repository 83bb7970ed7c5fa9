package dev.espalier.catalog.tables;

import dev.espalier.jdbc.Session;
import dev.espalier.schema.Table;
import dev.espalier.sql.Expression;
import dev.espalier.sql.Select;
import dev.espalier.sql.Source;

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
