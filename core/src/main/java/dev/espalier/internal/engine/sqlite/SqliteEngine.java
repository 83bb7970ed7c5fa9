package dev.espalier.internal.engine.sqlite;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.SizeLimit;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.engine.Failures;
import dev.espalier.internal.engine.Sessions;
import dev.espalier.internal.engine.SnapshotSharing;
import dev.espalier.internal.engine.SqlRules;
import java.util.Set;

/** SQLite, an embedded file with one writer at a time. */
public final class SqliteEngine implements Engine {

    private static final Dialect DIALECT = new SqliteDialect();
    private static final Sessions SESSIONS = new SqliteSessions();

    private static final SqlRules SQL_RULES =
            new SqlRules(Set.of(SqlRules.Mark.BACKTICK, SqlRules.Mark.BRACKET), Set.of(), true);
    private static final Failures FAILURES = new SqliteFailures();

    /** https://www.sqlite.org/pragma.html#pragma_data_version */
    private static final SnapshotSharing SNAPSHOTS = new SnapshotSharing.Counted("PRAGMA data_version");

    private static final SizeLimit SIZES = new SizeLimit(1_000_000_000 - 65_536, SizeLimit.Written.PLAIN, null);

    @Override
    public Dialect dialect() {
        return DIALECT;
    }

    @Override
    public Sessions sessions() {
        return SESSIONS;
    }

    @Override
    public SqlRules sqlRules() {
        return SQL_RULES;
    }

    @Override
    public Failures failures() {
        return FAILURES;
    }

    @Override
    public SnapshotSharing snapshots() {
        return SNAPSHOTS;
    }

    /** A row is one value to SQLITE_MAX_LENGTH: https://www.sqlite.org/limits.html. */
    @Override
    public SizeLimit sizeLimit() {
        return SIZES;
    }

    @Override
    public boolean isServer() {
        return false;
    }

    @Override
    public boolean definesInTransactions() {
        return true;
    }
}
