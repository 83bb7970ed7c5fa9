package dev.espalier.internal.handwritten;

import static dev.espalier.error.ErrorCode.SQL_WITHOUT_IDS;
import static dev.espalier.error.ErrorCode.UNBOUND_PARAMETER;

import dev.espalier.error.QueryException;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds ids by a query of the program. */
public final class SqlIds {

    private SqlIds() {}

    /**
     * Runs the query in the session.
     *
     * @param values for its question marks, as the database keeps values of their Java types
     * @param most how many rows are read; 0 for all
     * @return the ids, in the order of the rows
     * @throws QueryException {@code sql-without-ids}
     * @throws dev.espalier.error.StoreException {@code sql-refused}, {@code write-in-read} if it is no query
     */
    public static long[] find(Session session, String sql, List<@Nullable Object> values, int most) {
        new SqlCheck(session.engine().sqlRules(), true).checkQuery(sql);
        try (PreparedStatement prepared = session.connection().prepareStatement(sql)) {
            if (prepared.getFetchSize() > 0) {
                prepared.setFetchSize(0); // all rows at once
            }
            prepared.setMaxRows(most);
            if (!session.engine().isServer()) {
                requireValues(prepared, sql, values.size());
            }
            for (int i = 0; i < values.size(); i++) {
                bind(session, prepared, i + 1, values.get(i));
            }
            return session.run(prepared, sql, () -> {
                try (ResultSet rows = prepared.executeQuery()) {
                    return ids(rows, sql);
                }
            });
        } catch (SQLException e) {
            throw session.translate(e, sql);
        }
    }

    /** SQLite takes a value that is missing for NULL, and its driver has no error for one too many. Drivers of servers refuse both, but for MariaDB's the latter. */
    private static void requireValues(PreparedStatement prepared, String sql, int given) throws SQLException {
        int expected = prepared.getParameterMetaData().getParameterCount();
        if (given != expected) {
            throw new QueryException(
                    UNBOUND_PARAMETER,
                    sql,
                    1,
                    "found " + given + " values; expected " + expected + ", one for each question mark");
        }
    }

    private static void bind(Session session, PreparedStatement prepared, int at, @Nullable Object value)
            throws SQLException {
        ValueType type = value == null ? null : ValueType.of(value);
        if (value == null) {
            prepared.setNull(at, Types.NULL);
        } else if (type == null) {
            prepared.setObject(at, value);
        } else {
            @Nullable Object[] columns = new Object[type.parts().size()];
            type.encode(value, columns, 0);
            session.dialect().bind(prepared, at, type.parts().get(0).type(), columns[0]);
        }
    }

    private static long[] ids(ResultSet rows, String sql) throws SQLException {
        int columns = rows.getMetaData().getColumnCount();
        if (columns != 1) {
            throw withoutIds(sql, "found " + columns + " columns; expected one, with the ids of objects");
        }
        long[] ids = new long[16];
        int count = 0;
        while (rows.next()) {
            if (count == ids.length) {
                ids = Arrays.copyOf(ids, 2 * count);
            }
            Object value = rows.getObject(1);
            ids[count++] = id(value, count, sql);
        }
        return Arrays.copyOf(ids, count);
    }

    private static long id(@Nullable Object value, int row, String sql) {
        try {
            if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
                return ((Number) value).longValue();
            }
            if (value instanceof BigInteger large) {
                return large.longValueExact();
            }
            if (value instanceof BigDecimal decimal) {
                return decimal.longValueExact();
            }
        } catch (ArithmeticException e) { // no id: as anything else
        }
        throw withoutIds(
                sql,
                "found "
                        + (value == null
                                ? "NULL"
                                : value + " (" + value.getClass().getSimpleName() + ")") + " in row " + row
                        + "; expected the id of an object");
    }

    private static QueryException withoutIds(String sql, String detail) {
        return new QueryException(SQL_WITHOUT_IDS, sql, 1, detail);
    }
}
