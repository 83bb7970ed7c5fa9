package dev.espalier.internal.engine.postgresql;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.SizeLimit;
import dev.espalier.internal.engine.BulkRoad;
import dev.espalier.internal.engine.DefinitionLock;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.engine.Failures;
import dev.espalier.internal.engine.Sessions;
import dev.espalier.internal.engine.SnapshotSharing;
import dev.espalier.internal.engine.SqlRules;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** PostgreSQL from 15. */
public final class PostgreSqlEngine implements Engine {

    private static final Dialect DIALECT = new PostgreSqlDialect();
    private static final Sessions SESSIONS = new PostgreSqlSessions();

    private static final SqlRules SQL_RULES = new SqlRules(
            Set.of(
                    SqlRules.Mark.DOLLAR,
                    SqlRules.Mark.BACKSLASH_AFTER_E,
                    SqlRules.Mark.NESTED_COMMENT,
                    SqlRules.Mark.RETURN_ENDS_LINE),
            Set.of("LOCK", "TRUNCATE", "NOTIFY", "DECLARE", "FETCH", "MOVE", "CLOSE", "CALL", "DO", "SET CONSTRAINTS"),
            true);
    private static final Failures FAILURES = new PostgreSqlFailures();
    private static final Optional<BulkRoad> COPY = Optional.of(new CopyRoad(DIALECT));

    /** https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-SNAPSHOT-SYNCHRONIZATION */
    private static final SnapshotSharing SNAPSHOTS = new SnapshotSharing.Exported(
            "SELECT pg_export_snapshot()", name -> "SET TRANSACTION SNAPSHOT '" + name.replace("'", "''") + "'");

    /** The lock is the schema's, and goes with the transaction: https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-ADVISORY-LOCKS. */
    private static final DefinitionLock DEFINITIONS = wait -> List.of(
            "SET LOCAL lock_timeout = " + Math.max(1, wait.toMillis()),
            "SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('espalier.' || current_schema(), 0))");

    /** Of the connection: an index is built outside of transactions. */
    private static final DefinitionLock INDEX_BUILDS = new DefinitionLock() {

        private static final String KEY = "(hashtextextended('espalier.indexes.' || current_schema(), 0))";

        @Override
        public List<String> take(Duration wait) {
            return List.of("SELECT CASE WHEN pg_try_advisory_lock" + KEY + " THEN 1 ELSE 0 END");
        }

        @Override
        public String release() {
            return "SELECT CASE WHEN pg_advisory_unlock" + KEY + " THEN 1 ELSE 0 END";
        }
    };

    private static final SizeLimit SIZES = new SizeLimit(1_073_741_823 - 65_536, SizeLimit.Written.PLAIN, null);

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

    @Override
    public DefinitionLock definitions() {
        return DEFINITIONS;
    }

    @Override
    public DefinitionLock indexBuilds() {
        return INDEX_BUILDS;
    }

    @Override
    public Optional<BulkRoad> bulkRoad() {
        return COPY;
    }

    /** A row, a message and a line of COPY are each put together in one piece of memory, of 1 GB at most: MaxAllocSize in memutils.h. */
    @Override
    public SizeLimit sizeLimit() {
        return SIZES;
    }

    @Override
    public boolean definesInTransactions() {
        return true;
    }
}
