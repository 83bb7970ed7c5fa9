package dev.espalier.lab.spec;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * One run of the pack {@code key-value}.
 *
 * @param target where: {@code sqlite}, {@code mysql}, {@code mariadb}, {@code postgres}, {@code tidb}, {@code redis}, {@code valkey},
 *     {@code tarantool}, {@code ferretdb}, a URL without a password, {@code noop} or {@code fixed-delay:5ms}
 * @param data where the data are
 * @param client of Redis's protocol
 * @param stored the rows that there are
 * @param reads how they are read
 * @param connections numbers of connections, one after the other
 * @param loading how much is done
 */
public record KeyValueSpec(
        String target,
        @JsonUnwrapped DataSpec data,
        RedisClientName client,
        @JsonUnwrapped Rows stored,
        @JsonUnwrapped Reads reads,
        List<Integer> connections,
        LoadSpec loading)
        implements PackSpec {

    /**
     * The rows. In results its members are members of the specification.
     *
     * @param rows how many there are
     * @param nullable whether the value columns of a SQL database may be NULL; they never are
     * @param ids a file with the ids of the rows of a SQL database, one a line; empty for 1 to {@code rows}
     */
    public record Rows(long rows, boolean nullable, String ids) {

        /** Checks the range. */
        public Rows {
            Ranges.check("--rows", rows, 1, 1_000_000_000);
            ids = ids == null ? "" : ids; // results of before have none
        }

        /**
         * Returns rows with ids from 1 on, whose columns may not be NULL.
         *
         * @param count how many there are
         * @return the rows
         */
        public static Rows of(long count) {
            return new Rows(count, false, "");
        }
    }

    /**
     * The reads. In results its members are members of the specification.
     *
     * @param way how SQL is asked
     * @param keys how many ids are drawn and dealt to the connections
     * @param batch ids of one operation; more than one needs {@link ReadWay#IN} on SQL
     * @param rounds how often each connection reads its share, however long that takes; 0 to read until the time is over
     */
    public record Reads(ReadWay way, int keys, int batch, int rounds) {

        /** Checks the ranges. */
        public Reads {
            Ranges.check("--keys", keys, 1, 100_000_000);
            Ranges.check("--batch", batch, 1, 10_000);
            Ranges.check("--rounds", rounds, 0, 1_000_000);
        }
    }

    /** Checks the number of connections, and that SQL can read a batch. */
    public KeyValueSpec {
        connections = Checks.connections(connections);
        if (reads.batch > 1
                && reads.way != ReadWay.IN
                && TargetKind.of(target).filter(TargetKind.SQL::contains).isPresent()) {
            throw new SpecException(
                    "--batch: found " + reads.batch + " with --way " + reads.way.word() + ", expected --way in");
        }
    }

    @Override
    public boolean sharesData(PackSpec other) {
        return other instanceof KeyValueSpec same
                && stored.equals(same.stored)
                && data.engine().equals(same.data.engine())
                && loading.seed() == same.loading.seed();
    }

    @Override
    public KeyValueSpec inDatabase(String name) {
        return new KeyValueSpec(target, data.inDatabase(name), client, stored, reads, connections, loading);
    }

    @Override
    public KeyValueSpec withConnections(List<Integer> counts) {
        return new KeyValueSpec(target, data, client, stored, reads, counts, loading);
    }

    @Override
    public String pack() {
        return "key-value";
    }
}
