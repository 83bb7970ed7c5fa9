package dev.espalier.internal.engine.h2;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.engine.Failures;
import dev.espalier.internal.engine.Sessions;
import dev.espalier.internal.engine.SqlRules;
import java.util.Set;

/** H2 in this process: many writers, row locks, snapshots. CREATE and DROP end the transaction that is open. */
final class H2Engine implements Engine {

    private final Dialect dialect = new H2Dialect();
    private final Sessions sessions = new H2Sessions();
    private final Failures failures = new H2Failures();
    private final SqlRules sqlRules = SqlRules.of(
            Set.of(),
            SqlRules.Mark.DOLLAR,
            SqlRules.Mark.BACKTICK,
            SqlRules.Mark.NESTED_COMMENT,
            SqlRules.Mark.SLASHES,
            SqlRules.Mark.RETURN_ENDS_LINE);

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
    public boolean isServer() {
        return false;
    }

    @Override
    public boolean isOneProcess() {
        return true;
    }
}
