package dev.espalier.lab.everyday;

import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.TargetException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The foreign keys that an expert gives the five tables, so that no reference leads to a row that is not there. */
final class ForeignKeys {

    private static final Map<String, List<String>> REFERENCES = Map.of(
            "owner", List.of("(city_id) REFERENCES city(id)"),
            "pet", List.of("(type_id) REFERENCES pet_type(id)", "(owner_id) REFERENCES owner(id)"),
            "visit", List.of("(pet_id) REFERENCES pet(id)"));

    private ForeignKeys() {}

    /** Adds them to tables with rows. */
    static void add(TargetDatabase at) {
        try (Connection connection = at.connect(Map.of());
                Statement statement = connection.createStatement()) {
            for (Map.Entry<String, List<String>> table : REFERENCES.entrySet()) {
                if (at.target().engine() == Engine.SQLITE) {
                    makeAnew(statement, table.getKey(), table.getValue());
                } else {
                    for (String reference : table.getValue()) {
                        statement.execute("ALTER TABLE " + table.getKey() + " ADD FOREIGN KEY " + reference);
                    }
                }
            }
        } catch (SQLException e) {
            throw new TargetException(
                    "cannot add foreign keys to " + at.name() + " on "
                            + at.target().engine().title() + ": " + e.getMessage(),
                    e);
        }
    }

    /** SQLite adds no foreign key to a table: https://www.sqlite.org/lang_altertable.html#making_other_kinds_of_table_schema_changes. */
    private static void makeAnew(Statement statement, String table, List<String> references) throws SQLException {
        List<String> made = made(statement, "type = 'table' AND name = '" + table + "'");
        List<String> indexes = made(statement, "type = 'index' AND sql IS NOT NULL AND tbl_name = '" + table + "'");
        String text = made.get(0);
        int columns = text.indexOf('(');
        int end = text.lastIndexOf(')');
        statement.execute("CREATE TABLE made_anew " + text.substring(columns, end) + ", FOREIGN KEY "
                + String.join(", FOREIGN KEY ", references) + text.substring(end));
        statement.execute("INSERT INTO made_anew SELECT * FROM " + table);
        statement.execute("DROP TABLE " + table);
        statement.execute("ALTER TABLE made_anew RENAME TO " + table);
        for (String index : indexes) {
            statement.execute(index);
        }
    }

    private static List<String> made(Statement statement, String which) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("SELECT sql FROM sqlite_master WHERE " + which)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }
}
