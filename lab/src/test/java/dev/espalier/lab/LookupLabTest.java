package dev.espalier.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.ConnectionWay;
import dev.espalier.lab.spec.DataSpec;
import dev.espalier.lab.spec.KeyValueSpec;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.ReadWay;
import dev.espalier.lab.spec.RedisClientName;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.UuidSetSpec;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Targets;
import dev.espalier.lab.workload.KeyValueRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The packs key-value and uuid-set on every target that is up. A wrong value, or a key that is not found, ends a run. */
@NullUnmarked // what it asks for was measured
class LookupLabTest {

    private static final LoadSpec OPERATIONS = new LoadSpec(0, Arrival.CONSTANT, 0, 600, 200, 0, 1, 3);

    @TempDir
    private Path out;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "noop",
                "sqlite",
                "mysql",
                "mariadb",
                "postgres",
                "tidb",
                "redis",
                "valkey",
                "tarantool",
                "ferretdb"
            })
    void storesReadRowsByKey(String target) throws IOException {
        LoadResult result = run(new KeyValueSpec(
                target,
                DataSpec.of("mysql", "espalier_lab_key_value_test", false),
                RedisClientName.LETTUCE,
                KeyValueSpec.Rows.of(2_000),
                new KeyValueSpec.Reads(ReadWay.SELECT, 500, 1, 0),
                List.of(3),
                OPERATIONS));

        LoadRun run = result.runs().get(0);
        assertThat(run.work().operations())
                .extracting(figures -> figures.type())
                .containsExactly("read");
        assertThat(run.work().allDone()).isEqualTo(3 * 200);
        assertThat(run.work().failures()).isEmpty();
        assertThat(result.server().engine()).isNotEmpty();
        if (!Stream.of("noop", "sqlite").toList().contains(target)) {
            assertThat(run.cost().serverCpuMicros())
                    .as("the server's process is watched")
                    .isNotNull();
        }
        assertThat(ResultFile.json(ResultFile.read(out)))
                .as("what was written is read back")
                .isEqualTo(ResultFile.json(result));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "noop",
                "sqlite",
                "mysql",
                "mariadb",
                "postgres",
                "tidb",
                "redis",
                "valkey",
                "hash-set",
                "sorted-array",
                "sorted-off-heap",
                "open-addressing"
            })
    void keysAreLookedUp(String target) throws IOException {
        LoadResult result = run(new UuidSetSpec(
                target,
                DataSpec.of("mysql", "espalier_lab_uuid_set_test", false),
                RedisClientName.JEDIS,
                ConnectionWay.THREAD,
                2_000,
                20,
                List.of(3),
                OPERATIONS));

        LoadRun run = result.runs().get(0);
        assertThat(run.work().operations())
                .extracting(figures -> figures.type())
                .containsExactly("hit", "miss");
        assertThat(run.work().operations())
                .allSatisfy(figures -> assertThat(figures.done()).isPositive());
        assertThat(run.work().failures()).isEmpty();
        assertThat(ResultFile.json(ResultFile.read(out)))
                .as("what was written is read back")
                .isEqualTo(ResultFile.json(result));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "mysql", "postgres"})
    void idsOfAFileAreReadFromNullableColumns(String target) throws IOException {
        Path ids = Files.writeString(out.resolve("ids"), "9000000000\n17\n-3\n\n 500000 \n");
        LoadResult result = run(new KeyValueSpec(
                target,
                DataSpec.of("mysql", "espalier_lab_key_value_sparse", false),
                RedisClientName.LETTUCE,
                new KeyValueSpec.Rows(2_000, true, ids.toString()),
                new KeyValueSpec.Reads(ReadWay.SELECT, 50, 1, 0),
                List.of(3),
                OPERATIONS));

        assertThat(result.runs().get(0).work().allDone())
                .as("each value is checked")
                .isEqualTo(3 * 200);
        assertThat(ResultFile.json(ResultFile.read(out)))
                .as("what was written is read back")
                .isEqualTo(ResultFile.json(result));
        for (String wrong : List.of("7\n7\n", "seven\n", "")) {
            Files.writeString(ids, wrong);
            assertThatThrownBy(() -> KeyValueRows.ofIds(ids, 1))
                    .isInstanceOf(SpecException.class)
                    .hasMessageStartingWith("--ids: found ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mariadb", "postgres", "tidb"})
    void keysAreLookedUpByAnAsynchronousDriver(String target) {
        LoadResult result = run(new UuidSetSpec(
                target,
                DataSpec.of("mysql", "espalier_lab_uuid_set_test", false),
                RedisClientName.JEDIS,
                ConnectionWay.ASYNC,
                2_000,
                20,
                List.of(3),
                OPERATIONS));

        LoadRun run = result.runs().get(0);
        assertThat(run.work().operations())
                .as("a wrong answer ends the run")
                .extracting(figures -> figures.type())
                .containsExactly("hit", "miss");
        assertThat(run.work().allDone()).isEqualTo(3 * 200);
        assertThat(run.work().failures()).isEmpty();
        assertThat(run.cost().connecting())
                .as("each thread keeps its own connection")
                .isNull();
        assertThat(result.driverOptions()).containsValue("an R2DBC connection for each thread");
    }

    @Test
    void asynchronousWayOfADatabaseWithoutSuchADriverIsRefused() {
        assertThatThrownBy(() -> new UuidSetSpec(
                        "sqlite",
                        DataSpec.of("mysql", "", false),
                        RedisClientName.JEDIS,
                        ConnectionWay.ASYNC,
                        2_000,
                        0,
                        List.of(3),
                        OPERATIONS))
                .isInstanceOf(SpecException.class)
                .hasMessageStartingWith("--way: found async and --on sqlite, expected mysql, mariadb, postgres, tidb");
    }

    @Test
    void waitsForAConnectionAreCountedSeparately() {
        LoadResult result = run(new UuidSetSpec(
                "sqlite",
                DataSpec.of("mysql", "espalier_lab_uuid_set_test", false),
                RedisClientName.JEDIS,
                ConnectionWay.POOL,
                2_000,
                0,
                List.of(2),
                OPERATIONS));

        assertThat(result.runs().get(0).cost().connecting().count())
                .isEqualTo(result.runs().get(0).work().allDone());
    }

    @Test
    void eachConnectionReadsItsShareTheGivenNumberOfTimes() {
        LoadResult result = run(new KeyValueSpec(
                "sqlite",
                DataSpec.of("mysql", "espalier_lab_key_value_test", false),
                RedisClientName.LETTUCE,
                KeyValueSpec.Rows.of(2_000),
                new KeyValueSpec.Reads(ReadWay.IN, 100, 7, 3),
                List.of(2),
                OPERATIONS));

        // 50 ids for each of two connections: seven times seven and one, three times over
        assertThat(result.runs().get(0).work().allDone()).isEqualTo(2 * 3 * 8);
    }

    private LoadResult run(PackSpec spec) {
        String variable = "ESPALIER_" + spec.target().toUpperCase(Locale.ROOT) + "_URL";
        if (List.of("mysql", "mariadb", "postgres", "tidb", "redis", "valkey", "tarantool", "ferretdb")
                .contains(spec.target())) {
            assumeThat(System.getenv(variable))
                    .as(
                            "%s is not up: servers/%s up, then eval \"$(servers/%s env)\"",
                            spec.target(), spec.target(), spec.target())
                    .isNotNull();
        }
        Targets targets = new Targets(out, out.resolve("data"), System.getenv());
        try {
            Files.createDirectories(out.resolve("data"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new LoadLab(spec, targets, out).run("", Password.NONE, new LoadLab.Watcher() {
            @Override
            public SecondWatcher starts(int number, int of, String title) {
                return SecondWatcher.NONE;
            }

            @Override
            public void ended(LoadRun run) {
                assertThat(run.course().partial()).isFalse();
            }
        });
    }
}
