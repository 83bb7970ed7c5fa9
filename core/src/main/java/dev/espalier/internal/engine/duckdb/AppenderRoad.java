package dev.espalier.internal.engine.duckdb;

import dev.espalier.internal.engine.BulkRoad;
import dev.espalier.internal.engine.RowBatch;
import dev.espalier.internal.engine.RowList;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Table;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/** The Appender: https://duckdb.org/docs/stable/data/appender. The appended rows belong to the connection's transaction. */
final class AppenderRoad implements BulkRoad {

    @Override
    public String name() {
        return "Appender";
    }

    @Override
    public RowBatch newBatch(Table table) {
        return new RowList(table, 1);
    }

    @Override
    public void send(Connection connection, RowBatch batch) throws SQLException {
        if (batch.rows() == 0) {
            return;
        }
        List<Column> columns = batch.table().columns();
        int[] places = places(connection, batch.table());
        DuckDBConnection duckdb = connection.unwrap(DuckDBConnection.class);
        try (DuckDBAppender appender =
                duckdb.createAppender(duckdb.getSchema(), batch.table().name())) {
            for (Object[] row : batch.list()) {
                appender.beginRow();
                for (int place : places) {
                    if (place < 0) {
                        appender.appendDefault();
                    } else {
                        append(appender, columns.get(place).type(), row[place]);
                    }
                }
                appender.endRow();
            }
            appender.flush();
        }
    }

    /**
     * The places in a row of the columns of the table as it stands; -1 for those that the program does not know. The appender takes all of them in their
     * order.
     */
    private static int[] places(Connection connection, Table table) throws SQLException {
        List<String> names = table.columns().stream().map(Column::name).toList();
        List<Integer> places = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT column_name FROM duckdb_columns() WHERE database_name = current_database()"
                        + " AND schema_name = current_schema() AND table_name = ? ORDER BY column_index")) {
            query.setString(1, table.name());
            try (ResultSet columns = query.executeQuery()) {
                while (columns.next()) {
                    places.add(names.indexOf(columns.getString(1)));
                }
            }
        }
        return places.stream().mapToInt(Integer::intValue).toArray();
    }

    private static void append(DuckDBAppender appender, ColumnType type, @Nullable Object value) throws SQLException {
        if (value == null) {
            appender.appendNull();
            return;
        }
        switch (type) {
            case BOOLEAN -> appender.append((boolean) value);
            case SMALLINT -> appender.append(((Long) value).shortValue());
            case INTEGER -> appender.append(((Long) value).intValue());
            case BIGINT -> appender.append((long) value);
            case DOUBLE -> appender.append((double) value);
            case DECIMAL -> appender.append(((BigDecimal) value).setScale(DuckDbDialect.SCALE));
            case INTEGRAL -> appender.append(((BigDecimal) value).setScale(0));
            case TEXT, NAME -> appender.append((String) value);
            case DATE -> appender.append((LocalDate) value);
            case TIME -> appender.append((LocalTime) value);
            case TIMESTAMP -> appender.append((LocalDateTime) value);
            case UUID -> appender.append((UUID) value);
            case BINARY -> appender.append((byte[]) value);
        }
    }
}
