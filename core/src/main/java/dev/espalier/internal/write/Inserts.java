package dev.espalier.internal.write;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.jdbc.RowCount;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import dev.espalier.internal.sql.Upsert;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends rows by statements that insert many rows each. Keeps the prepared statements with the most rows, one for each table, until it
 * is closed. For one session.
 */
final class Inserts implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Inserts.class);

    /** Every server accepts this size, whatever its max_allowed_packet is: 16 MB by default on MariaDB, but some are set to less. */
    private static final long MOST_BYTES = 1024 * 1024;

    private final Session session;
    private final Dialect dialect;
    private final InsertTexts texts;
    /** Made for the first of them: most writes have few rows. */
    private Map<Table, PreparedStatement> full = Map.of();

    Inserts(Session session) {
        this(session, new InsertTexts(session.dialect()));
    }

    /** @param texts of the session's engine */
    Inserts(Session session, InsertTexts texts) {
        this.session = session;
        this.dialect = session.dialect();
        this.texts = texts;
    }

    /** Returns the maximum number of rows of one statement. */
    static int rowsPerStatement(Dialect dialect, Table table) {
        return Math.max(
                1,
                Math.min(
                        dialect.limits().rowsPerInsert(),
                        dialect.limits().binds() / table.columns().size()));
    }

    /** Inserts rows, or updates those whose primary key exists. */
    void put(Table table, List<Object[]> rows) {
        int most = rowsPerStatement(dialect, table);
        for (int from = 0, to; from < rows.size(); from = to) {
            to = end(rows, from, most);
            List<Object[]> some = rows.subList(from, to);
            String byColumn = texts.upsertByColumn(table, some.size());
            if (byColumn != null) {
                update(byColumn, table, some, (prepared, at) -> dialect.bindByColumn(prepared, at, table, some));
            } else {
                update(dialect.render(new Upsert(table, some.size())).text(), table, some, byRow(table, some));
            }
        }
    }

    /** Inserts rows. */
    void send(Table table, List<Object[]> rows) {
        int most = rowsPerStatement(dialect, table);
        for (int from = 0, to; from < rows.size(); from = to) {
            to = end(rows, from, most);
            List<Object[]> some = rows.subList(from, to);
            String byColumn = texts.byColumn(table, some.size());
            if (byColumn != null) {
                update(byColumn, table, some, (prepared, at) -> dialect.bindByColumn(prepared, at, table, some));
            } else if (some.size() == most) {
                sendFull(table, some);
            } else {
                update(texts.of(table, some.size()), table, some, byRow(table, some));
            }
        }
    }

    /** Returns the end of the rows that one statement takes from this row on: at least one row, and more while they are not too large together. */
    private static int end(List<Object[]> rows, int from, int most) {
        int last = Math.min(rows.size(), from + most);
        long bytes = ValueSize.atMost(rows.get(from));
        int to = from + 1;
        while (to < last && (bytes += ValueSize.atMost(rows.get(to))) <= MOST_BYTES) {
            to++;
        }
        return to;
    }

    private Session.Binder byRow(Table table, List<Object[]> rows) {
        return (prepared, at) -> bind(prepared, at, table, rows);
    }

    /** A row with unique values may be refused, so it is sent at once: statements before it must have been checked by then. */
    private void update(String text, Table table, List<Object[]> rows, Session.Binder binder) {
        if (texts.hasUnique(table)) {
            session.update(text, doing(table), binder);
        } else {
            session.updateLater(text, doing(table), rows, binder, RowCount.ANY);
        }
    }

    private void sendFull(Table table, List<Object[]> rows) {
        long start = System.nanoTime();
        try {
            PreparedStatement statement = full(table, rows.size());
            bind(statement, 1, table, rows);
            session.executeUpdate(statement, doing(table));
        } catch (SQLException e) {
            throw session.translate(e, doing(table));
        }
        if (LOG.isDebugEnabled()) {
            LOG.debug("{} us: {}, {} rows", (System.nanoTime() - start) / 1_000, doing(table), rows.size());
        }
    }

    private static String doing(Table table) {
        return "inserting into " + table.name();
    }

    private PreparedStatement full(Table table, int rows) throws SQLException {
        PreparedStatement statement = full.get(table);
        if (statement == null) {
            full = full.isEmpty() ? ByObject.map() : full;
            statement = session.connection().prepareStatement(texts.of(table, rows));
            full.put(table, statement);
        }
        return statement;
    }

    private int bind(PreparedStatement statement, int from, Table table, List<Object[]> rows) throws SQLException {
        List<Column> columns = table.columns();
        int at = from;
        for (Object[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                dialect.bind(statement, at++, columns.get(i).type(), row[i]);
            }
        }
        return at;
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
