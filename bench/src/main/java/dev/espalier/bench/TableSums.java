package dev.espalier.bench;

import dev.espalier.lab.target.TargetDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Reads tables as numbers that show whether two databases are alike. */
public final class TableSums {

    private TableSums() {}

    /**
     * Asks queries of one row each.
     *
     * @param at the database
     * @param sums the queries, without SELECT
     * @return the numbers of all rows
     */
    public static String of(TargetDatabase at, List<String> sums) {
        StringJoiner all = new StringJoiner(", ");
        try (Connection connection = at.connect(Map.of());
                Statement statement = connection.createStatement()) {
            for (String sum : sums) {
                try (ResultSet row = statement.executeQuery("SELECT " + sum)) {
                    row.next();
                    for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                        all.add(String.valueOf(row.getLong(column)));
                    }
                }
            }
        } catch (SQLException e) {
            throw Drivers.failed("read", at, e);
        }
        return all.toString();
    }
}
