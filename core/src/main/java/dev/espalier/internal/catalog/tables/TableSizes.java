package dev.espalier.internal.catalog.tables;

import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The bytes on disk, as the engine counts them. */
public final class TableSizes {

    private TableSizes() {}

    /** The bytes on disk of all tables and indexes, as the engine counts them. */
    public static long total(Session session, Schema schema) {
        return session.queryLong(Statement.of(session.dialect().sizeQuery(schema.tables())));
    }

    /**
     * The bytes of a table.
     *
     * @param rows of its rows
     * @param indexes of its indexes
     */
    public record Bytes(String table, long rows, long indexes) {}

    /** The bytes of each table; none if the engine does not report them. */
    public static List<Bytes> each(Session session, Schema schema) {
        String query = session.dialect().tableSizeQuery();
        if (query == null) {
            return List.of();
        }
        Map<String, Bytes> found = new HashMap<>();
        session.query(
                Statement.of(query),
                row -> found.put(
                        row.getString(1).toLowerCase(Locale.ROOT),
                        new Bytes(row.getString(1), row.getLong(2), row.getLong(3))));
        return schema.tables().stream()
                .map(table -> found.get(table.name().toLowerCase(Locale.ROOT)))
                .filter(Objects::nonNull)
                .toList();
    }
}
