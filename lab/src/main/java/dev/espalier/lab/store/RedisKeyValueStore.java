package dev.espalier.lab.store;

import dev.espalier.lab.spec.RedisClientName;
import dev.espalier.lab.target.ServerAddress;
import dev.espalier.lab.workload.KeyValueRows;
import dev.espalier.lab.workload.KeyValueSession;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/** A string of 12 bytes for each row: the whole number and the floating one; its key is {@code kv:} and the id, decimal. Thread-safe. */
public final class RedisKeyValueStore extends RedisStore<KeyValueRows, KeyValueSession> implements KeyValueStore {

    private static final String PREFIX = "kv:";
    private static final String COUNT = "kv-count";
    private static final int FILLERS = 2;

    /**
     * Connects to nothing yet.
     *
     * @param address of a server of Redis's protocol
     * @param client that reads
     */
    public RedisKeyValueStore(ServerAddress address, RedisClientName client) {
        super(address, client, "GET, MGET");
    }

    @Override
    public boolean prepare(KeyValueRows rows) {
        try (Jedis jedis = server().jedis()) {
            if ((rows.count() + "," + rows.seed()).equals(jedis.get(COUNT))) {
                return false;
            }
            jedis.flushDB();
            Fill.run(1, rows.count() + 1, ROWS_AT_ONCE, FILLERS, "Redis", () -> new Filler(server().jedis(), rows));
            jedis.set(COUNT, rows.count() + "," + rows.seed());
            return true;
        }
    }

    private record Filler(Jedis jedis, KeyValueRows rows) implements Fill.Writer {

        @Override
        public void write(long from, long to) {
            Pipeline pipeline = jedis.pipelined();
            for (long id = from; id < to; id++) {
                pipeline.set(
                        key(id),
                        ByteBuffer.allocate(12)
                                .putInt(rows.value1(id))
                                .putDouble(rows.value2(id))
                                .array());
            }
            pipeline.sync();
        }

        @Override
        public void close() {
            jedis.close();
        }
    }

    private static byte[] key(long id) {
        return (PREFIX + id).getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public KeyValueSession connect() {
        return new Session(server(), client());
    }

    private static final class Session extends RedisSession implements KeyValueSession {

        Session(RedisServer server, RedisClientName client) {
            super(server, client);
        }

        @Override
        public long read(long[] ids) throws Exception {
            byte[][] keys = new byte[ids.length][];
            for (int index = 0; index < ids.length; index++) {
                keys[index] = key(ids[index]);
            }
            List<byte[]> values = reader().get(keys);
            long checksum = 0;
            for (byte[] value : values) {
                if (value != null) {
                    ByteBuffer bytes = ByteBuffer.wrap(value);
                    checksum += KeyValueRows.checksum(bytes.getInt(), bytes.getDouble());
                }
            }
            return checksum;
        }
    }
}
