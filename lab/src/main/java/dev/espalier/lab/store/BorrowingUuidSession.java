package dev.espalier.lab.store;

import dev.espalier.lab.target.Engine;
import dev.espalier.lab.workload.UuidSession;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.HdrHistogram.Histogram;

/** Borrows a connection for each lookup. The wait for it is counted separately. For one thread. */
final class BorrowingUuidSession extends SharedClientSession implements UuidSession {

    /** A source of connections. */
    @FunctionalInterface
    interface Source {
        Connection connection() throws SQLException;
    }

    private final Engine engine;
    private final Source source;
    private final Histogram acquired;

    /** @param acquired may be written by many threads */
    BorrowingUuidSession(Engine engine, Source source, Histogram acquired) {
        this.engine = engine;
        this.source = source;
        this.acquired = acquired;
    }

    @Override
    public Found contains(UUID key) throws SQLException {
        long start = System.nanoTime();
        try (Connection connection = source.connection()) {
            acquired.recordValue(System.nanoTime() - start);
            try (PreparedStatement lookup = connection.prepareStatement(SqlUuidSession.LOOKUP)) {
                lookup.setObject(1, SqlUuidSession.bound(engine, key));
                try (ResultSet rows = lookup.executeQuery()) {
                    return Found.of(rows.next());
                }
            }
        }
    }
}
