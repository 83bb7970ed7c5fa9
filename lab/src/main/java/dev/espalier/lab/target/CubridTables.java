package dev.espalier.lab.target;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables of a CUBRID database. SQL cannot create or drop a database there ({@code cubrid createdb} does), so the lab uses an empty one.
 */
final class CubridTables {

    private static final String OURS = "sbtest\\d+|tbl_\\d+|keyvalue|uuids";

    private CubridTables() {}

    /** Names of tables that are no part of the system. */
    static List<String> of(Connection connection) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet tables = connection.getMetaData().getTables(null, null, "%", new String[] {"TABLE"})) {
            while (tables.next()) {
                names.add(tables.getString("TABLE_NAME"));
            }
        }
        return names;
    }

    /** Drops those that have the names of the lab's. */
    static void drop(Connection connection) throws SQLException {
        for (String table : of(connection)) {
            if (table.matches(OURS)) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("DROP TABLE " + table);
                }
            }
        }
    }
}
