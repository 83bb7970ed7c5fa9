package dev.espalier.lab.store;

import dev.espalier.lab.workload.Failure;
import dev.espalier.lab.workload.KeyValueRows;
import dev.espalier.lab.workload.KeyValueSession;
import dev.espalier.lab.workload.SqlSession;

/** Reads rows by their keys over any session of SQL, those with known answers too. For one thread. */
public final class SqlKeyValueSession implements KeyValueSession {

    private final SqlSession sql;
    private final String read;
    private final String open;
    private boolean isOpen;
    private long checksum;

    /**
     * @param sql whose rows are read
     * @param read the statement up to the comparison with keys
     * @param open what opens the table on each connection; empty for nothing
     */
    public SqlKeyValueSession(SqlSession sql, String read, String open) {
        this.sql = sql;
        this.read = read;
        this.open = open;
    }

    @Override
    public long read(long[] ids) throws Exception {
        if (!isOpen && !open.isEmpty()) {
            sql.updateText(open);
        }
        isOpen = true;
        checksum = 0;
        int rows;
        if (!open.isEmpty()) {
            rows = 0;
            for (long id : ids) {
                rows += sql.rows(read + " = (?)", this::take, id);
            }
        } else if (ids.length == 1) {
            rows = sql.rows(read + " = ?", this::take, ids[0]);
        } else {
            rows = sql.rows(read + " IN (" + "?,".repeat(ids.length - 1) + "?)", this::take, boxed(ids));
        }
        return rows == SqlSession.ROWS_UNKNOWN || rows < 0 ? ROWS_UNKNOWN : checksum;
    }

    /** The values are the last two columns: HANDLER reads the key, too. */
    private void take(Object[] row) {
        checksum += KeyValueRows.checksum(
                ((Number) row[row.length - 2]).intValue(), ((Number) row[row.length - 1]).doubleValue());
    }

    private static Object[] boxed(long[] ids) {
        Object[] boxed = new Object[ids.length];
        for (int index = 0; index < ids.length; index++) {
            boxed[index] = ids[index];
        }
        return boxed;
    }

    @Override
    public void reset() throws Exception {
        sql.reset();
    }

    @Override
    public Failure failure(Exception thrown) {
        Failure failure = sql.failure(thrown);
        isOpen = isOpen && failure.meaning() == Failure.Meaning.CONFLICT;
        return failure;
    }

    @Override
    public void close() {
        sql.close();
    }
}
