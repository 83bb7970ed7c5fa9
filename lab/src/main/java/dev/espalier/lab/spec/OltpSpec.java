package dev.espalier.lab.spec;

import java.util.Collections;
import java.util.List;

/**
 * One run of the pack {@code oltp}.
 *
 * @param target where: the name of an engine, a JDBC URL without a password, {@code noop} or {@code fixed-delay:5ms}
 * @param driver the JDBC driver for MySQL: {@code mysql} or {@code mariadb}
 * @param load which of sysbench's loads
 * @param tables how many
 * @param rows in each table
 * @param engine the storage engine of MySQL and MariaDB; empty for the server's default
 * @param distribution how ids are drawn
 * @param connections numbers of connections, one after the other
 * @param prepared whether statements are prepared by the server
 * @param database that holds the tables; it and tables that fit are used as they are
 * @param loading how much is done
 * @param keep whether the database stays after the run
 */
public record OltpSpec(String target, String driver, OltpLoad load, int tables, int rows, String engine, DistributionName distribution,
                       List<Integer> connections, boolean prepared, String database, LoadSpec loading, boolean keep) implements PackSpec {

    /** Checks the ranges. */
    public OltpSpec {
        Ranges.check("--tables", tables, 1, 1_000);
        Ranges.check("--rows", rows, 100, 1_000_000_000);
        connections = Checks.connections(connections);
        Checks.driver(driver);
        Checks.database(database);
        Checks.engine(engine);
    }

    /** @return statements that all connections of the greatest run prepare together: one for each table, kind and connection */
    public long neededStatements() {
        return prepared ? (long) tables * load.preparedStatements() * Collections.max(connections) : 0;
    }

    /**
     * Returns the same on a server in another state.
     *
     * @param server the state
     * @return what is run there
     */
    public OltpSpec on(ServerSpec server) {
        return new OltpSpec(target, driver, load, tables, rows, engine, distribution, connections, prepared, database, loading.on(server), keep);
    }

    /** Tables that do not fit are refused, and inserted rows get ids from the database. */
    @Override
    public boolean sharesData(PackSpec other) {
        return true;
    }

    @Override
    public OltpSpec inDatabase(String name) {
        return new OltpSpec(target, driver, load, tables, rows, engine, distribution, connections, prepared, name, loading, keep);
    }

    @Override
    public OltpSpec withConnections(List<Integer> counts) {
        return new OltpSpec(target, driver, load, tables, rows, engine, distribution, counts, prepared, database, loading, keep);
    }

    @Override
    public String pack() {
        return "oltp";
    }
}
