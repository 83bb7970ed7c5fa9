package dev.espalier.internal.handwritten;

import static dev.espalier.error.ErrorCode.SQL_REFUSED;
import static dev.espalier.error.ErrorCode.WRITE_IN_READ;

import dev.espalier.error.StoreException;
import dev.espalier.internal.engine.SqlRules;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides which SQL of a program may be sent. A list of what is allowed, not of what is forbidden: a command that nobody thought of is refused, and the message says
 * so. Immutable.
 *
 * @param rules of the engine
 * @param readsOnly whether nothing may be written
 */
record SqlCheck(SqlRules rules, boolean readsOnly) {

    private static final Set<String> QUERIES =
            Set.of("SELECT", "WITH", "VALUES", "TABLE", "FROM", "EXPLAIN", "SHOW", "DESCRIBE", "DESC");

    private static final Set<String> CHANGES = Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE");

    /** SQLite rolls the transaction back for the first; a cursor of the second kind outlives it. */
    private static final List<List<String>> HARMFUL = List.of(List.of("OR", "ROLLBACK"), List.of("WITH", "HOLD"));

    /** Before INTO in what changes rows; else INTO makes a table, or writes a file. */
    private static final Set<String> BEFORE_INTO =
            Set.of("INSERT", "MERGE", "REPLACE", "IGNORE", "DELAYED", "PRIORITY", "OVERWRITE", "DATA", "LOCAL");

    private static final List<List<String>> LOCKS = List.of(
            List.of("FOR", "UPDATE"),
            List.of("FOR", "SHARE"),
            List.of("FOR", "NO", "KEY"),
            List.of("FOR", "KEY"),
            List.of("LOCK", "IN", "SHARE"));

    private static final Set<String> CHANGED_TABLES = Set.of("FINAL", "NEW", "OLD");

    /** Commands that run what no text shows. */
    private static final Set<String> UNSEEN = Set.of("CALL", "DO");

    /**
     * Refuses a text with a command that may not be sent.
     *
     * @return whether what it runs must be proven afterwards
     * @throws StoreException {@code sql-refused}, {@code write-in-read}
     */
    boolean check(String text) {
        return check(SqlCommands.of(text, rules.marks()), text);
    }

    private boolean check(List<List<String>> commands, String text) {
        boolean isUnseen = false;
        for (List<String> command : commands) {
            String first = command.get(0);
            requireHarmless(command, text);
            if (QUERIES.contains(first)) {
                if (readsOnly && changesRows(command)) {
                    throw writes(text);
                }
            } else if (CHANGES.contains(first) || isOfEngine(command)) {
                if (readsOnly) {
                    throw writes(text);
                }
                isUnseen |= UNSEEN.contains(first);
            } else {
                throw refused(first, text);
            }
        }
        return isUnseen;
    }

    /**
     * Refuses all but one query.
     *
     * @throws StoreException {@code sql-refused}, {@code write-in-read}
     */
    void checkQuery(String text) {
        List<List<String>> commands = SqlCommands.of(text, rules.marks());
        check(commands, text);
        if (commands.size() != 1) {
            throw new StoreException(
                    SQL_REFUSED,
                    "found " + commands.size() + " commands of SQL; expected one query (in: " + shown(text) + ")");
        }
        for (List<String> lock : LOCKS) {
            if (Collections.indexOfSubList(commands.get(0), lock) >= 0) {
                throw new StoreException(
                        SQL_REFUSED,
                        String.join(" ", lock)
                                + " is refused in a query by SQL: the locks might end before the transaction; lock the objects by tx.lockAll, or rows in tx.useConnection (in: "
                                + shown(text) + ")");
            }
        }
    }

    private boolean isOfEngine(List<String> command) {
        return rules.commands().contains(command.get(0))
                || command.size() > 1 && rules.commands().contains(command.get(0) + " " + command.get(1));
    }

    /** EXPLAIN ANALYZE runs whatever it explains. */
    private void requireHarmless(List<String> command, String text) {
        if (command.get(0).equals("EXPLAIN") && (command.contains("ANALYZE") || command.contains("ANALYSE"))) {
            throw refused("EXPLAIN ANALYZE", text);
        }
        for (List<String> harmful : HARMFUL) {
            if (Collections.indexOfSubList(command, harmful) >= 0) {
                throw refused(String.join(" ", harmful), text);
            }
        }
        if (QUERIES.contains(command.get(0))) {
            for (int i = 1; i < command.size(); i++) {
                if (command.get(i).equals("INTO") && !BEFORE_INTO.contains(command.get(i - 1))) {
                    throw refused("INTO in a query", text);
                }
            }
        }
    }

    /** A query may have changes within it: WITH changed AS (DELETE ...), EXPLAIN DELETE. Locks of rows, FOR UPDATE, are none. */
    private static boolean changesRows(List<String> command) {
        if (command.get(0).equals("SELECT") || command.get(0).equals("VALUES")) {
            return changesTable(command);
        }
        for (int i = 1; i < command.size(); i++) {
            String before = command.get(i - 1);
            boolean isLock = before.equals("FOR") || before.equals("KEY");
            boolean isFunction = command.get(i).equals("REPLACE")
                    && !(i + 1 < command.size() && command.get(i + 1).equals("INTO"));
            if (CHANGES.contains(command.get(i)) && !isLock && !isFunction) {
                return true;
            }
        }
        return false;
    }

    /** H2 selects from the rows that it changes: FROM FINAL TABLE (UPDATE ...). */
    private static boolean changesTable(List<String> command) {
        for (int i = 2; i < command.size(); i++) {
            if (CHANGES.contains(command.get(i))
                    && command.get(i - 1).equals("TABLE")
                    && CHANGED_TABLES.contains(command.get(i - 2))) {
                return true;
            }
        }
        return false;
    }

    private static StoreException writes(String text) {
        return new StoreException(
                WRITE_IN_READ, "this work only reads: SQL that writes is refused (" + shown(text) + ")");
    }

    private StoreException refused(String first, String text) {
        Set<String> allowed = new TreeSet<>(QUERIES);
        if (!readsOnly) {
            allowed.addAll(CHANGES);
            allowed.addAll(rules.commands());
        }
        return new StoreException(
                SQL_REFUSED,
                first
                        + " is refused: it could end the transaction, or change how the connection works; expected one of "
                        + String.join(", ", allowed) + " (in: " + shown(text) + ")");
    }

    private static String shown(String text) {
        return text.length() > 200 ? text.substring(0, 200) + "..." : text;
    }
}
