package dev.espalier.internal.engine;

import dev.espalier.internal.schema.Table;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A road for many rows that is faster than INSERT. Makes empty batches of its own form, and sends full ones. Safe for any number of threads. */
public interface BulkRoad {

    /** Returns the road's name for people, for example {@code COPY}. */
    String name();

    /** Returns why the driver cannot take the road on a connection, as the end of a sentence; null if it can, or only the server knows. */
    default @Nullable String obstacle(Connection connection) throws SQLException {
        return null;
    }

    /** Makes an empty batch for rows of a table. */
    RowBatch newBatch(Table table);

    /** Sends a batch that {@link #newBatch} has made, inside the connection's transaction. */
    void send(Connection connection, RowBatch batch) throws SQLException;
}
