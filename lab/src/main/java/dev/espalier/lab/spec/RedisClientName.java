package dev.espalier.lab.spec;

/** The clients of Redis's protocol. */
public enum RedisClientName {
    /** Lettuce, a connection and a blocking call for each thread. */
    LETTUCE,
    /** Lettuce, all threads over one connection, which sends what is there without waiting for the answers before. */
    LETTUCE_PIPELINED,
    /** Jedis, a connection for each thread. */
    JEDIS;

    /** @return the name as it is written on the command line and in results */
    public String word() {
        return Words.of(this);
    }
}
