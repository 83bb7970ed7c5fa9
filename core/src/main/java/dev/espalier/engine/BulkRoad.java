package dev.espalier.engine;

import dev.espalier.schema.Table;
import java.sql.Connection;
import java.sql.SQLException;

/** A road for many rows that is faster than INSERT. Makes empty batches of its own form, and sends full ones. Safe for any number of threads. */
public interface BulkRoad {

    /** Returns the road's name for people, for example {@code COPY}. */
    String name();

    /** Makes an empty batch for rows of a table. */
    RowBatch newBatch(Table table);

    /** Sends a batch that {@link #newBatch} has made, inside the connection's transaction. */
    void send(Connection connection, RowBatch batch) throws SQLException;
}
