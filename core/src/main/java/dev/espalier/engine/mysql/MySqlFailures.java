package dev.espalier.engine.mysql;

import dev.espalier.engine.Failure;
import dev.espalier.engine.Failures;
import java.sql.SQLException;

/**
 * Codes: https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html. Conflicts: 1213 deadlock, and what Galera answers where
 * another node was faster; 3101 the same of Group Replication; 1020 a row changed after the snapshot, which MariaDB from 11.8 reports;
 * 1412 a table was defined anew after the snapshot; 1615 a statement has to be prepared anew; 1637 too many transactions. Connections: also
 * 1203 and 1226 too many of this user's, 1047 a Galera node that has no part in its cluster, 3169 and 4031 the session was ended;
 * and the state 25S03, by which MariaDB's driver says that it has gone to another of several hosts, and the transaction is lost.
 */
class MySqlFailures implements Failures {

    @Override
    public Failure of(SQLException error) {
        return switch (error.getErrorCode()) {
            case 1020, 1213, 1412, 1615, 1637, 3101 -> Failure.CONFLICT;
            case 1205, 3572 -> Failure.LOCK_TIMEOUT;
            case 1062, 1586 -> Failure.DUPLICATE;
            case 1048, 1364 -> Failure.NULL_REFUSED;
            case 1406, 1264, 1292, 1366, 1118 -> Failure.TOO_LONG;
            case 1153, 1301 -> Failure.TOO_LARGE;
            case 3, 28, 1021, 1114, 1030 -> Failure.DISK_FULL;
            case 1792 -> Failure.READ_ONLY;
            case 1836 -> Failure.NOT_PRIMARY;
            // Any option that forbids a statement: --read-only, --super-read-only, --secure-file-priv.
            case 1290 -> String.valueOf(error.getMessage()).contains("read-only") ? Failure.NOT_PRIMARY : Failure.READ_ONLY;
            case 1044, 1045, 1142, 1227, 1698 -> Failure.ACCESS_DENIED;
            case 1116, 1119, 1390, 1436, 1473 -> Failure.STATEMENT_TOO_LARGE;
            case 1049 -> Failure.NO_DATABASE;
            case 1146 -> Failure.NO_TABLE;
            case 1148, 2068, 3948, 3950 -> Failure.LOCAL_REFUSED;
            case 1040, 1047, 1053, 1080, 1152, 1158, 1159, 1160, 1161, 1184, 1203, 1226, 1927, 2002, 2003, 2006, 2013, 3169, 4031 -> Failure.CONNECTION;
            case 1317, 1969, 3024 -> Failure.CANCELLED;
            default -> {
                // What the drivers themselves refuse to send has no code.
                if (String.valueOf(error.getMessage()).contains("max_allowed_packet")) {
                    yield Failure.TOO_LARGE;
                }
                String state = String.valueOf(error.getSQLState());
                yield state.startsWith("08") || state.equals("25S03") ? Failure.CONNECTION : state.startsWith("40") ? Failure.CONFLICT : Failure.OTHER;
            }
        };
    }
}
