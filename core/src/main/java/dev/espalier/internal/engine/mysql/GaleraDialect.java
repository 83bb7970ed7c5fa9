package dev.espalier.internal.engine.mysql;

import dev.espalier.internal.dialect.RowLock;

/** The SQL of MariaDB servers that replicate to each other by Galera. */
final class GaleraDialect extends MariaDbDialect {

    /** A row that is going to be written is not locked for sharing first: two who share it would wait for each other. */
    @Override
    protected String lockClause(RowLock lock) {
        return " FOR UPDATE";
    }
}
