package dev.espalier.internal.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rows of one statement, read some at a time, in constant memory. For one thread at a time; to be closed before its session. */
public final class RowCursor implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RowCursor.class);

    /** Reads the next rows of a result, and returns how many there were. */
    interface Reads {
        int next(ResultSet result, int most, RowReader reader);
    }

    private final PreparedStatement prepared;
    private final ResultSet result;
    private final Reads reads;
    private boolean isAtEnd;

    RowCursor(PreparedStatement prepared, ResultSet result, Reads reads) {
        this.prepared = prepared;
        this.result = result;
        this.reads = reads;
    }

    /** Hands out the next rows. If there are fewer, the cursor is at its end. */
    public void read(int most, RowReader reader) {
        isAtEnd = isAtEnd || reads.next(result, most, reader) < most;
    }

    /** Whether a read has found that there are no more rows. */
    public boolean isAtEnd() {
        return isAtEnd;
    }

    @Override
    public void close() {
        // The result first: a pool of statements may keep a closed one as it is.
        try (prepared) {
            result.close();
        } catch (SQLException e) {
            // All rows that were asked for were handed out; a lost connection is reported by the end of its session.
            LOG.debug("a cursor could not be closed", e);
        }
    }
}
