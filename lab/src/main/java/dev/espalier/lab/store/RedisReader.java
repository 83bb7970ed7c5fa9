package dev.espalier.lab.store;

import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import redis.clients.jedis.Jedis;

/** The reads of Redis's protocol that the packs need, over one of its clients. For one thread. */
interface RedisReader extends AutoCloseable {

    /** Returns the values of keys, in order; null for a missing key. */
    List<byte[]> get(byte[][] keys) throws Exception;

    /** Returns whether a set has a member. */
    boolean isMember(byte[] set, byte[] member) throws Exception;

    @Override
    void close();

    /** Jedis: a connection that one thread uses at a time. */
    record OverJedis(Jedis jedis) implements RedisReader {

        @Override
        public List<byte[]> get(byte[][] keys) {
            return keys.length == 1 ? oneOrNull(jedis.get(keys[0])) : jedis.mget(keys);
        }

        @Override
        public boolean isMember(byte[] set, byte[] member) {
            return jedis.sismember(set, member);
        }

        @Override
        public void close() {
            jedis.close();
        }
    }

    /**
     * Lettuce: commands are sent when they come, whether earlier ones were answered or not.
     *
     * @param connection of this reader's own, or of all
     * @param shared whether it is of all
     */
    record OverLettuce(StatefulRedisConnection<byte[], byte[]> connection, boolean shared) implements RedisReader {

        static final ByteArrayCodec BYTES = ByteArrayCodec.INSTANCE;

        @Override
        public List<byte[]> get(byte[][] keys) throws Exception {
            if (keys.length == 1) {
                return oneOrNull(answer(connection.async().get(keys[0])));
            }
            List<byte[]> values = new ArrayList<>(keys.length);
            for (KeyValue<byte[], byte[]> each : answer(connection.async().mget(keys))) {
                values.add(each.getValueOrElse(null));
            }
            return values;
        }

        @Override
        public boolean isMember(byte[] set, byte[] member) throws Exception {
            return answer(connection.async().sismember(set, member));
        }

        private static <T> T answer(RedisFuture<T> future) throws Exception {
            try {
                return future.get();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            }
        }

        @Override
        public void close() {
            if (!shared) {
                connection.close();
            }
        }
    }

    private static List<byte[]> oneOrNull(byte[] value) {
        List<byte[]> one = new ArrayList<>(1);
        one.add(value);
        return one;
    }
}
