package dev.espalier.internal.write;

import static dev.espalier.error.ErrorCode.LOCAL_INFILE_REFUSED;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.engine.BulkRoad;
import dev.espalier.internal.engine.RowBatch;
import dev.espalier.internal.engine.RowList;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.DriverErrors;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.schema.Table;
import java.sql.SQLException;
import org.slf4j.LoggerFactory;

/** Makes empty batches, and senders of full ones. Safe for any number of threads. */
interface BulkSink {

    /** Sends batches inside a session's transaction. For one thread. */
    @FunctionalInterface
    interface Sender extends AutoCloseable {
        void send(RowBatch batch) throws SQLException;

        @Override
        default void close() {}
    }

    RowBatch newBatch(Table table);

    Sender sender(Session session);

    /** The engine's own road. */
    static BulkSink of(BulkRoad road) {
        return new BulkSink() {
            @Override
            public RowBatch newBatch(Table table) {
                return road.newBatch(table);
            }

            @Override
            public Sender sender(Session session) {
                return batch -> road.send(session.connection(), batch);
            }
        };
    }

    /**
     * Tries the engine's bulk road without rows, and chooses inserts if the driver or the server refuses it.
     *
     * @param any an existing table
     */
    static BulkSink choose(ConnectionSource source, Table any) {
        BulkRoad road = source.engine().bulkRoad().orElse(null);
        if (road != null) {
            try (Session session = source.bulkSession()) {
                String obstacle = road.obstacle(session.connection());
                if (obstacle == null) {
                    road.send(session.connection(), road.newBatch(any));
                    return of(road);
                }
                LoggerFactory.getLogger(BulkSink.class)
                        .warn(
                                "{} does without {} ({}); using inserts of many rows instead, which is slower",
                                source.place().url(),
                                road.name(),
                                obstacle);
            } catch (SQLException e) {
                if (DriverErrors.code(source.engine(), e) != LOCAL_INFILE_REFUSED) {
                    throw source.translate(e, road.name());
                }
                LoggerFactory.getLogger(BulkSink.class)
                        .warn(
                                "{} refuses {} ({}); using inserts of many rows instead, which is slower. {}",
                                source.place().url(),
                                road.name(),
                                e.getMessage(),
                                DriverErrors.LOCAL_INFILE_ADVICE);
            }
        }
        return inserts(source.dialect());
    }

    /** Statements that insert many rows each; they work everywhere. */
    static BulkSink inserts(Dialect dialect) {
        return new BulkSink() {
            @Override
            public RowBatch newBatch(Table table) {
                return new RowList(table, Inserts.rowsPerStatement(dialect, table));
            }

            @Override
            public Sender sender(Session session) {
                Inserts inserts = new Inserts(session);
                return new Sender() {
                    @Override
                    public void send(RowBatch batch) {
                        inserts.send(batch.table(), batch.list());
                    }

                    @Override
                    public void close() {
                        inserts.close();
                    }
                };
            }
        };
    }
}
