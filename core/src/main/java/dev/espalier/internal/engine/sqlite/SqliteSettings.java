package dev.espalier.internal.engine.sqlite;

import static dev.espalier.error.ErrorCode.SERVER_SETTING;

import dev.espalier.error.ConnectionException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The settings of a file and of a connection on which answers depend: https://www.sqlite.org/pragma.html. */
final class SqliteSettings {

    private SqliteSettings() {}

    /**
     * Makes sure that a connection has the settings.
     *
     * @param mayChange whether it may be given those that it lacks; a connection that goes back to a user's pool would keep them
     * @throws ConnectionException {@code server-setting} if it lacks one
     */
    static void establish(Connection connection, boolean mayChange) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            refuseEncoding(value(statement, "encoding"));
            if (!value(statement, "count_changes").equals("0")) {
                if (!mayChange) {
                    throw refused(
                            "count_changes = 1; expected 0, with which a statement that writes returns no row. Take the setting out of the"
                                    + " DataSource that gives the connections");
                }
                statement.execute("PRAGMA count_changes = 0");
            }
        }
    }

    /** Texts are compared by their bytes, and those of UTF-16 have another order than the code points. */
    private static void refuseEncoding(String found) {
        if (!found.equals("UTF-8")) {
            throw refused("encoding " + found
                    + " of the SQLite file; expected UTF-8, in which texts are in the order of their code points. Take PRAGMA encoding out of what"
                    + " makes the file or out of the URL, and make a new file, as each keeps its encoding");
        }
    }

    private static String value(Statement statement, String pragma) throws SQLException {
        try (ResultSet row = statement.executeQuery("PRAGMA " + pragma)) {
            row.next();
            return row.getString(1);
        }
    }

    private static ConnectionException refused(String found) {
        return new ConnectionException(SERVER_SETTING, "found " + found);
    }
}
