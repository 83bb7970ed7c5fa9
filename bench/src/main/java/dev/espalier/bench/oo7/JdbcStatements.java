package dev.espalier.bench.oo7;

import dev.espalier.lab.target.TargetDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** One connection without auto-commit, each statement prepared once. */
final class JdbcStatements implements AutoCloseable {

    private final TargetDatabase at;
    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    JdbcStatements(TargetDatabase at) {
        this.at = at;
        try {
            connection = at.connect(Oo7Database.driverOptions(at));
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            throw Oo7Database.failed("connect to", at, e);
        }
    }

    /** The reading of a row as an object. */
    interface Read<T> {
        T of(ResultSet row) throws SQLException;
    }

    /** The use of a row. */
    interface Use {
        void of(ResultSet row) throws SQLException;
    }

    private interface Task<T> {
        T with(PreparedStatement statement) throws SQLException;
    }

    private <T> T run(String text, Task<T> task) {
        try {
            PreparedStatement statement = prepared.get(text);
            if (statement == null) {
                statement = connection.prepareStatement(text);
                prepared.put(text, statement);
            }
            return task.with(statement);
        } catch (SQLException e) {
            throw Oo7Database.failed("ask", at, e);
        }
    }

    <T> List<T> query(String text, Read<T> read, Object... values) {
        List<T> found = new ArrayList<>();
        each(text, row -> found.add(read.of(row)), values);
        return found;
    }

    void each(String text, Use use, Object... values) {
        run(text, statement -> {
            bind(statement, values);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    use.of(rows);
                }
            }
            return null;
        });
    }

    void change(String text, Object... values) {
        run(text, statement -> {
            bind(statement, values);
            return statement.executeUpdate();
        });
    }

    /** Each row must be there in the version that was read. */
    <T> void update(String text, Collection<T> objects, Function<T, Object[]> values) {
        for (int count : batch(text, objects, values)) {
            if (count == 0) {
                throw new IllegalStateException("stale: " + text);
            }
        }
    }

    <T> void insert(String table, Collection<T> objects, Function<T, Object[]> values) {
        int columns = table.split(",").length;
        batch("INSERT INTO " + table + " VALUES (" + String.join(", ", Collections.nCopies(columns, "?")) + ")", objects, values);
    }

    private <T> int[] batch(String text, Collection<T> objects, Function<T, Object[]> values) {
        return run(text, statement -> {
            for (T object : objects) {
                bind(statement, values.apply(object));
                statement.addBatch();
            }
            return statement.executeBatch();
        });
    }

    private static void bind(PreparedStatement statement, Object[] values) throws SQLException {
        for (int index = 0; index < values.length; index++) {
            if (values[index] instanceof Long number) {
                statement.setLong(index + 1, number);
            } else if (values[index] instanceof Integer number) {
                statement.setInt(index + 1, number);
            } else {
                statement.setString(index + 1, (String) values[index]);
            }
        }
    }

    void commit() {
        try {
            connection.commit();
        } catch (SQLException e) {
            throw Oo7Database.failed("commit to", at, e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw Oo7Database.failed("close", at, e);
        }
    }
}
