package dev.espalier.internal.engine.duckdb;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.engine.BulkRoad;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.engine.Failures;
import dev.espalier.internal.engine.Sessions;
import dev.espalier.internal.engine.SqlRules;
import java.util.Optional;
import java.util.Set;

/**
 * DuckDB in this process, the only one that may open the file. Transactions see snapshots; two that change one row conflict at once, and
 * nothing waits. There are no row locks, so what must stay unchanged is written; and no savepoints.
 */
final class DuckDbEngine implements Engine {

    private final Dialect dialect = new DuckDbDialect();
    private final Sessions sessions = new DuckDbSessions();
    private final Failures failures = new DuckDbFailures();
    private final SqlRules sqlRules = SqlRules.of(
            Set.of(),
            SqlRules.Mark.DOLLAR,
            SqlRules.Mark.BACKTICK,
            SqlRules.Mark.BACKSLASH_AFTER_E,
            SqlRules.Mark.NESTED_COMMENT,
            SqlRules.Mark.RETURN_ENDS_LINE);
    private final Optional<BulkRoad> appender = Optional.of(new AppenderRoad());

    @Override
    public Dialect dialect() {
        return dialect;
    }

    @Override
    public Sessions sessions() {
        return sessions;
    }

    @Override
    public SqlRules sqlRules() {
        return sqlRules;
    }

    @Override
    public Failures failures() {
        return failures;
    }

    @Override
    public Optional<BulkRoad> bulkRoad() {
        return appender;
    }

    @Override
    public boolean isServer() {
        return false;
    }

    @Override
    public boolean isOneProcess() {
        return true;
    }

    /** A snapshot does not see that what it refers to is deleted meanwhile; only a row that both have written makes one of the two fail. */
    @Override
    public boolean certifiesWrites() {
        return true;
    }

    /** "Cannot change the type of this column: an index depends on it"; "Cannot drop this column: an index depends on a column after it". */
    @Override
    public boolean changesIndexedColumns() {
        return false;
    }
}
