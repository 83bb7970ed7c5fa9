package dev.espalier.lab.spec;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Collections;
import java.util.List;

/**
 * One run of the pack {@code oltp}.
 *
 * @param target where: the name of an engine, a JDBC URL without a password, {@code noop} or {@code fixed-delay:5ms}
 * @param data where the data are
 * @param load which of sysbench's loads
 * @param size how many tables and rows
 * @param distribution how ids are drawn
 * @param connections numbers of connections, one after the other
 * @param prepared whether statements are prepared by the server
 * @param loading how much is done
 */
public record OltpSpec(
        String target,
        @JsonUnwrapped DataSpec data,
        OltpLoad load,
        @JsonUnwrapped Size size,
        DistributionName distribution,
        List<Integer> connections,
        boolean prepared,
        LoadSpec loading)
        implements PackSpec {

    /**
     * The size of the data. In results its members are members of the specification.
     *
     * @param tables how many
     * @param rows in each table
     */
    public record Size(int tables, int rows) {

        /** Checks the ranges. */
        public Size {
            Ranges.check("--tables", tables, 1, 1_000);
            Ranges.check("--rows", rows, 100, 1_000_000_000);
        }
    }

    /** Checks the number of connections. */
    public OltpSpec {
        connections = Checks.connections(connections);
    }

    /** @return statements that all connections of the greatest run prepare together: one for each table, kind and connection */
    public long neededStatements() {
        return prepared ? (long) size.tables() * load.preparedStatements() * Collections.max(connections) : 0;
    }

    /**
     * Returns the same on a server in another state.
     *
     * @param server the state
     * @return what is run there
     */
    public OltpSpec on(ServerSpec server) {
        return new OltpSpec(target, data, load, size, distribution, connections, prepared, loading.on(server));
    }

    /** Tables that do not fit are refused, and inserted rows get ids from the database. */
    @Override
    public boolean sharesData(PackSpec other) {
        return true;
    }

    @Override
    public OltpSpec inDatabase(String name) {
        return new OltpSpec(target, data.inDatabase(name), load, size, distribution, connections, prepared, loading);
    }

    @Override
    public OltpSpec withConnections(List<Integer> counts) {
        return new OltpSpec(target, data, load, size, distribution, counts, prepared, loading);
    }

    @Override
    public String pack() {
        return "oltp";
    }
}
