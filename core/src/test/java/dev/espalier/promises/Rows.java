package dev.espalier.promises;

import dev.espalier.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Takes rows away past the library, between schedules: quicker than a new database for each. */
final class Rows implements AutoCloseable {

    /**
     * Deleted rows stay in TiDB for ten minutes, and each scan passes them: the eighth 500 schedules took 2.8 times as long as the first 500.
     */
    private static final int DELETES_BEFORE_TRUNCATE = 500;

    private final TestDatabase database;
    private final Connection connection;
    private int deletes;
    private final String[] tables;

    Rows(TestDatabase database, String... tables) {
        this.database = database;
        this.tables = tables;
        try {
            this.connection = database.connect();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    void clear() {
        boolean truncates =
                ++deletes % DELETES_BEFORE_TRUNCATE == 0 && database.engine().isServer();
        for (String table : tables) {
            execute((truncates ? "TRUNCATE TABLE " : "DELETE FROM ") + database.quote(table));
        }
    }

    void execute(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
