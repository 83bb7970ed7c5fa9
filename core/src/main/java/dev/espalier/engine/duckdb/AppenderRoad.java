package dev.espalier.engine.duckdb;

import dev.espalier.engine.BulkRoad;
import dev.espalier.engine.RowBatch;
import dev.espalier.engine.RowList;
import dev.espalier.model.ColumnType;
import dev.espalier.schema.Column;
import dev.espalier.schema.Table;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.UUID;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** The Appender: https://duckdb.org/docs/stable/data/appender. What it appends belongs to the connection's transaction. */
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
        DuckDBConnection duckdb = connection.unwrap(DuckDBConnection.class);
        try (DuckDBAppender appender = duckdb.createAppender(duckdb.getSchema(), batch.table().name())) {
            for (Object[] row : batch.list()) {
                appender.beginRow();
                for (int i = 0; i < row.length; i++) {
                    append(appender, columns.get(i).type(), row[i]);
                }
                appender.endRow();
            }
            appender.flush();
        }
    }

    private static void append(DuckDBAppender appender, ColumnType type, Object value) throws SQLException {
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
