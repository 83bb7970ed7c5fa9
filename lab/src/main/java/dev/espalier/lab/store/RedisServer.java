package dev.espalier.lab.store;

import dev.espalier.lab.spec.RedisClientName;
import dev.espalier.lab.target.ServerAddress;
import dev.espalier.lab.target.ServerFacts;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StaticCredentialsProvider;
import io.lettuce.core.api.StatefulRedisConnection;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** A server of Redis's protocol: Redis, Valkey. Makes connections of both clients. Thread-safe. */
final class RedisServer implements AutoCloseable {

    private final URI url;
    private final ServerAddress address;
    private final RedisClient lettuce;
    /** The connection that readers share, opened on first use. */
    private @Nullable StatefulRedisConnection<byte[], byte[]> shared;

    /** Connects to nothing yet. */
    RedisServer(ServerAddress address) {
        this.address = address;
        this.url = URI.create(address.url());
        RedisURI uri = RedisURI.builder()
                .withHost(url.getHost())
                .withPort(url.getPort())
                .build();
        uri.setCredentialsProvider(new StaticCredentialsProvider(
                user(), address.password().reveal().toCharArray()));
        this.lettuce = RedisClient.create(uri);
    }

    /** Returns the user: a password alone belongs to the default account (Redis's manual, AUTH). */
    private String user() {
        return address.user().isEmpty() && !address.password().reveal().isEmpty() ? "default" : address.user();
    }

    Jedis jedis() {
        return new Jedis(
                new HostAndPort(url.getHost(), url.getPort()),
                DefaultJedisClientConfig.builder()
                        .user(user())
                        .password(address.password().reveal())
                        .autoNegotiateProtocol(false)
                        .build());
    }

    /** Binary keys and values, read one by one or several at once, over the client of that name. */
    RedisReader reader(RedisClientName client) {
        return switch (client) {
            case LETTUCE -> new RedisReader.OverLettuce(lettuce.connect(RedisReader.OverLettuce.BYTES), false);
            case LETTUCE_PIPELINED -> new RedisReader.OverLettuce(shared(), true);
            case JEDIS -> new RedisReader.OverJedis(jedis());
        };
    }

    private synchronized StatefulRedisConnection<byte[], byte[]> shared() {
        if (shared == null) {
            shared = lettuce.connect(RedisReader.OverLettuce.BYTES);
        }
        return shared;
    }

    String url() {
        return address.url();
    }

    /** Returns the facts for the result: version, client, all variables except passwords. */
    ServerFacts facts(RedisClientName client) {
        try (Jedis jedis = jedis()) {
            Map<String, String> info = jedis.info("server")
                    .lines()
                    .filter(line -> line.contains(":"))
                    .collect(Collectors.toMap(
                            line -> line.substring(0, line.indexOf(':')),
                            line -> line.substring(line.indexOf(':') + 1).strip()));
            Map<String, String> variables = new TreeMap<>(jedis.configGet("*"));
            variables.replaceAll((name, value) -> name.contains("pass") || name.contains("auth") ? "(hidden)" : value);
            boolean valkey = info.containsKey("valkey_version");
            return new ServerFacts(
                    valkey ? "Valkey" : "Redis",
                    info.getOrDefault(valkey ? "valkey_version" : "redis_version", "unknown"),
                    client.word(),
                    address.url(),
                    address.server().isPresent(),
                    variables);
        }
    }

    /** Returns the memory that the server has taken for its data. */
    long usedBytes() {
        try (Jedis jedis = jedis()) {
            return jedis.info("memory")
                    .lines()
                    .filter(line -> line.startsWith("used_memory_dataset:"))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
                    .findFirst()
                    .orElse(0);
        }
    }

    @Override
    public void close() {
        lettuce.shutdown();
    }
}
