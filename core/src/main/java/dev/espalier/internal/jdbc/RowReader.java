package dev.espalier.internal.jdbc;

import java.sql.SQLException;

/** Takes the rows of a result one after the other. */
@FunctionalInterface
public interface RowReader {

    /** Takes one row, which is valid only during the call. */
    void read(Row row) throws SQLException;
}
