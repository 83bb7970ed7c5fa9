package dev.espalier.internal.engine.mysql;

import static dev.espalier.error.ErrorCode.ACCESS_DENIED;
import static dev.espalier.error.ErrorCode.CONFLICT;
import static dev.espalier.error.ErrorCode.DATABASE_ERROR;
import static dev.espalier.error.ErrorCode.DISK_FULL;
import static dev.espalier.error.ErrorCode.DUPLICATE;
import static dev.espalier.error.ErrorCode.LOCAL_INFILE_REFUSED;
import static dev.espalier.error.ErrorCode.LOCK_TIMEOUT;
import static dev.espalier.error.ErrorCode.NOT_PRIMARY;
import static dev.espalier.error.ErrorCode.NO_SUCH_DATABASE;
import static dev.espalier.error.ErrorCode.NO_SUCH_TABLE;
import static dev.espalier.error.ErrorCode.NULL_REFUSED;
import static dev.espalier.error.ErrorCode.READ_ONLY;
import static dev.espalier.error.ErrorCode.ROW_TOO_LARGE;
import static dev.espalier.error.ErrorCode.STATEMENT_CANCELLED;
import static dev.espalier.error.ErrorCode.STATEMENT_TOO_LARGE;
import static dev.espalier.error.ErrorCode.TOO_LONG;
import static dev.espalier.error.ErrorCode.UNREACHABLE;
import static dev.espalier.error.ErrorCode.VALUE_TOO_LARGE;

import dev.espalier.error.ErrorCode;
import dev.espalier.internal.engine.Failures;
import java.sql.SQLException;
import java.util.List;

/**
 * Codes: https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html. Conflicts: 1213 deadlock, and what Galera answers when
 * another node was faster; 3101 the same of Group Replication; 1020 a row changed after the snapshot, which MariaDB from 11.8 reports;
 * 1412 a table was defined anew after the snapshot; 1615 a statement has to be prepared anew; 1637 too many transactions. Connections: also
 * 1203 and 1226 too many of this user's, 1047 a Galera node that has no part in its cluster, 1180 a COMMIT that it could not send to it,
 * 3169 and 4031 the session was ended; and the state 25S03, by which MariaDB's driver says that it has gone to another of several hosts,
 * and the transaction is lost.
 */
class MySqlFailures implements Failures {

    /** "The total number of locks exceeds the lock table size." */
    private static final int LOCK_TABLE_FULL = 1206;

    /** How Galera says at a COMMIT that a node has left its cluster, or is about to end: MariaDB adds it as "(provider status: ...)". */
    private static final List<String> OUT_OF_CLUSTER =
            List.of("Not connected to Primary Component", "Provider in bad state", "Fatal error, must abort");

    @Override
    public boolean endsTransaction(SQLException error) {
        return error.getErrorCode() == LOCK_TABLE_FULL;
    }

    @Override
    public ErrorCode of(SQLException error) {
        return switch (error.getErrorCode()) {
            case 1020, 1213, 1412, 1615, 1637, 3101 -> CONFLICT;
            case 1205, 3572 -> LOCK_TIMEOUT;
            case 1062, 1586 -> DUPLICATE;
            case 1048, 1364 -> NULL_REFUSED;
            case 1406, 1264, 1292, 1366, 1690 -> TOO_LONG;
            case 1117, 1118 -> ROW_TOO_LARGE;
            case 1153, 1301 -> VALUE_TOO_LARGE;
            // Errors of the storage engine have a number of their own: 139 a row too large, 185 too many columns.
            case 1005 -> String.valueOf(error.getMessage()).contains("errno: 185") ? ROW_TOO_LARGE : DATABASE_ERROR;
            case 1030 -> String.valueOf(error.getMessage()).contains("error 139") ? ROW_TOO_LARGE : DISK_FULL;
            case 3, 28, 1021, 1114 -> DISK_FULL;
            case 1792 -> READ_ONLY;
            case 1836 -> NOT_PRIMARY;
            // Any option that forbids a statement: --read-only, --super-read-only, --secure-file-priv.
            case 1290 -> String.valueOf(error.getMessage()).contains("read-only") ? NOT_PRIMARY : READ_ONLY;
            case 1044, 1045, 1142, 1143, 1227, 1698 -> ACCESS_DENIED;
            case 1116, 1119, 1390, 1436, 1473 -> STATEMENT_TOO_LARGE;
            case 1049 -> NO_SUCH_DATABASE;
            case 1146 -> NO_SUCH_TABLE;
            case 1148, 2068, 3948, 3950 -> LOCAL_INFILE_REFUSED;
            case 1040,
                    1047,
                    1053,
                    1080,
                    1152,
                    1158,
                    1159,
                    1160,
                    1161,
                    1184,
                    1203,
                    1226,
                    1927,
                    2002,
                    2003,
                    2006,
                    2013,
                    3169,
                    4031 -> UNREACHABLE;
            case 1180 ->
                OUT_OF_CLUSTER.stream().anyMatch(String.valueOf(error.getMessage())::contains)
                        ? UNREACHABLE
                        : DATABASE_ERROR;
            case 1317, 1969, 3024 -> STATEMENT_CANCELLED;
            default -> {
                // A refusal by the driver itself has no code.
                if (String.valueOf(error.getMessage()).contains("max_allowed_packet")) {
                    yield VALUE_TOO_LARGE;
                }
                String state = String.valueOf(error.getSQLState());
                yield state.startsWith("08") || state.equals("25S03")
                        ? UNREACHABLE
                        : state.startsWith("40") ? CONFLICT : DATABASE_ERROR;
            }
        };
    }
}
