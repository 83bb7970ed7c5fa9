package dev.espalier.lab.spec;

import java.util.List;

/**
 * One run of the pack {@code uuid-set}.
 *
 * @param target where: {@code sqlite}, {@code mysql}, {@code mariadb}, {@code postgres}, {@code tidb}, {@code redis}, {@code valkey},
 *     {@code hash-set}, {@code sorted-array}, {@code sorted-off-heap}, {@code open-addressing}, a URL without a password, {@code noop} or
 *     {@code fixed-delay:5ms}
 * @param driver the JDBC driver for MySQL: {@code mysql} or {@code mariadb}
 * @param client of Redis's protocol
 * @param way how a thread comes by a connection of a SQL database
 * @param size of the set
 * @param missPercent how many of a hundred lookups are of keys that are not there
 * @param engine the storage engine of MySQL and MariaDB; empty for the server's default
 * @param connections numbers of threads, one after the other
 * @param database that holds the set; a set that fits is used as it is
 * @param loading how much is done
 * @param keep whether the set stays after the run
 */
public record UuidSetSpec(String target, String driver, RedisClientName client, ConnectionWay way, int size, double missPercent,
                          String engine, List<Integer> connections, String database, LoadSpec loading, boolean keep) implements PackSpec {

    private static final int LARGEST_SET = 100_000_000;

    /** Checks the ranges. */
    public UuidSetSpec {
        Ranges.check("--size", size, 1, LARGEST_SET);
        Ranges.check("--misses", missPercent, 0, 100);
        connections = Checks.connections(connections);
        Checks.driver(driver);
        Checks.database(database);
        engine = engine == null ? "" : engine; // results of before have none
        Checks.engine(engine);
    }

    @Override
    public boolean sharesData(PackSpec other) {
        return other instanceof UuidSetSpec set && size == set.size && engine.equals(set.engine) && loading.seed() == set.loading.seed();
    }

    @Override
    public UuidSetSpec inDatabase(String name) {
        return new UuidSetSpec(target, driver, client, way, size, missPercent, engine, connections, name, loading, keep);
    }

    @Override
    public UuidSetSpec withConnections(List<Integer> counts) {
        return new UuidSetSpec(target, driver, client, way, size, missPercent, engine, counts, database, loading, keep);
    }

    @Override
    public String pack() {
        return "uuid-set";
    }
}
