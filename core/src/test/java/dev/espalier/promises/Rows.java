package dev.espalier.promises;

import dev.espalier.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Takes rows away past the library, between schedules: quicker than a new database for each. */
final class Rows implements AutoCloseable {

    private final TestDatabase database;
    private final Connection connection;
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
        for (String table : tables) {
            execute("DELETE FROM " + database.quote(table));
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
