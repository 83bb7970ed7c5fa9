package dev.espalier.lab.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.lab.spec.ConnectionWay;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.JdbcSessions;
import dev.espalier.lab.target.StorageEngine;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.workload.UuidKeys;
import dev.espalier.lab.workload.UuidSession;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The table {@code uuids(id primary key)} of a SQL database, the key in the engine's natural type. Thread-safe. */
public final class SqlUuidStore extends SqlStore<UuidKeys, UuidSession> implements UuidStore {

    private static final String TABLE = "uuids";
    private static final int ROWS_AT_ONCE = 500;

    private final ConnectionWay way;
    private final int poolSize;
    /** Made when it is first needed. */
    private @Nullable HikariDataSource pool;

    private final Histogram acquired = new ConcurrentHistogram(3);

    /**
     * Connects to nothing yet.
     *
     * @param database the database
     * @param sessions of it
     * @param way how a lookup comes by a connection
     * @param storage what keeps the table
     * @param poolSize connections of the pool, if there is one
     */
    public SqlUuidStore(
            TargetDatabase database, JdbcSessions sessions, ConnectionWay way, StorageEngine storage, int poolSize) {
        super(database, sessions, storage, TABLE);
        this.way = way;
        this.poolSize = poolSize;
    }

    private synchronized HikariDataSource pool() {
        if (pool == null) {
            pool = openPool();
        }
        return pool;
    }

    private HikariDataSource openPool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(sessions().database().url());
        sessions().options().forEach(config::addDataSourceProperty);
        if (targetDatabase().target().engine() != Engine.SQLITE) {
            config.setUsername(targetDatabase().target().user());
            config.setPassword(targetDatabase().target().password().reveal());
        }
        if (engine() == Engine.MYSQL || engine() == Engine.TIDB) {
            // What is prepared stays so when the connection is given back.
            config.addDataSourceProperty("cachePrepStmts", "true");
        }
        config.setMaximumPoolSize(poolSize);
        config.setInitializationFailTimeout(-1);
        config.setPoolName("uuid-set");
        return new HikariDataSource(config);
    }

    @Override
    public boolean prepare(UuidKeys keys) {
        if (targetDatabase().exists() && holds(keys)) {
            return false;
        }
        make(() -> {
            run("CREATE TABLE " + TABLE + " (id " + type() + " NOT NULL PRIMARY KEY)"
                    + (engine() == Engine.SQLITE ? " WITHOUT ROWID" : "")
                    + storage().clause());
            fill(0, keys.size(), ROWS_AT_ONCE, (from, to) -> insert(keys, from, to));
            analyze();
        });
        return true;
    }

    private boolean holds(UuidKeys keys) {
        try (Connection connection = targetDatabase().connect(Map.of());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + TABLE)) {
            row.next();
            if (row.getInt(1) != keys.size()) {
                return false;
            }
            try (PreparedStatement one = connection.prepareStatement("SELECT 1 FROM " + TABLE + " WHERE id = ?")) {
                one.setObject(1, SqlUuidSession.bound(engine(), keys.key(keys.size() - 1L)));
                try (ResultSet last = one.executeQuery()) {
                    return last.next();
                }
            }
        } catch (SQLException e) {
            return false; // the table is not there, or not ours
        }
    }

    private String type() {
        return switch (engine()) {
            case MYSQL, TIDB -> "binary(16)";
            case MARIADB -> "uuid";
            case POSTGRES, H2, DUCKDB -> "uuid";
            case SQLITE -> "blob";
            case CUBRID -> "bit(128)";
        };
    }

    private String insert(UuidKeys keys, long from, long to) {
        StringBuilder sql = new StringBuilder("INSERT INTO " + TABLE + " (id) VALUES ");
        for (long number = from; number < to; number++) {
            sql.append(number == from ? "(" : ",(")
                    .append(literal(keys.key(number)))
                    .append(')');
        }
        return sql.toString();
    }

    private String literal(UUID key) {
        return switch (engine()) {
            case POSTGRES, MARIADB -> "'" + key + "'";
            case MYSQL, TIDB, SQLITE, H2, DUCKDB, CUBRID ->
                "x'" + key.toString().replace("-", "") + "'";
        };
    }

    @Override
    public UuidSession connect() {
        return switch (way) {
            case THREAD -> new SqlUuidSession(engine(), sessions().connect());
            case POOL -> new BorrowingUuidSession(engine(), pool()::getConnection, acquired);
            case NEW -> new BorrowingUuidSession(engine(), sessions()::open, acquired);
            case ASYNC -> AsyncUuidSession.connect(targetDatabase());
        };
    }

    @Override
    public Optional<Histogram> acquireNanos() {
        return way == ConnectionWay.POOL || way == ConnectionWay.NEW ? Optional.of(acquired) : Optional.empty();
    }

    @Override
    public String road() {
        return switch (way) {
                    case THREAD -> "a connection for each thread";
                    case POOL -> "HikariCP";
                    case NEW -> "a new connection each time";
                    case ASYNC -> "an R2DBC connection for each thread";
                }
                + storage().addition();
    }

    @Override
    public synchronized void close() {
        if (pool != null) {
            pool.close();
            pool = null;
        }
    }
}
