package dev.espalier.lab.spec;

import java.util.List;

/**
 * One run of the pack {@code key-value}.
 *
 * @param target where: {@code sqlite}, {@code mysql}, {@code mariadb}, {@code postgres}, {@code tidb}, {@code redis}, {@code valkey},
 *     {@code tarantool}, {@code ferretdb}, a URL without a password, {@code noop} or {@code fixed-delay:5ms}
 * @param driver the JDBC driver for MySQL: {@code mysql} or {@code mariadb}
 * @param client of Redis's protocol
 * @param way how SQL is asked
 * @param engine the storage engine of MySQL and MariaDB; empty for the server's default
 * @param rows how many there are
 * @param keys how many ids are drawn and dealt to the connections
 * @param batch ids of one operation; more than one needs {@link ReadWay#IN} on SQL
 * @param rounds how often each connection reads its share, however long that takes; 0 to read until the time is over
 * @param connections numbers of connections, one after the other
 * @param database that holds the rows; rows that fit are used as they are
 * @param loading how much is done
 * @param keep whether the rows stay after the run
 * @param nullable whether the value columns of a SQL database may be NULL; they never are
 * @param ids a file with the ids of the rows of a SQL database, one a line; empty for 1 to {@code rows}
 */
public record KeyValueSpec(String target, String driver, RedisClientName client, ReadWay way, String engine, long rows, int keys, int batch,
                           int rounds, List<Integer> connections, String database, LoadSpec loading, boolean keep, boolean nullable, String ids) implements PackSpec {

    /** Columns without NULL, ids from 1 on. */
    public KeyValueSpec(String target, String driver, RedisClientName client, ReadWay way, String engine, long rows, int keys, int batch, int rounds, List<Integer> connections,
                        String database, LoadSpec loading, boolean keep) {
        this(target, driver, client, way, engine, rows, keys, batch, rounds, connections, database, loading, keep, false, "");
    }

    /** Checks the ranges. */
    public KeyValueSpec {
        Ranges.check("--rows", rows, 1, 1_000_000_000);
        Ranges.check("--keys", keys, 1, 100_000_000);
        Ranges.check("--batch", batch, 1, 10_000);
        Ranges.check("--rounds", rounds, 0, 1_000_000);
        connections = Checks.connections(connections);
        Checks.driver(driver);
        Checks.database(database);
        Checks.engine(engine);
        ids = ids == null ? "" : ids; // results of before have none
        if (batch > 1 && way != ReadWay.IN && TargetKind.of(target).filter(TargetKind.SQL::contains).isPresent()) {
            throw new SpecException("--batch: found " + batch + " with --way " + way.word() + ", expected --way in");
        }
    }

    @Override
    public boolean sharesData(PackSpec other) {
        return other instanceof KeyValueSpec reads && rows == reads.rows && nullable == reads.nullable && ids.equals(reads.ids) && engine.equals(reads.engine) && loading.seed() == reads.loading.seed();
    }

    @Override
    public KeyValueSpec inDatabase(String name) {
        return new KeyValueSpec(target, driver, client, way, engine, rows, keys, batch, rounds, connections, name, loading, keep, nullable, ids);
    }

    @Override
    public KeyValueSpec withConnections(List<Integer> counts) {
        return new KeyValueSpec(target, driver, client, way, engine, rows, keys, batch, rounds, counts, database, loading, keep, nullable, ids);
    }

    @Override
    public String pack() {
        return "key-value";
    }
}
