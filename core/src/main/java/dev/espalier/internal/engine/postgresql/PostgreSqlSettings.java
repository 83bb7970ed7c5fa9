package dev.espalier.internal.engine.postgresql;

import static dev.espalier.error.ErrorCode.NO_SUCH_DATABASE;
import static dev.espalier.error.ErrorCode.SERVER_SETTING;

import dev.espalier.error.ConnectionException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/** The settings of a database, a user or a URL without which values would be lost, or no table be found. Read from each new connection. */
final class PostgreSqlSettings {

    private static final String QUERY =
            "SELECT current_database(), current_setting('server_encoding'), current_setting('client_encoding'),"
                    + " current_schema() IS NOT NULL, current_setting('search_path'), current_setting('standard_conforming_strings')";

    private PostgreSqlSettings() {}

    /** @throws ConnectionException for the first setting that does not suit */
    static void check(Connection connection) throws SQLException {
        refuseDescribingFirst(connection);
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(QUERY)) {
            row.next();
            String place = "database " + row.getString(1);
            refuseEncoding(
                    place,
                    "server_encoding",
                    row.getString(2),
                    "Make a database of Unicode, CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0, and open that one");
            refuseEncoding(
                    place,
                    "client_encoding",
                    row.getString(3),
                    "Take the setting out of the URL and of what the source of connections sets");
            if (!row.getString(6).equals("on")) {
                throw new ConnectionException(
                        SERVER_SETTING,
                        place + ": found standard_conforming_strings " + row.getString(6)
                                + "; expected on, with which a backslash is a character like others. ALTER DATABASE "
                                + row.getString(1) + " SET standard_conforming_strings = on");
            }
            if (!row.getBoolean(4)) {
                throw new ConnectionException(
                        NO_SUCH_DATABASE,
                        place + ": found no schema of search_path " + row.getString(5)
                                + "; expected one. Create the schema first, or give the user USAGE on it, or correct currentSchema in the URL; it takes a name with capitals in double quotes");
            }
        }
    }

    /**
     * A setting of the URL, the role or the database does not pass with another connection, as a replica does that becomes the primary. The server reports
     * both values without being asked (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-ASYNC).
     */
    static @Nullable String readOnlyReason(Connection connection) throws SQLException {
        if (!connection.isWrapperFor(PGConnection.class)) {
            return null;
        }
        PGConnection server = connection.unwrap(PGConnection.class);
        return "on".equals(server.getParameterStatus("default_transaction_read_only"))
                        && !"on".equals(server.getParameterStatus("in_hot_standby"))
                ? "default_transaction_read_only is on; the URL, the role, the database or the server says so"
                : null;
    }

    /** A negative threshold has the driver describe each statement of a text before the first one runs, while no transaction can be begun by that text. */
    private static void refuseDescribingFirst(Connection connection) throws SQLException {
        int threshold = connection.isWrapperFor(PGConnection.class)
                ? connection.unwrap(PGConnection.class).getPrepareThreshold()
                : 0;
        if (threshold < 0) {
            throw new ConnectionException(
                    SERVER_SETTING,
                    "database " + connection.getCatalog() + ": found prepareThreshold " + threshold
                            + "; expected 0 or more. Take the option out of the URL");
        }
    }

    /**
     * Of other encodings the server refuses most characters; of SQL_ASCII it takes bytes for characters
     * (https://www.postgresql.org/docs/current/multibyte.html).
     */
    private static void refuseEncoding(String place, String setting, String found, String advice) {
        if (!found.equals("UTF8")) {
            throw new ConnectionException(
                    SERVER_SETTING,
                    place + ": found " + setting + " " + found + "; expected UTF8, which keeps every text. " + advice);
        }
    }
}
