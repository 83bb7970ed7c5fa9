package dev.espalier.lab.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.lab.spec.CacheState;
import dev.espalier.lab.spec.ConnectionWay;
import dev.espalier.lab.spec.ReadWay;
import dev.espalier.lab.spec.RedisClientName;
import dev.espalier.lab.spec.SetHome;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.target.JdbcSessions;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.ServerAddress;
import dev.espalier.lab.target.StorageEngine;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.Targets;
import dev.espalier.lab.workload.KeyValueRows;
import dev.espalier.lab.workload.KeyValueSession;
import dev.espalier.lab.workload.UuidKeys;
import dev.espalier.lab.workload.UuidSession;
import dev.espalier.lab.workload.UuidSession.Found;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** Every store holds what it was filled with, and nothing else, however it is asked. */
class StoresTest {

    private static final KeyValueRows ROWS = new KeyValueRows(2_500, 11);
    private static final UuidKeys KEYS = new UuidKeys(2_500, 11);

    @TempDir
    private Path out;

    static Stream<String> keyValueStores() {
        return Stream.of(
                "sqlite select",
                "sqlite covering",
                "sqlite in",
                "mysql select",
                "mysql handler",
                "mysql covering",
                "mysql in",
                "mysql select MyISAM",
                "mysql select MEMORY",
                "mariadb select",
                "mariadb handler",
                "mariadb covering",
                "mariadb in",
                "mariadb select Aria",
                "postgres select",
                "postgres covering",
                "postgres in",
                "tidb select",
                "tidb covering",
                "tidb in",
                "redis lettuce",
                "redis lettuce_pipelined",
                "redis jedis",
                "valkey jedis",
                "tarantool",
                "ferretdb");
    }

    @ParameterizedTest
    @MethodSource("keyValueStores")
    void storesReadRowsByKey(String how) throws Exception {
        try (KeyValueStore store = keyValue(how)) {
            store.drop();
            assertThat(store.prepare(ROWS)).as("an empty store is filled").isTrue();
            assertThat(store.prepare(ROWS)).as("what is there serves again").isFalse();
            try (KeyValueSession session = store.connect()) {
                for (long id :
                        LongStream.of(1, 2, 999, 1_000, 1_001, ROWS.count()).toArray()) {
                    assertThat(session.read(new long[] {id})).as("row %d", id).isEqualTo(checksum(id));
                }
                assertThat(session.read(new long[] {5, 77, ROWS.count()}))
                        .as("several at once")
                        .isEqualTo(checksum(5) + checksum(77) + checksum(ROWS.count()));
                assertThat(session.read(new long[] {ROWS.count() + 1}))
                        .as("a row that is not there")
                        .isZero();
                session.reset();
                assertThat(session.read(new long[] {3})).as("after a reset").isEqualTo(checksum(3));
            }
            assertThat(store.sizeBytes()).isGreaterThanOrEqualTo(0);
            assertThat(store.prepare(new KeyValueRows(ROWS.count() + 1, 11)))
                    .as("other rows are made anew")
                    .isTrue();
            store.drop();
        }
    }

    private static long checksum(long id) {
        return KeyValueRows.checksum(ROWS.value1(id), ROWS.value2(id));
    }

    static Stream<String> uuidStores() {
        List<String> all = new ArrayList<>();
        for (String engine : List.of("sqlite", "mysql", "mariadb", "postgres", "tidb")) {
            for (ConnectionWay way : ConnectionWay.values()) {
                if (way != ConnectionWay.ASYNC || !engine.equals("sqlite")) { // it has no such driver
                    all.add(engine + " " + way.word());
                }
            }
        }
        for (RedisClientName client : RedisClientName.values()) {
            all.add("redis " + client.name().toLowerCase(Locale.ROOT));
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("uuidStores")
    void storesFindTheirKeysAndNoOthers(String how) throws Exception {
        try (UuidStore store = uuids(how)) {
            store.drop();
            assertThat(store.prepare(KEYS)).as("an empty set is filled").isTrue();
            assertThat(store.prepare(KEYS)).as("what is there serves again").isFalse();
            holdsTheKeys(store);
            assertThat(store.acquireNanos().map(waits -> waits.getTotalCount() > 0))
                    .as("waits for connections are counted where there are any")
                    .isEqualTo(
                            how.endsWith("pool") || how.endsWith("new")
                                    ? java.util.Optional.of(true)
                                    : java.util.Optional.empty());
            store.drop();
        }
    }

    @ParameterizedTest
    @EnumSource
    void inProcessSetHoldsItsKeys(SetHome home) throws Exception {
        for (int size : new int[] {1, 2, 3, 2_500}) {
            try (UuidStore store = new ProcessUuidStore(home)) {
                UuidKeys keys = new UuidKeys(size, 5);
                store.prepare(keys);
                try (UuidSession session = store.connect()) {
                    for (int number = 0; number < 2 * size; number++) {
                        assertThat(session.contains(keys.key(number)))
                                .as("%d of %d", number, size)
                                .isEqualTo(Found.of(number < size));
                    }
                }
                assertThat(store.sizeBytes()).as("bytes").isGreaterThanOrEqualTo(16L * size);
            }
        }
    }

    private static void holdsTheKeys(UuidStore store) throws Exception {
        try (UuidSession session = store.connect()) {
            for (int number : new int[] {0, 499, 500, 999, 1_000, KEYS.size() - 1}) {
                assertThat(session.contains(KEYS.key(number)))
                        .as("member %d", number)
                        .isEqualTo(Found.YES);
                assertThat(session.contains(KEYS.key(number + KEYS.size())))
                        .as("no member %d", number + KEYS.size())
                        .isEqualTo(Found.NO);
            }
        }
    }

    @Test
    void unsupportedFeatureIsRefusedByName() {
        assertThatThrownBy(() -> keyValue("sqlite handler"))
                .isInstanceOf(SpecException.class)
                .hasMessage("--way: found handler, which SQLite does not have; MySQL and MariaDB do");
        assertThatThrownBy(() -> keyValue("sqlite select Aria"))
                .isInstanceOf(SpecException.class)
                .hasMessage(
                        "--engine: found Aria, but SQLite has no storage engines to choose from; MySQL and MariaDB have");
    }

    @Test
    void passwordAloneBelongsToTheDefaultAccountOfRedis() throws Exception {
        ServerAddress known = address("redis");
        URI url = URI.create(known.url());
        try (Jedis server = new Jedis(
                new HostAndPort(url.getHost(), url.getPort()),
                DefaultJedisClientConfig.builder()
                        .user(known.user())
                        .password(known.password().reveal())
                        .build())) {
            String secret = UUID.randomUUID().toString();
            server.aclSetUser("default", "on", ">" + secret, "~*", "+@all");
            try {
                for (RedisClientName client : RedisClientName.values()) {
                    try (UuidStore store = new RedisUuidStore(
                            new ServerAddress(known.url(), "", Password.of(secret), Optional.empty()), client)) {
                        store.prepare(KEYS);
                        holdsTheKeys(store);
                        store.drop();
                    }
                }
            } finally {
                server.aclSetUser("default", "reset"); // off, as it was
            }
        }
    }

    private KeyValueStore keyValue(String how) {
        String[] words = how.split(" ");
        return switch (words[0]) {
            case "redis", "valkey" ->
                new RedisKeyValueStore(address(words[0]), RedisClientName.valueOf(words[1].toUpperCase(Locale.ROOT)));
            case "tarantool" -> new TarantoolKeyValueStore(address(words[0]));
            case "ferretdb" -> new MongoKeyValueStore(address(words[0]));
            default -> {
                TargetDatabase database = database(words[0], "espalier_lab_stores");
                yield new SqlKeyValueStore(
                        database,
                        JdbcSessions.of(database, "mysql", true),
                        ReadWay.valueOf(words[1].toUpperCase(Locale.ROOT)),
                        StorageEngine.of(database.target(), words.length > 2 ? words[2] : "", CacheState.WARM),
                        false);
            }
        };
    }

    private UuidStore uuids(String how) {
        String[] words = how.split(" ");
        if (words[0].equals("redis")) {
            return new RedisUuidStore(address("redis"), RedisClientName.valueOf(words[1].toUpperCase(Locale.ROOT)));
        }
        TargetDatabase database = database(words[0], "espalier_lab_uuids");
        return new SqlUuidStore(
                database,
                JdbcSessions.of(database, "mysql", true),
                ConnectionWay.valueOf(words[1].toUpperCase(Locale.ROOT)),
                StorageEngine.ONLY,
                2);
    }

    private TargetDatabase database(String engine, String name) {
        if (!engine.equals("sqlite")) {
            requireUp(engine);
        }
        Target target = targets().find(engine, "", Password.NONE);
        return target.database(name);
    }

    private ServerAddress address(String server) {
        requireUp(server);
        return targets().address(server, server, "", Password.NONE);
    }

    private static void requireUp(String server) {
        assumeThat(System.getenv("ESPALIER_" + server.toUpperCase(Locale.ROOT) + "_URL"))
                .as("%s is not up: servers/%s up, then eval \"$(servers/%s env)\"", server, server, server)
                .isNotNull();
    }

    private Targets targets() {
        return new Targets(out, out, System.getenv());
    }
}
