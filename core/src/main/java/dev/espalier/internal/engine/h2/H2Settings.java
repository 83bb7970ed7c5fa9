package dev.espalier.internal.engine.h2;

import static dev.espalier.error.ErrorCode.SERVER_SETTING;

import dev.espalier.error.ConnectionException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The settings of a database on which stored values and answers depend. They are the database's, for all its connections
 * (https://h2database.com/html/commands.html#set_mode), so that nothing is changed here. Read from each new connection.
 */
final class H2Settings {

    /**
     * Those under which values come back as they were stored and tables take the same values. In Oracle's, an empty text is NULL; in Derby's and Microsoft's, a
     * unique index takes one NULL only; in Microsoft's, Oracle's and the strict one, LIMIT is an error.
     */
    private static final Set<String> MODES =
            Set.of("REGULAR", "LEGACY", "PostgreSQL", "MySQL", "MariaDB", "HSQLDB", "DB2");

    /** By their places: with OLD_INFORMATION_SCHEMA the columns have other names. */
    private static final String QUERY = "SELECT *, LOCK_MODE() FROM INFORMATION_SCHEMA.SETTINGS";

    private H2Settings() {}

    /** @throws ConnectionException for the first setting that does not suit */
    static void check(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(QUERY)) {
            while (row.next()) {
                check(row.getString(1), row.getString(2));
                if (row.getInt(3) == 0) {
                    throw refused(
                            "LOCK_MODE = 0", "another value, as tables are not locked with 0. Take LOCK_MODE out");
                }
            }
        }
    }

    private static void check(String name, String value) {
        if (name.equals("COLLATION") && !value.equals("OFF")) {
            throw refused(
                    "the collation " + value + " of the H2 database",
                    "OFF, with which texts differ that have other characters. Take SET COLLATION out of what makes the database or out of its URL,"
                            + " and make a new database");
        }
        if (name.equals("IGNORECASE") && !value.equals("0")) {
            throw refused(
                    "IGNORECASE = TRUE",
                    "FALSE, as with TRUE the texts of new tables do not differ by case. Take IGNORECASE out of what makes the database or out of its URL,"
                            + " and make a new database");
        }
        if (name.equals("MODE") && !MODES.contains(value)) {
            throw refused(
                    "MODE = " + value,
                    "one of " + MODES.stream().sorted().collect(Collectors.joining(", "))
                            + ", with which values are stored as they are. Take MODE out of the URL, and SET MODE out of what opens the database");
        }
    }

    private static ConnectionException refused(String found, String expected) {
        return new ConnectionException(SERVER_SETTING, "found " + found + "; expected " + expected);
    }
}
