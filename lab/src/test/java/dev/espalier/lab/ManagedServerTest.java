package dev.espalier.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.Mark;
import dev.espalier.lab.measure.SecondFigures;
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
import dev.espalier.lab.target.ServerScript;
import dev.espalier.lab.target.TargetException;
import dev.espalier.lab.target.Targets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads on servers that the lab starts for itself, on a port and in a folder of their own: cold, with settings, with an allocator. */
class ManagedServerTest {

    private static final ServerSpec COLD = new ServerSpec(CacheState.COLD, Map.of(), "");

    @TempDir
    private Path out;

    private OwnServer server;

    private Targets ownServer(String engine) throws IOException {
        server = OwnServer.of(engine, out);
        return server.targets();
    }

    @AfterEach
    void endTheServer() {
        if (server != null) {
            server.close();
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

    /** The server is restarted once, in the first second that is told of. */
    @Test
    void aRestartIsSurvivedAndMarked() throws IOException {
        Targets targets = ownServer("mysql");
        ServerScript script = targets.find("mysql", "", Password.NONE).server().orElseThrow();
        Thread restart = new Thread(script::restart);
        OltpSpec spec = new OltpSpec("mysql", "mariadb", OltpLoad.READ_WRITE, 2, 1_000, "", DistributionName.UNIFORM, List.of(4), true,
                "espalier_restarted", new LoadSpec(0, Arrival.CONSTANT, 0, 25, 0, 10, 1, 5), false);

        LoadResult result = new LoadLab(spec, targets, out).run("", Password.NONE, new LoadLab.Watcher() {
            @Override
            public SecondWatcher starts(int number, int of, String title) {
                return (second, resources) -> {
                    if (second.second() == 0) {
                        restart.start();
                    }
                };
            }

            @Override
            public void ended(LoadRun run) {
                assertThat(run.failures()).as("connections were cut").isNotEmpty();
            }
        });

        LoadRun run = result.runs().get(0);
        assertThat(run.marks()).extracting(Mark::kind).contains(Mark.Kind.RESTART);
        SecondFigures last = run.timeline().get(run.timeline().size() - 2);
        assertThat(last.done()).as("done in second %d", last.second()).isPositive();
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
        LoadResult result = run(oltp("sqlite", 1, COLD), new Targets(OwnServer.HOME, out, Map.of()));

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
                loading(1, COLD), false), new Targets(OwnServer.HOME, out, Map.of())).notCold().size()).isEqualTo(1);
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
