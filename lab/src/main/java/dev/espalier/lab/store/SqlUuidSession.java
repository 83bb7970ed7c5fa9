package dev.espalier.lab.store;

import dev.espalier.lab.target.Engine;
import dev.espalier.lab.workload.Failure;
import dev.espalier.lab.workload.SqlSession;
import dev.espalier.lab.workload.UuidSession;
import java.util.UUID;

/** Looks keys up over any session of SQL, those with known answers too. For one thread. */
public final class SqlUuidSession implements UuidSession {

    static final String LOOKUP = "SELECT 1 FROM uuids WHERE id = ?";

    private final Engine engine;
    private final SqlSession sql;

    /**
     * @param engine that decides how a key is bound
     * @param sql whose table is asked
     */
    public SqlUuidSession(Engine engine, SqlSession sql) {
        this.engine = engine;
        this.sql = sql;
    }

    /** Converts a key for the engine's driver. */
    static Object bound(Engine engine, UUID key) {
        return switch (engine) {
            case POSTGRES -> key;
            case MARIADB -> key.toString();
            case MYSQL, TIDB, SQLITE, H2, DUCKDB, CUBRID -> RedisUuidStore.bytes(key);
        };
    }

    @Override
    public Found contains(UUID key) throws Exception {
        int rows = sql.query(LOOKUP, bound(engine, key));
        return rows == SqlSession.ROWS_UNKNOWN ? Found.UNKNOWN : Found.of(rows == 1);
    }

    @Override
    public void reset() throws Exception {
        sql.reset();
    }

    @Override
    public Failure failure(Exception thrown) {
        return sql.failure(thrown);
    }

    @Override
    public void close() {
        sql.close();
    }
}
