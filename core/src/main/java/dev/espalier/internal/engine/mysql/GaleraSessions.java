package dev.espalier.internal.engine.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * MariaDB servers that replicate to each other by Galera, where all of them may be written to. The first COMMIT wins; another transaction that
 * has written the same row meanwhile, on whichever server, fails with 1213. GET_LOCK is refused, and would be one server's only: the rows that
 * say what is going to be made conflict at COMMIT.
 */
final class GaleraSessions extends MySqlSessions {

    /**
     * A transaction begins, and a statement outside of one runs, when its server has what was committed on the others before: SELECT and START
     * TRANSACTION 1, UPDATE and DELETE 2, INSERT 4
     * (https://mariadb.com/docs/galera-cluster/reference/galera-cluster-system-variables#wsrep_sync_wait).
     */
    private static final String AWAIT_OTHERS = "wsrep_sync_wait = @@wsrep_sync_wait | 7";

    GaleraSessions() {
        super(SessionSettings.MARIADB, true);
    }

    @Override
    public boolean takesManyStatements() {
        return false;
    }

    /** It ends a transaction that another server's has overtaken: then the rest would be a transaction of its own. */
    @Override
    public boolean takesBatches(boolean isOwn) {
        return false;
    }

    @Override
    public SingleTrip singleTrip() {
        return SingleTrip.NONE;
    }

    @Override
    public String prepareOwn(Duration lockWait) {
        return super.prepareOwn(lockWait) + ", " + AWAIT_OTHERS;
    }

    @Override
    public List<String> prepareBulk() {
        return List.of("SET " + AWAIT_OTHERS);
    }

    @Override
    public String lendForBulk(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET @espalier_wsrep_sync_wait = @@SESSION.wsrep_sync_wait, " + AWAIT_OTHERS);
        }
        return "SET wsrep_sync_wait = @espalier_wsrep_sync_wait";
    }

    /** The same number may be another program's session on the server that is asked. */
    @Override
    public @Nullable String end(long session) {
        return null;
    }
}
