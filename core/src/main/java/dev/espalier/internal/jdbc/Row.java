package dev.espalier.internal.jdbc;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The current row of a result; columns count from 1. Only valid while it is handed out. */
public final class Row {

    private final Dialect dialect;
    private final ResultSet result;

    Row(Dialect dialect, ResultSet result) {
        this.dialect = dialect;
        this.result = result;
    }

    /** A number; 0 if it is null. */
    public long getLong(int at) throws SQLException {
        return result.getLong(at);
    }

    /** Whether the number read last was null. */
    public boolean wasNull() throws SQLException {
        return result.wasNull();
    }

    /** Text, or null. */
    public String getString(int at) throws SQLException {
        return dialect.text(result, at);
    }

    /** A value of the type's Java class, or null. */
    public @Nullable Object get(int at, ColumnType type) throws SQLException {
        return dialect.read(result, at, type);
    }

    /**
     * A value that an SQL expression of the user's computes for a column of the type, or null.
     *
     * @throws IllegalArgumentException if the column would store it, but it is no value of the type
     */
    public @Nullable Object getComputed(int at, ColumnType type) throws SQLException {
        return dialect.readComputed(result, at, type);
    }

    /** Reads columns that stand side by side. */
    public void get(int at, List<Column> columns, Object[] into, int intoAt) throws SQLException {
        for (int i = 0; i < columns.size(); i++) {
            into[intoAt + i] = dialect.read(result, at + i, columns.get(i).type());
        }
    }
}
