package dev.espalier.internal.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Turns auto-commit on for a connection of our own that has done nothing but reads of one round trip for a while: such a read is its statement alone then, and ends
 * no transaction. A transaction turns it off before it begins, which costs a round trip, as the first did. For one thread at a time.
 */
final class ReadsInARow {

    /** Two round trips more are little beside so many reads. */
    private static final int ENOUGH = 64;

    private final Connection connection;
    private int reads;

    /** @param connection the one below the pool's, which does not know of it */
    ReadsInARow(Connection connection) {
        this.connection = connection;
    }

    /** Another read is to be done. Says whether auto-commit is on. */
    boolean another() throws SQLException {
        if (reads < ENOUGH) {
            reads++;
            return connection.getAutoCommit();
        }
        if (!connection.getAutoCommit()) {
            connection.setAutoCommit(true);
        }
        return true;
    }

    /** A transaction begins. Says whether auto-commit may be on. */
    boolean end() {
        boolean mayBeOn = reads >= ENOUGH;
        reads = 0;
        return mayBeOn;
    }
}
