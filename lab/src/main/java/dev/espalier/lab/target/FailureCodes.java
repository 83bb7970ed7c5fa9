package dev.espalier.lab.target;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.util.Set;

/** The meaning of each engine's error numbers for a retry. Sources: the engines' manuals, and trials on real servers. */
final class FailureCodes {

    /**
     * Deadlock, lock wait timeout, NOWAIT, group replication's certification, and MariaDB's snapshot conflict, an error from 11.8 on. And a key
     * that is there already: MyISAM, MEMORY and Aria keep no lock between the DELETE of a row and its INSERT.
     */
    private static final Set<Integer> MYSQL = Set.of(1213, 1205, 3572, 3101, 1020, 1062);
    /** And of TiDB: optimistic conflict, transaction too old or aborted, schema changed, write conflict. */
    private static final Set<Integer> TIDB = Set.of(8002, 8005, 8022, 8028, 9007);
    /**
     * Serialization failure, deadlock, lock not available. And the key of a row that another transaction deletes and inserts: a DELETE
     * that waited for it does not see the new row under READ COMMITTED, so the INSERT that follows meets it.
     */
    private static final Set<String> POSTGRES = Set.of("40001", "40P01", "55P03", "23505");
    /** Aborted after a deadlock (ER_LK_UNILATERALLY_ABORTED), and four kinds of lock timeouts. */
    private static final Set<Integer> CUBRID = Set.of(-72, -73, -74, -75, -76);
    /** BUSY and LOCKED. */
    private static final Set<Integer> SQLITE = Set.of(5, 6);
    /** Server shutdown and connections killed by the server, beside SQL's own class 08. */
    private static final Set<Integer> MYSQL_GONE = Set.of(1053, 1927, 2006, 2013, 2055);

    private FailureCodes() {}

    static boolean conflict(Engine engine, SQLException failure) {
        int number = failure.getErrorCode();
        return switch (engine) {
            case MYSQL, MARIADB -> MYSQL.contains(number);
            case TIDB -> MYSQL.contains(number) || TIDB.contains(number);
            case POSTGRES -> POSTGRES.contains(failure.getSQLState());
            // an extended code has the plain one in its low byte
            case SQLITE -> SQLITE.contains(number & 0xFF);
            case CUBRID -> CUBRID.contains(number);
            case H2, DUCKDB -> false; // no load is run on them
        };
    }

    static boolean disconnected(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return failure instanceof SQLNonTransientConnectionException
                || failure instanceof SQLRecoverableException
                || state.startsWith("08")
                || state.startsWith("57P0")
                || MYSQL_GONE.contains(failure.getErrorCode());
    }

    /** Returns the error number, or the SQLSTATE if the engine has none. */
    static String code(Engine engine, SQLException failure) {
        return engine == Engine.POSTGRES || failure.getErrorCode() == 0
                ? String.valueOf(failure.getSQLState())
                : Integer.toString(failure.getErrorCode());
    }
}
