package dev.espalier.internal.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Statements of one connection that stay prepared until they are run again: the drivers of SQLite and MariaDB keep none by themselves, and the
 * others make a new object for each. Those that were not used for the longest time go first. For one thread at a time.
 */
final class StatementCache {

    private static final Logger LOG = LoggerFactory.getLogger(StatementCache.class);

    private static final int MOST = 128;

    /** Longer texts mostly list rows or ids, and are seldom run again as they are. They are kept when they are run for the second time: those of wide tables are. */
    private static final int LONG = 2_000;

    /** Longer texts are never kept. */
    private static final int LONGEST = 30_000;

    /** A power of two. */
    private static final int LONG_SEEN = 64;

    /** Hashes of long texts that were run lately, each at a place of its own. */
    private final int[] longSeen = new int[LONG_SEEN];

    /** A server keeps no more of them for one connection: many programs share what it keeps for all. */
    private static final int MOST_ON_SERVER = 32;

    private final Connection connection;
    private final Preparer onServer;
    /** Those among the statements that the server has prepared; null if it prepares none. */
    private @Nullable Set<PreparedStatement> preparedOnServer = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Those that nobody uses now, the one that was used last at the end. */
    private final Map<String, PreparedStatement> idle = new LinkedHashMap<>();

    /** Texts of several statements. A text that is made anew is hashed and compared character by character. */
    private final Map<List<String>, String> joined = new HashMap<>();

    /** Prepares a statement on the server. */
    @FunctionalInterface
    interface Preparer {

        /** Returns null if the server prepares none. */
        @Nullable
        PreparedStatement prepare(String text) throws SQLException;
    }

    StatementCache(Connection connection, Preparer onServer) {
        this.connection = connection;
        this.onServer = onServer;
    }

    /**
     * Prepares a statement that hands out all rows at once, whatever the URL says of its fetch size: PostgreSQL's driver would fetch the later rows of a text of
     * several statements from a portal that is gone.
     */
    static PreparedStatement prepare(Connection connection, String text) throws SQLException {
        PreparedStatement prepared = connection.prepareStatement(text);
        if (prepared.getFetchSize() > 0) {
            prepared.setFetchSize(0);
        }
        return prepared;
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
        return kept == null ? prepare(connection, text) : kept;
    }

    /** The same, prepared by the server if it was run before: that is a round trip more, once, and less work each time. */
    PreparedStatement takeOnServer(String text) throws SQLException {
        PreparedStatement kept = idle.remove(text);
        if (kept == null) {
            return prepare(connection, text);
        }
        if (preparedOnServer == null || preparedOnServer.contains(kept) || preparedOnServer.size() >= MOST_ON_SERVER) {
            return kept;
        }
        PreparedStatement prepared = null;
        try {
            prepared = onServer.prepare(text);
        } catch (SQLException e) {
            String state = e.getSQLState();
            if (state != null && state.startsWith("08")) {
                kept.close();
                throw e;
            }
            LOG.debug("the server does not prepare {}: {}", text, e.toString());
        }
        if (prepared == null) {
            preparedOnServer = null;
            return kept;
        }
        if (prepared.getFetchSize() > 0) {
            prepared.setFetchSize(0);
        }
        kept.close();
        preparedOnServer.add(prepared);
        return prepared;
    }

    /** Takes back a statement that has run without an error and is finished. Its values go. */
    void giveBack(String text, PreparedStatement statement) throws SQLException {
        statement.clearParameters();
        giveBackWithValues(text, statement);
    }

    /** Takes back the same with its values, which are few: SQLite compiles a join anew, at 4 to 12 microseconds, if they were cleared before it runs again. */
    void giveBackWithValues(String text, PreparedStatement statement) throws SQLException {
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
            dropped(surplus);
            surplus.close();
        }
    }

    /** A statement that was taken has failed, and is not given back. */
    void dropped(PreparedStatement statement) {
        if (preparedOnServer != null) {
            preparedOnServer.remove(statement);
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
