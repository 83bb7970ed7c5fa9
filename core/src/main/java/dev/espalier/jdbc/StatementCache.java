package dev.espalier.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Statements of one connection that stay prepared until they are run again: the drivers of SQLite and MariaDB keep none by themselves, and the
 * others make a new object for each. Those that were not used for the longest time go first. For one thread at a time.
 */
final class StatementCache {

    private static final int MOST = 128;

    /** Longer texts list rows or ids, and are seldom run again as they are; their values would be held meanwhile. */
    private static final int LONGEST = 2_000;

    private final Connection connection;
    /** Those that nobody uses now, the one that was used last at the end. */
    private final Map<String, PreparedStatement> idle = new LinkedHashMap<>();

    StatementCache(Connection connection) {
        this.connection = connection;
    }

    /** A statement of that text, for its taker alone. */
    PreparedStatement take(String text) throws SQLException {
        PreparedStatement kept = idle.remove(text);
        return kept == null ? connection.prepareStatement(text) : kept;
    }

    /** Takes back a statement that was run without an error and is not run any longer. */
    void giveBack(String text, PreparedStatement statement) throws SQLException {
        statement.clearParameters();
        PreparedStatement surplus = text.length() > LONGEST ? statement : idle.put(text, statement);
        if (surplus == null && idle.size() > MOST) {
            Iterator<PreparedStatement> oldest = idle.values().iterator();
            surplus = oldest.next();
            oldest.remove();
        }
        if (surplus != null) {
            surplus.close();
        }
    }
}
