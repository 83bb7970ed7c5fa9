package dev.espalier.write;

import dev.espalier.dialect.Dialect;
import dev.espalier.jdbc.Session;
import dev.espalier.schema.Column;
import dev.espalier.schema.Table;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends rows by statements that insert many rows each. Keeps the statements that carry the most rows, one for each table, until it
 * is closed. For one session.
 */
final class Inserts implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Inserts.class);

    private final Session session;
    private final Dialect dialect;
    private final Map<Table, PreparedStatement> full = new IdentityHashMap<>();

    Inserts(Session session) {
        this.session = session;
        this.dialect = session.dialect();
    }

    /** How many rows one statement carries at most. */
    static int rowsPerStatement(Dialect dialect, Table table) {
        return Math.max(1, Math.min(dialect.limits().rowsPerInsert(), dialect.limits().binds() / table.columns().size()));
    }

    /** New rows, and rows of which other columns than those of the primary key have changed. */
    void put(Table table, List<Object[]> rows) {
        int most = rowsPerStatement(dialect, table);
        try {
            for (int from = 0, to; from < rows.size(); from = to) {
                to = Math.min(rows.size(), from + most);
                try (PreparedStatement some = session.connection().prepareStatement(dialect.put(table, to - from))) {
                    insert(some, table, rows.subList(from, to));
                }
            }
        } catch (SQLException e) {
            throw session.translate(e, "INSERT INTO " + table.name());
        }
    }

    /** New rows. */
    void send(Table table, List<Object[]> rows) {
        int most = rowsPerStatement(dialect, table);
        int from = 0;
        try {
            for (; rows.size() - from >= most; from += most) {
                insert(full(table, most), table, rows.subList(from, from + most));
            }
            if (from < rows.size()) {
                try (PreparedStatement rest = session.connection().prepareStatement(dialect.insert(table, rows.size() - from))) {
                    insert(rest, table, rows.subList(from, rows.size()));
                }
            }
        } catch (SQLException e) {
            throw session.translate(e, "INSERT INTO " + table.name());
        }
    }

    private PreparedStatement full(Table table, int rows) throws SQLException {
        PreparedStatement statement = full.get(table);
        if (statement == null) {
            statement = session.connection().prepareStatement(dialect.insert(table, rows));
            full.put(table, statement);
        }
        return statement;
    }

    private void insert(PreparedStatement statement, Table table, List<Object[]> rows) throws SQLException {
        long start = System.nanoTime();
        List<Column> columns = table.columns();
        int at = 1;
        for (Object[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                dialect.bind(statement, at++, columns.get(i).type(), row[i]);
            }
        }
        session.executeUpdate(statement, "INSERT INTO " + table.name());
        if (LOG.isDebugEnabled()) {
            LOG.debug("{} us: INSERT INTO {}, {} rows", (System.nanoTime() - start) / 1_000, table.name(), rows.size());
        }
    }

    @Override
    public void close() {
        for (PreparedStatement statement : full.values()) {
            try {
                statement.close();
            } catch (SQLException e) {
                LOG.debug("closing a statement: {}", e.toString());
            }
        }
    }
}
