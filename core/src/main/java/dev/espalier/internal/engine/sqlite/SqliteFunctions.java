package dev.espalier.internal.engine.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.regex.Pattern;
import org.sqlite.SQLiteConnection;

/** SQL functions and collations in Java that SQLite lacks. A class of its own, so that it is loaded only if the driver is present. */
final class SqliteFunctions {

    private static final Set<SQLiteConnection> REGISTERED =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private SqliteFunctions() {}

    /**
     * Registers them unless the connection has them. SQLite replaces none while a statement is open, as those are that a pool keeps prepared
     * (https://www.sqlite.org/c3ref/create_function.html), and would have each prepared one parsed anew.
     */
    static void register(Connection connection) throws SQLException {
        SQLiteConnection sqlite = connection.unwrap(SQLiteConnection.class);
        if (REGISTERED.contains(sqlite)) {
            return;
        }
        org.sqlite.Collation.create(sqlite, "decimal", new Decimals());
        org.sqlite.Function.create(
                sqlite, SqliteDialect.MATCHES, new Matches(), 2, org.sqlite.Function.FLAG_DETERMINISTIC);
        REGISTERED.add(sqlite);
    }

    /** Compares text that is a decimal number as one; under the name that the sqlite3 shell gives its own collation. */
    private static final class Decimals extends org.sqlite.Collation {
        @Override
        protected int xCompare(String left, String right) {
            return DecimalText.compare(left, right);
        }
    }

    /** Matches texts with U+0000, at which SQLite's own functions end. */
    private static final class Matches extends org.sqlite.Function {

        private Pattern last = Pattern.compile("");

        @Override
        protected void xFunc() throws SQLException {
            String text = value_text(0);
            String regex = value_text(1);
            if (!last.pattern().equals(regex)) {
                last = Pattern.compile(regex);
            }
            if (text == null) {
                result();
            } else {
                result(last.matcher(text).find() ? 1 : 0);
            }
        }
    }
}
