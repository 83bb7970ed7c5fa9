package dev.espalier.lab.spec;

import java.util.Objects;

/**
 * The amount of a workload: the same for every pack of operations.
 *
 * @param rate operations a second that should start, over all connections; 0 for a closed loop, in which each connection starts its next
 *     operation when the last has ended
 * @param arrival when the operations of an open loop should start
 * @param warmUpSeconds before it counts
 * @param seconds that count
 * @param operations of each connection after which it ends, however much time is left; 0 for no limit
 * @param retries how often an operation is done again after a conflict
 * @param repeats runs with each number of connections
 * @param seed of the operations and the data
 * @param server the state in which it finds the server
 */
public record LoadSpec(
        double rate,
        Arrival arrival,
        int warmUpSeconds,
        int seconds,
        int operations,
        int retries,
        int repeats,
        long seed,
        ServerSpec server) {

    private static final int MOST_SECONDS = 7 * 86_400;

    /** Checks the ranges. No server, as in results that are older than this member, is one as it is. */
    public LoadSpec {
        Ranges.check("--rate", rate, 0, 1e9);
        Ranges.check("--warm-up", warmUpSeconds, 0, MOST_SECONDS);
        Ranges.check("--seconds", seconds, 1, MOST_SECONDS);
        Ranges.check("--operations", operations, 0, Integer.MAX_VALUE);
        Ranges.check("--retries", retries, 0, 1_000);
        Ranges.check("--repeats", repeats, 1, 100);
        server = Objects.requireNonNullElse(server, ServerSpec.AS_IT_IS);
        if (server.cold() && warmUpSeconds > 0) {
            throw new SpecException("--warm-up: found " + warmUpSeconds
                    + " with --cache cold, expected 0: a cold run counts from its first operation");
        }
    }

    /** Returns the same on a server as it is. */
    public LoadSpec(
            double rate,
            Arrival arrival,
            int warmUpSeconds,
            int seconds,
            int operations,
            int retries,
            int repeats,
            long seed) {
        this(rate, arrival, warmUpSeconds, seconds, operations, retries, repeats, seed, ServerSpec.AS_IT_IS);
    }

    /**
     * Returns the same on a server in another state.
     *
     * @param state the state
     * @return what is done there
     */
    public LoadSpec on(ServerSpec state) {
        return new LoadSpec(rate, arrival, warmUpSeconds, seconds, operations, retries, repeats, seed, state);
    }

    /** @return whether each connection starts its next operation when the last has ended */
    public boolean closed() {
        return rate == 0;
    }

    /**
     * Returns the same, with a number of operations and no time limit.
     *
     * @param count of each connection
     * @return what is done then
     */
    public LoadSpec ofOperations(int count) {
        return new LoadSpec(rate, arrival, warmUpSeconds, MOST_SECONDS, count, retries, repeats, seed, server);
    }
}
