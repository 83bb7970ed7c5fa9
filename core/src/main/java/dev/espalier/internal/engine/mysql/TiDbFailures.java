package dev.espalier.internal.engine.mysql;

import static dev.espalier.error.ErrorCode.CONFLICT;
import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;
import static dev.espalier.error.ErrorCode.NO_SUCH_TABLE;
import static dev.espalier.error.ErrorCode.UNREACHABLE;
import static dev.espalier.error.ErrorCode.VALUE_TOO_LARGE;

import dev.espalier.error.ErrorCode;
import java.sql.SQLException;

/**
 * Codes: https://docs.pingcap.com/tidb/stable/error-codes. Conflicts: writes of others, and tables that were defined anew meanwhile.
 * Connections: the placement driver or the store behind this server does not answer or is busy; 8501, which has left that page, says that
 * it is not known whether a transaction was committed.
 */
final class TiDbFailures extends MySqlFailures {

    @Override
    public ErrorCode of(SQLException error) {
        return switch (error.getErrorCode()) {
            case 8002, 8005, 8022, 8027, 8028, 9007 -> CONFLICT;
            case 8025 -> VALUE_TOO_LARGE;
            case 9004 -> LOCK_TIMEOUT;
            // A code for all that has none of its own; seen on 8.5 when twenty transactions want one row.
            case 1105 ->
                String.valueOf(error.getMessage()).contains("pessimistic lock retry limit reached")
                        ? CONFLICT
                        : super.of(error);
            // A prepared statement of a table that was dropped since; its message ends in the error of MySQL.
            case 8113 -> String.valueOf(error.getMessage()).contains("1146") ? NO_SUCH_TABLE : super.of(error);
            case 8120, 8501, 9001, 9002, 9003, 9005 -> UNREACHABLE;
            default -> super.of(error);
        };
    }
}
