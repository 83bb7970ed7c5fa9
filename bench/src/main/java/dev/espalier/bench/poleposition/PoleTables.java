package dev.espalier.bench.poleposition;

import dev.espalier.bench.Drivers;
import dev.espalier.bench.TableSums;
import dev.espalier.lab.target.TargetDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/** The tables of all circuits. */
final class PoleTables {

    private static final List<String> TABLES = List.of(
            "indexed_object",
            "list_holder_list",
            "list_holder",
            "hierarchy0",
            "hierarchy1",
            "hierarchy2",
            "hierarchy3",
            "hierarchy4",
            "holder0_children",
            "holder0_array",
            "holder0",
            "holder1",
            "holder2",
            "holder3",
            "holder4");
    /** The counts and sums by which two databases are compared after a lap that writes. */
    private static final List<String> SUMS = List.of(
            "COUNT(*), SUM(number), SUM(LENGTH(text)) FROM indexed_object",
            "COUNT(*), SUM(LENGTH(name)) FROM list_holder",
            "COUNT(*), SUM(pos) FROM list_holder_list",
            "COUNT(*), SUM(i0), SUM(i1), SUM(i2), SUM(i3), SUM(i4) FROM hierarchy4",
            "COUNT(*), SUM(LENGTH(name)) FROM holder0",
            "COUNT(*), SUM(LENGTH(name)), SUM(i1) FROM holder1",
            "COUNT(*), SUM(LENGTH(name)), SUM(i1), SUM(i2) FROM holder2",
            "COUNT(*), SUM(LENGTH(name)), SUM(i1), SUM(i2), SUM(i3) FROM holder3",
            "COUNT(*), SUM(LENGTH(name)), SUM(i1), SUM(i2), SUM(i3), SUM(i4) FROM holder4",
            "COUNT(*), SUM(pos) FROM holder0_children",
            "COUNT(*), SUM(pos) FROM holder0_array");

    private PoleTables() {}

    static String sums(TargetDatabase at) {
        return TableSums.of(at, SUMS);
    }

    static void clear(TargetDatabase at) {
        try (Connection connection = at.connect(Map.of());
                Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
                statement.executeUpdate("DELETE FROM " + table);
            }
        } catch (SQLException e) {
            throw Drivers.failed("empty", at, e);
        }
    }
}
