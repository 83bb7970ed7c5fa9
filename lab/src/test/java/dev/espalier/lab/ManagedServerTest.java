package dev.espalier.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.CacheState;
import dev.espalier.lab.spec.ConnectionWay;
import dev.espalier.lab.spec.DistributionName;
import dev.espalier.lab.spec.FortyTablesLoad;
import dev.espalier.lab.spec.FortyTablesSpec;
import dev.espalier.lab.spec.KeyValueSpec;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.spec.OltpLoad;
import dev.espalier.lab.spec.OltpSpec;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.ReadWay;
import dev.espalier.lab.spec.RedisClientName;
import dev.espalier.lab.spec.ServerSpec;
import dev.espalier.lab.spec.UuidSetSpec;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.TargetException;
import dev.espalier.lab.target.Targets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads on servers that the lab starts for itself, on a port and in a folder of their own: cold, with settings, with an allocator. */
class ManagedServerTest {

    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final Path SERVERS = HOME.resolve("servers/.data/managed-test");
    private static final ServerSpec COLD = new ServerSpec(CacheState.COLD, Map.of(), "");

    @TempDir
    private Path out;

    private String started = "";

    @AfterEach
    void endTheServer() throws IOException, InterruptedException {
        if (!started.isEmpty()) {
            ProcessBuilder down = new ProcessBuilder(HOME.resolve("servers").resolve(started).toString(), "down", "--purge");
            down.environment().put("ESPALIER_SERVERS", SERVERS.toString());
            assertThat(down.inheritIO().start().waitFor()).isZero();
        }
    }

    /** Where servers of this name can be had here, they are up already. */
    private Targets ownServer(String engine) throws IOException {
        String prefix = "ESPALIER_" + engine.toUpperCase(Locale.ROOT);
        assumeThat(System.getenv(prefix + "_URL")).as("%s is not up: servers/%s up, then eval \"$(servers/%s env)\"", engine, engine, engine).isNotNull();
        Files.createDirectories(SERVERS);
        started = engine;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new Targets(HOME, out, Map.of("ESPALIER_SERVERS", SERVERS.toString(), prefix + "_PORT", Integer.toString(socket.getLocalPort())));
        }
    }

    private LoadResult run(PackSpec spec, Targets targets) {
        return new LoadLab(spec, targets, out).run("", Password.NONE, new LoadLab.Watcher() {
            @Override
            public SecondWatcher starts(int number, int of, String title) {
                return SecondWatcher.NONE;
            }

            @Override
            public void ended(LoadRun run) {
                assertThat(run.partial()).isFalse();
            }
        });
    }

    private static LoadSpec loading(int repeats, ServerSpec server) {
        return new LoadSpec(0, Arrival.CONSTANT, 0, 600, 20, 10, repeats, 5, server);
    }

    private static OltpSpec oltp(String engine, int repeats, ServerSpec server) {
        return new OltpSpec(engine, "mariadb", OltpLoad.READ_WRITE, 2, 50_000, "", DistributionName.UNIFORM, List.of(2), true, "espalier_cold_oltp",
                loading(repeats, server), true);
    }

    private static void isCold(LoadRun run) {
        assertThat(run.server().cold()).as(run.server().howCold()).isTrue();
        assertThat(run.server().cache().inMemoryBytes()).as("under a hundredth of %s bytes", run.server().cache().dataBytes())
                .isLessThan(run.server().cache().dataBytes() / 100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mariadb", "postgres"})
    void eachColdRunBeginsWithLessThanAHundredthOfTheDataInMemory(String engine) throws IOException {
        LoadResult result = run(oltp(engine, 2, COLD), ownServer(engine));

        assertThat(result.runs().size()).isEqualTo(2);
        result.runs().forEach(ManagedServerTest::isCold);
        assertThat(result.notCold()).isEmpty();
        assertThat(ResultFile.json(ResultFile.read(out))).as("what was written is read back").isEqualTo(ResultFile.json(result));
    }

    @Test
    void everyPackRunsCold() throws IOException {
        Targets targets = ownServer("mysql");
        List<PackSpec> packs = List.of(
                new KeyValueSpec("mysql", "mariadb", RedisClientName.LETTUCE, ReadWay.SELECT, "", 200_000, 1_000, 1, 0, List.of(2), "espalier_cold_kv",
                        loading(1, COLD), false),
                new UuidSetSpec("mysql", "mariadb", RedisClientName.LETTUCE, ConnectionWay.POOL, 200_000, 0, "", List.of(2), "espalier_cold_uuid",
                        loading(2, COLD), false),
                new FortyTablesSpec("mysql", "mariadb", FortyTablesLoad.INSERT_FULL, 2, 10_000, 100, "", List.of(2), "espalier_cold_forty",
                        loading(1, COLD), false));

        packs.forEach(pack -> run(pack, targets).runs().forEach(ManagedServerTest::isCold));
    }

    @Test
    void aFileIsColdWhenTheOperatingSystemHasForgottenIt() {
        LoadResult result = run(oltp("sqlite", 1, COLD), new Targets(HOME, out, Map.of()));

        // not every file system forgets
        assertThat(result.runs().get(0).server().cache().level()).isIn("cold", "reopened");
        assertThat(result.notCold().isEmpty()).isEqualTo(result.runs().get(0).server().cold());
    }

    @Test
    void aRunThatIsNotColdSaysSo() throws IOException {
        ServerSpec loadsBack = new ServerSpec(CacheState.COLD, Map.of("innodb_buffer_pool_load_at_startup", "ON"), "");
        LoadResult result = run(oltp("mysql", 1, loadsBack), ownServer("mysql"));

        assertThat(result.notCold().size()).isEqualTo(1);
        assertThat(result.runs().get(0).server().howCold()).isEqualTo("restarted; server restarted, but it loads back what it had in memory");
        assertThat(run(new OltpSpec("noop", "mariadb", OltpLoad.READ_ONLY, 1, 100, "", DistributionName.UNIFORM, List.of(1), true, "espalier_cold_oltp",
                loading(1, COLD), false), new Targets(HOME, out, Map.of())).notCold().size()).isEqualTo(1);
    }

    @Test
    void aServerIsStartedExactlyAsARunAsksFor() throws IOException {
        Targets targets = ownServer("mysql");
        LoadResult first = run(oltp("mysql", 1, new ServerSpec(CacheState.WARM, Map.of("max_connections", "321"), "")), targets);
        assertThat(first.server().variables()).containsEntry("max_connections", "321");
        assertThat(first.server().managed()).isTrue();
        assertThat(first.runs().get(0).server().allocator()).isNotEmpty();

        LoadResult second = run(oltp("mysql", 1, new ServerSpec(CacheState.WARM, Map.of("table_open_cache", "1234"), "malloc")), targets);
        assertThat(second.server().variables()).containsEntry("table_open_cache", "1234").containsEntry("max_connections", "1200");

        assertThatThrownBy(() -> run(oltp("mysql", 1, new ServerSpec(CacheState.WARM, Map.of("no_such_variable", "1"), "")), targets))
                .isInstanceOf(TargetException.class).hasMessageContaining("--set no_such_variable=1").hasMessageContaining("ended while starting");
        assertThatThrownBy(() -> run(oltp("mysql", 1, new ServerSpec(CacheState.WARM, Map.of(), "/no/such/library.so")), targets))
                .isInstanceOf(TargetException.class).hasMessageContaining("no library /no/such/library.so");
    }

    @Test
    void theAllocatorOfTheServersProcessStandsInTheResult() throws IOException, InterruptedException {
        Process known = new ProcessBuilder("sh", "-c", "PATH=$PATH:/sbin:/usr/sbin ldconfig -p | grep -q libjemalloc.so.2").start();
        assumeThat(known.waitFor()).as("jemalloc is installed, else: apt-get install libjemalloc2").isZero();

        LoadResult result = run(oltp("mysql", 1, new ServerSpec(CacheState.COLD, Map.of(), "jemalloc")), ownServer("mysql"));

        assertThat(result.runs().get(0).server().allocator()).startsWith("libjemalloc.so");
        isCold(result.runs().get(0));
    }
}
