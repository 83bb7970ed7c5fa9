package dev.espalier.internal.engine.duckdb;

import static dev.espalier.error.ErrorCode.SERVER_SETTING;

import dev.espalier.error.ConnectionException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * The settings of a session on which answers depend: https://duckdb.org/docs/stable/configuration/overview. They hold for comparisons and sorts, not for tables,
 * so that a session of our own can get them.
 */
final class DuckDbSettings {

    /**
     * One setting.
     *
     * @param expected what SET takes
     * @param why the end of a sentence
     */
    private record Setting(String name, String expected, Predicate<String> isRight, String why) {}

    private static final List<Setting> ALL = List.of(
            new Setting(
                    "default_collation",
                    "",
                    String::isEmpty,
                    "none, with which texts differ that have other characters"),
            new Setting(
                    "default_order",
                    "ASC",
                    found -> found.toUpperCase(Locale.ROOT).startsWith("ASC"),
                    "ASC, in whose order pages and results are read"));

    private DuckDbSettings() {}

    /**
     * Makes sure that a connection has the settings.
     *
     * @param mayChange whether it may be given those that it lacks; a connection that goes back to a user's pool would keep them
     * @throws ConnectionException {@code server-setting} if it lacks one
     */
    static void establish(Connection connection, boolean mayChange) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (Setting setting : ALL) {
                String found = value(statement, setting);
                if (!setting.isRight().test(found)) {
                    if (!mayChange) {
                        throw new ConnectionException(
                                SERVER_SETTING,
                                "found " + setting.name() + " = '" + found + "'; expected " + setting.why()
                                        + ". Take the setting out of the DataSource that gives the connections, or run RESET "
                                        + setting.name() + " on each of them");
                    }
                    statement.execute("SET SESSION " + setting.name() + " = '" + setting.expected() + "'");
                }
            }
        }
    }

    private static String value(Statement statement, Setting setting) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT current_setting('" + setting.name() + "')")) {
            row.next();
            return row.getString(1);
        }
    }
}
