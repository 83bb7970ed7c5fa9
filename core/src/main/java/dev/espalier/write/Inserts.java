package dev.espalier.write;

import dev.espalier.dialect.Dialect;
import dev.espalier.jdbc.Session;
import dev.espalier.schema.Column;
import dev.espalier.schema.Table;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends rows by statements that insert many rows each. For one session. */
final class Inserts {

    private static final Logger LOG = LoggerFactory.getLogger(Inserts.class);

    private Inserts() {}

    /** How many rows one statement carries. */
    static int rowsPerStatement(Dialect dialect, Table table) {
        return Math.max(1, Math.min(dialect.limits().rowsPerInsert(), dialect.limits().binds() / table.columns().size()));
    }

    static void send(Session session, Table table, List<Object[]> rows) {
        int most = rowsPerStatement(session.dialect(), table);
        int from = 0;
        while (from < rows.size()) {
            int count = Math.min(most, rows.size() - from);
            String text = session.dialect().insert(table, count);
            try (PreparedStatement statement = session.connection().prepareStatement(text)) {
                // The same statement serves all chunks of the same size.
                for (; rows.size() - from >= count; from += count) {
                    bind(session.dialect(), statement, table.columns(), rows.subList(from, from + count));
                    statement.executeUpdate();
                }
                LOG.debug("{} rows into {}", count, table.name());
            } catch (SQLException e) {
                throw session.translate(e, "INSERT INTO " + table.name());
            }
        }
    }

    private static void bind(Dialect dialect, PreparedStatement statement, List<Column> columns, List<Object[]> rows) throws SQLException {
        int at = 1;
        for (Object[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                dialect.bind(statement, at++, columns.get(i).type(), row[i]);
            }
        }
    }
}
