package dev.espalier.lab.spec;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * One run of the pack {@code uuid-set}.
 *
 * @param target where: {@code sqlite}, {@code mysql}, {@code mariadb}, {@code postgres}, {@code tidb}, {@code redis}, {@code valkey},
 *     {@code hash-set}, {@code sorted-array}, {@code sorted-off-heap}, {@code open-addressing}, a URL without a password, {@code noop} or
 *     {@code fixed-delay:5ms}
 * @param data where the data are
 * @param client of Redis's protocol
 * @param way how a thread comes by a connection of a SQL database
 * @param size of the set
 * @param missPercent how many of a hundred lookups are of keys that are not there
 * @param connections numbers of threads, one after the other
 * @param loading how much is done
 */
public record UuidSetSpec(
        String target,
        @JsonUnwrapped DataSpec data,
        RedisClientName client,
        ConnectionWay way,
        int size,
        double missPercent,
        List<Integer> connections,
        LoadSpec loading)
        implements PackSpec {

    private static final int LARGEST_SET = 100_000_000;
    private static final Set<TargetKind> ASYNCHRONOUS =
            EnumSet.of(TargetKind.MYSQL, TargetKind.MARIADB, TargetKind.POSTGRES, TargetKind.TIDB);

    /** Checks the ranges. */
    public UuidSetSpec {
        Ranges.check("--size", size, 1, LARGEST_SET);
        Ranges.check("--misses", missPercent, 0, 100);
        connections = Checks.connections(connections);
        if (way == ConnectionWay.ASYNC
                && TargetKind.of(target)
                        .filter(kind -> TargetKind.SQL.contains(kind) && !ASYNCHRONOUS.contains(kind))
                        .isPresent()) {
            throw new SpecException(
                    "--way: found async and --on " + target
                            + ", expected mysql, mariadb, postgres, tidb or a URL of theirs: no other has an asynchronous driver");
        }
    }

    @Override
    public boolean sharesData(PackSpec other) {
        return other instanceof UuidSetSpec set
                && size == set.size
                && data.engine().equals(set.data.engine())
                && loading.seed() == set.loading.seed();
    }

    @Override
    public UuidSetSpec inDatabase(String name) {
        return new UuidSetSpec(target, data.inDatabase(name), client, way, size, missPercent, connections, loading);
    }

    @Override
    public UuidSetSpec withConnections(List<Integer> counts) {
        return new UuidSetSpec(target, data, client, way, size, missPercent, counts, loading);
    }

    @Override
    public String pack() {
        return "uuid-set";
    }
}
