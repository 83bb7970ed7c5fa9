package dev.espalier.internal.catalog.tables;

import static java.util.Objects.requireNonNull;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes the columns of a table whose engine refuses that while there are indexes, such as DuckDB: "Cannot drop this column: an index depends on a column after
 * it". All indexes of the table are dropped, and made again from their definitions. If the program dies meanwhile, the next opening builds those of its level.
 */
public final class IndexedTable {

    private static final Logger LOG = LoggerFactory.getLogger(IndexedTable.class);

    private IndexedTable() {}

    /** Makes a change of columns, if the engine needs it without the indexes of the table. */
    public static void change(Session session, Table table, Runnable change) {
        if (session.engine().changesIndexedColumns()) {
            change.run();
            return;
        }
        Map<String, String> definitions = new LinkedHashMap<>();
        session.query(
                Statement.of(requireNonNull(session.dialect().indexDefinitionQuery(table))),
                row -> definitions.put(row.getString(1), row.getString(2)));
        Map<String, String> dropped = new LinkedHashMap<>();
        try {
            definitions.forEach((index, definition) -> {
                session.execute(session.dialect().dropIndex(index));
                dropped.put(index, definition);
            });
            change.run();
        } finally {
            dropped.forEach((index, definition) -> make(session, index, definition));
        }
    }

    private static void make(Session session, String index, String definition) {
        try {
            session.execute(definition);
        } catch (EspalierException e) { // somebody's index on the column that is gone goes with it, as on other engines
            LOG.warn("the index {} is not made again: {}", index, e.getMessage());
        }
    }
}
