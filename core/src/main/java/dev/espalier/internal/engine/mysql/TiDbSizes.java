package dev.espalier.internal.engine.mysql;

import dev.espalier.internal.dialect.SizeLimit;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * A row has a limit of its own: https://docs.pingcap.com/tidb/stable/tidb-configuration-file#txn-entry-size-limit-new-in-v4010-and-v500. The
 * variable is the session's, and 0 if the server's configuration says it. A row has its key, and a few bytes for each column, beside its values.
 */
final class TiDbSizes extends MySqlSizes {

    private static final int ENTRY_OVERHEAD = 16_384;

    @Override
    SizeLimit ask(Connection connection) throws SQLException {
        SizeLimit packet = super.ask(connection);
        long entry;
        try {
            entry = askLong(
                    connection,
                    "SELECT IF(@@tidb_txn_entry_size_limit > 0, @@tidb_txn_entry_size_limit,"
                            + " CAST(JSON_EXTRACT(@@tidb_config, '$.performance.\"txn-entry-size-limit\"') AS SIGNED))");
        } catch (SQLException e) {
            return packet; // this user may not see the configuration: the server answers with 8025
        }
        // A row that fits twice into a packet does so however many of its bytes are sent as two.
        return entry <= 0 || entry > packet.row() / 2
                ? packet
                : new SizeLimit(entry - ENTRY_OVERHEAD, SizeLimit.Written.PLAIN, "performance.txn-entry-size-limit");
    }
}
