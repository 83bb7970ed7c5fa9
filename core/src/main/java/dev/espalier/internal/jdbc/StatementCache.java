package dev.espalier.internal.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Statements of one connection that stay prepared until they are run again: the drivers of SQLite and MariaDB keep none by themselves, and the
 * others make a new object for each. Those that were not used for the longest time go first. For one thread at a time.
 */
final class StatementCache {

    private static final int MOST = 128;

    /** Longer texts mostly list rows or ids, and are seldom run again as they are. They are kept when they are run for the second time: those of wide tables are. */
    private static final int LONG = 2_000;

    /** Longer texts are never kept. */
    private static final int LONGEST = 30_000;

    /** A power of two. */
    private static final int LONG_SEEN = 64;

    /** Hashes of long texts that were run lately, each at a place of its own. */
    private final int[] longSeen = new int[LONG_SEEN];

    private final Connection connection;
    /** Those that nobody uses now, the one that was used last at the end. */
    private final Map<String, PreparedStatement> idle = new LinkedHashMap<>();

    /** Texts of several statements. A text that is made anew is hashed and compared character by character. */
    private final Map<List<String>, String> joined = new HashMap<>();

    StatementCache(Connection connection) {
        this.connection = connection;
    }

    /** One text of several statements. */
    String joined(List<String> texts) {
        String known = joined.get(texts);
        if (known == null) {
            known = String.join("; ", texts);
            if (joined.size() >= MOST) {
                joined.clear();
            }
            if (isWorthKeeping(known)) {
                joined.put(List.copyOf(texts), known);
            }
        }
        return known;
    }

    /** A statement of that text, for its taker alone. */
    PreparedStatement take(String text) throws SQLException {
        PreparedStatement kept = idle.remove(text);
        return kept == null ? StatementRunner.prepare(connection, text) : kept;
    }

    /** Takes back a statement that has run without an error and is finished. */
    void giveBack(String text, PreparedStatement statement) throws SQLException {
        statement.clearParameters();
        PreparedStatement surplus = statement;
        if (isWorthKeeping(text)) {
            surplus = idle.put(text, statement);
        } else if (text.length() <= LONGEST) {
            longSeen[place(text)] = text.hashCode();
        }
        if (surplus == null && idle.size() > MOST) {
            Iterator<PreparedStatement> oldest = idle.values().iterator();
            surplus = oldest.next();
            oldest.remove();
        }
        if (surplus != null) {
            surplus.close();
        }
    }

    /** Whether the text is short, or was run lately. */
    private boolean isWorthKeeping(String text) {
        return text.length() <= LONG || text.length() <= LONGEST && longSeen[place(text)] == text.hashCode();
    }

    private static int place(String longText) {
        return longText.hashCode() & LONG_SEEN - 1;
    }
}
