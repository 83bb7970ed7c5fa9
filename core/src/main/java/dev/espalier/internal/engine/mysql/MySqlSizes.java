package dev.espalier.internal.engine.mysql;

import dev.espalier.internal.dialect.SizeLimit;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A statement with all its values is one packet: https://dev.mysql.com/doc/refman/en/packet-too-large.html. The drivers write values into the
 * text, where a quote, a backslash and U+0000 take two bytes; MySQL's writes every byte of a {@code byte[]} as two (Connector/J 26.10, 2026-11-23:
 * nine values of 5 MB made a packet of 94,371,988 bytes). The statement around a row gets 64 KB.
 */
class MySqlSizes {

    /** The bytes of an INSERT or UPDATE of one row beside its large values: a table has at most 1,017 columns, with names of 64 characters. */
    private static final int STATEMENT_TEXT = 65_536;

    SizeLimit ask(Connection connection) throws SQLException {
        long packet = askLong(connection, "SELECT @@max_allowed_packet");
        boolean isMySqlDriver = connection.getMetaData().getDriverName().startsWith(MySqlDriver.NAME);
        SizeLimit.Written written = isMySqlDriver ? SizeLimit.Written.HEXADECIMAL : SizeLimit.Written.ESCAPED;
        return new SizeLimit(Math.max(packet / 2, packet - STATEMENT_TEXT), written, "max_allowed_packet");
    }

    /** The number in the only row. */
    static long askLong(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }
}
