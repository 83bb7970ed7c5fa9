package dev.espalier.lab.store;

import dev.espalier.lab.spec.RedisClientName;
import dev.espalier.lab.target.ServerAddress;
import dev.espalier.lab.target.ServerFacts;
import dev.espalier.lab.workload.Session;
import java.util.Optional;
import redis.clients.jedis.Jedis;

/** A server of Redis's protocol, whose first database is the lab's alone. */
abstract class RedisStore<K, S extends Session> implements Store<K, S> {

    private final RedisServer server;
    private final RedisClientName client;
    private final String commands;

    /** @param commands by which it is asked */
    RedisStore(ServerAddress address, RedisClientName client, String commands) {
        this.server = new RedisServer(address);
        this.client = client;
        this.commands = commands;
    }

    final RedisServer server() {
        return server;
    }

    /** Returns the client for reads; Jedis fills the set. */
    final RedisClientName client() {
        return client;
    }

    @Override
    public final ServerFacts facts() {
        return server.facts(client);
    }

    @Override
    public final Optional<String> url() {
        return Optional.of(server.url());
    }

    @Override
    public final long sizeBytes() {
        return server.usedBytes();
    }

    @Override
    public final String road() {
        return commands + " over " + client.word();
    }

    @Override
    public final void drop() {
        try (Jedis jedis = server.jedis()) {
            jedis.flushDB();
        }
    }

    @Override
    public final void close() {
        server.close();
    }
}
