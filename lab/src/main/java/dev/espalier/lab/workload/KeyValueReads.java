package dev.espalier.lab.workload;

import java.util.Arrays;
import java.util.List;

/**
 * Reads by key. Ids are drawn from all rows once and dealt to the connections. Each connection reads its share repeatedly, in the same
 * order.
 *
 * @param rows what there is
 * @param keys how many ids are drawn, over all connections
 * @param connections between which they are dealt
 * @param batch ids of one operation
 */
public record KeyValueReads(KeyValueRows rows, int keys, int connections, int batch)
        implements Workload<KeyValueSession> {

    private static final List<String> TYPES = List.of("read");

    @Override
    public List<String> types() {
        return TYPES;
    }

    /** Returns how many operations read a connection's share once; the last of them reads fewer ids if the share is not a multiple. */
    public int operationsPerRound() {
        return (share() + batch - 1) / batch;
    }

    private int share() {
        return Math.max(1, keys / connections);
    }

    @Override
    public Stream<KeyValueSession> stream(long seed, int connection) {
        long[] share = new long[share()];
        RandomStream random = new RandomStream(seed, connection);
        for (int index = 0; index < share.length; index++) {
            share[index] = rows.id(1 + Long.remainderUnsigned(random.nextLong(), rows.count()));
        }
        return new Share(share);
    }

    /** One connection's ids, round after round. For one thread. */
    private final class Share implements Stream<KeyValueSession> {

        private final long[] ids;
        private int at;

        Share(long[] ids) {
            this.ids = ids;
        }

        @Override
        public Operation<KeyValueSession> next() {
            int size = Math.min(batch, ids.length - at);
            long[] next = new long[size];
            System.arraycopy(ids, at, next, 0, size);
            at = (at + size) % ids.length;
            return new Read(size == 1 ? next : distinct(next));
        }

        /** IN (...) answers with each row once. */
        private long[] distinct(long[] some) {
            return Arrays.stream(some).distinct().toArray();
        }
    }

    private final class Read implements Operation<KeyValueSession> {

        private final long[] ids;

        Read(long[] ids) {
            this.ids = ids;
        }

        @Override
        public int type() {
            return 0;
        }

        @Override
        public long fingerprint() {
            long all = 0;
            for (long id : ids) {
                all = RandomStream.mix(all + id);
            }
            return all;
        }

        @Override
        public void perform(KeyValueSession session) throws Exception {
            long found = session.read(ids);
            if (found == KeyValueSession.ROWS_UNKNOWN) {
                return;
            }
            long expected = 0;
            for (long id : ids) {
                expected += KeyValueRows.checksum(rows.value1(id), rows.value2(id));
            }
            if (found != expected) {
                throw new WrongAnswerException("ids " + Arrays.toString(ids) + ": found values with the checksum "
                        + found + ", expected " + expected);
            }
        }
    }
}
