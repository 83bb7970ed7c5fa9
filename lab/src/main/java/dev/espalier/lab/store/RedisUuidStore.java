package dev.espalier.lab.store;

import dev.espalier.lab.spec.RedisClientName;
import dev.espalier.lab.target.ServerAddress;
import dev.espalier.lab.workload.UuidKeys;
import dev.espalier.lab.workload.UuidSession;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import redis.clients.jedis.Jedis;

/** One set of Redis's whose members are the 16 bytes of each key. Thread-safe. */
public final class RedisUuidStore extends RedisStore<UuidKeys, UuidSession> implements UuidStore {

    private static final byte[] SET = "uuids".getBytes(StandardCharsets.US_ASCII);
    private static final int MEMBERS_AT_ONCE = 1_000;

    /**
     * Connects to nothing yet.
     *
     * @param address of a server of Redis's protocol
     * @param client that asks
     */
    public RedisUuidStore(ServerAddress address, RedisClientName client) {
        super(address, client, "SISMEMBER");
    }

    @Override
    public boolean prepare(UuidKeys keys) {
        try (Jedis jedis = server().jedis()) {
            if (jedis.scard(SET) == keys.size() && jedis.sismember(SET, bytes(keys.key(keys.size() - 1L)))) {
                return false;
            }
            jedis.flushDB();
            Fill.run(0, keys.size(), MEMBERS_AT_ONCE, 1, "Redis", () -> new Filler(server().jedis(), keys));
            return true;
        }
    }

    private record Filler(Jedis jedis, UuidKeys keys) implements Fill.Writer {

        @Override
        public void write(long from, long to) {
            byte[][] members = new byte[(int) (to - from)][];
            for (int index = 0; index < members.length; index++) {
                members[index] = bytes(keys.key(from + index));
            }
            jedis.sadd(SET, members);
        }

        @Override
        public void close() {
            jedis.close();
        }
    }

    static byte[] bytes(UUID key) {
        return ByteBuffer.allocate(16)
                .putLong(key.getMostSignificantBits())
                .putLong(key.getLeastSignificantBits())
                .array();
    }

    @Override
    public UuidSession connect() {
        return new Session(server(), client());
    }

    private static final class Session extends RedisSession implements UuidSession {

        Session(RedisServer server, RedisClientName client) {
            super(server, client);
        }

        @Override
        public Found contains(UUID key) throws Exception {
            return Found.of(reader().isMember(SET, bytes(key)));
        }
    }
}
