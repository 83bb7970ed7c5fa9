package dev.espalier.dialect;

import java.time.Duration;
import java.util.List;

/**
 * MariaDB servers that replicate to each other by Galera, where all of them may be written to. Who comes first at COMMIT wins; another one that
 * has written the same row meanwhile, on whichever server, fails with 1213.
 */
final class GaleraDialect extends MariaDbDialect {

    /**
     * A transaction begins, and a statement outside of one runs, when its server has what was committed on the others before: SELECT and START
     * TRANSACTION 1, UPDATE and DELETE 2, INSERT 4
     * (https://mariadb.com/docs/galera-cluster/reference/galera-cluster-system-variables#wsrep_sync_wait).
     */
    private static final String AWAIT_OTHERS = "wsrep_sync_wait = @@wsrep_sync_wait | 7";

    @Override
    public boolean certifiesWrites() {
        return true;
    }

    @Override
    public boolean takesManyStatements() {
        return false;
    }

    /** GET_LOCK is refused, and would be one server's only. The rows that say what is going to be made conflict at COMMIT. */
    @Override
    public List<String> lockDefinitions(Duration wait) {
        return List.of();
    }

    @Override
    public String unlockDefinitions() {
        return null;
    }

    @Override
    public String prepareOwn(Duration lockWait) {
        return super.prepareOwn(lockWait) + ", " + AWAIT_OTHERS;
    }

    @Override
    public List<String> prepareBulk() {
        return List.of("SET " + AWAIT_OTHERS);
    }

    /** A row that is going to be written is not locked for sharing first: two who share it would wait for each other. */
    @Override
    protected String lockClause(RowLock lock) {
        return " FOR UPDATE";
    }

    /** The same number may be another program's session on the server that is asked. */
    @Override
    public String endSession(long session) {
        return null;
    }
}
