package dev.espalier.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.Mark;
import dev.espalier.lab.measure.SecondFigures;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.CacheState;
import dev.espalier.lab.spec.ConnectionWay;
import dev.espalier.lab.spec.DataSpec;
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
import dev.espalier.lab.spec.WorkingSetSize;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.ServerScript;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.TargetException;
import dev.espalier.lab.target.Targets;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads on servers that the lab starts for itself, on a port and in a folder of their own: cold, with settings, with an allocator. */
@NullUnmarked // what it asks for was measured
class ManagedServerTest {

    private static final ServerSpec COLD = new ServerSpec(CacheState.COLD, Map.of(), "");

    private static final int SECONDS_AFTER_RESTART = 3;

    @TempDir
    private Path out;

    /** Of every engine one, whose data folder is made once. Each test starts it anew, with none of the settings of the test before. */
    private static final Map<String, OwnServer> SERVERS = new TreeMap<>();

    private OwnServer server;

    private Targets ownServer(String engine) throws IOException {
        if (!SERVERS.containsKey(engine)) {
            SERVERS.put(engine, OwnServer.of(engine, out));
        }
        server = SERVERS.get(engine);
        return server.targets();
    }

    @AfterEach
    void endTheServer() {
        if (server != null) {
            server.stop();
        }
    }

    @AfterAll
    static void removeTheServers() {
        SERVERS.values().forEach(OwnServer::close);
        SERVERS.clear();
    }

    private LoadResult run(PackSpec spec, Targets targets) {
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

    private static LoadSpec loading(int repeats, ServerSpec server) {
        return new LoadSpec(0, Arrival.CONSTANT, 0, 600, 20, 10, repeats, 5, server);
    }

    /** So many rows that what a server reads for itself is less than a hundredth of them. */
    private static OltpSpec oltp(String engine, int repeats, ServerSpec server) {
        return oltp(engine, "espalier_cold_oltp", 50_000, repeats, server);
    }

    private static OltpSpec smallOltp(String engine, ServerSpec server) {
        return oltp(engine, "espalier_small_oltp", 1_000, 1, server);
    }

    private static OltpSpec oltp(String engine, String database, int rows, int repeats, ServerSpec server) {
        return new OltpSpec(
                engine,
                DataSpec.of("mariadb", database, true),
                OltpLoad.READ_WRITE,
                new OltpSpec.Size(2, rows),
                DistributionName.UNIFORM,
                List.of(2),
                true,
                loading(repeats, server));
    }

    private static void isCold(LoadRun run) {
        assertThat(run.server().cold()).as(run.server().howCold()).isTrue();
        assertThat(run.server().cache().inMemoryBytes())
                .as("under a hundredth of %s bytes", run.server().cache().dataBytes())
                .isLessThan(run.server().cache().dataBytes() / 100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mariadb", "postgres"})
    void eachColdRunBeginsWithLessThanAHundredthOfTheDataInMemory(String engine) throws IOException {
        LoadResult result = run(oltp(engine, 2, COLD), ownServer(engine));

        assertThat(result.runs().size()).isEqualTo(2);
        result.runs().forEach(ManagedServerTest::isCold);
        assertThat(result.notCold()).isEmpty();
        assertThat(ResultFile.json(ResultFile.read(out)))
                .as("what was written is read back")
                .isEqualTo(ResultFile.json(result));
    }

    /** The server is restarted once, in the first second that is reported; the run ends when it has gone on for a while. */
    @Test
    void runSurvivesARestartAndMarksIt() throws IOException {
        Targets targets = ownServer("mysql");
        ServerScript script = targets.find("mysql", "", Password.NONE).server().orElseThrow();
        Thread restart = new Thread(script::restart);
        OltpSpec spec = new OltpSpec(
                "mysql",
                DataSpec.of("mariadb", "espalier_restarted", false),
                OltpLoad.READ_WRITE,
                new OltpSpec.Size(2, 1_000),
                DistributionName.UNIFORM,
                List.of(4),
                true,
                new LoadSpec(0, Arrival.CONSTANT, 0, 600, 0, 10, 1, 5));
        List<Integer> secondsAfter = new CopyOnWriteArrayList<>();
        LoadLab lab = new LoadLab(spec, targets, out);

        LoadResult result = lab.run("", Password.NONE, new LoadLab.Watcher() {
            @Override
            public SecondWatcher starts(int number, int of, String title) {
                return (second, resources) -> {
                    if (second.second() == 0) {
                        restart.start();
                    } else if (!restart.isAlive() && second.done() > 0) {
                        secondsAfter.add(second.second());
                        if (secondsAfter.size() == SECONDS_AFTER_RESTART) {
                            lab.stop();
                        }
                    }
                };
            }

            @Override
            public void ended(LoadRun run) {
                assertThat(run.work().failures()).as("connections were cut").isNotEmpty();
            }
        });

        LoadRun run = result.runs().get(0);
        assertThat(run.marks()).extracting(Mark::kind).contains(Mark.Kind.RESTART);
        assertThat(run.timeline().stream().filter(second -> second.done() > 0).map(SecondFigures::second))
                .as("seconds in which something was done")
                .containsAll(secondsAfter);
    }

    @Test
    void everyPackRunsCold() throws IOException {
        Targets targets = ownServer("mysql");
        List<PackSpec> packs = List.of(
                new KeyValueSpec(
                        "mysql",
                        DataSpec.of("mariadb", "espalier_cold_kv", false),
                        RedisClientName.LETTUCE,
                        KeyValueSpec.Rows.of(200_000),
                        new KeyValueSpec.Reads(ReadWay.SELECT, 1_000, 1, 0),
                        List.of(2),
                        loading(1, COLD)),
                new UuidSetSpec(
                        "mysql",
                        DataSpec.of("mariadb", "espalier_cold_uuid", false),
                        RedisClientName.LETTUCE,
                        ConnectionWay.POOL,
                        200_000,
                        0,
                        List.of(2),
                        loading(2, COLD)),
                new FortyTablesSpec(
                        "mysql",
                        DataSpec.of("mariadb", "espalier_cold_forty", false),
                        FortyTablesLoad.INSERT_FULL,
                        new FortyTablesSpec.Size(2, 10_000),
                        100,
                        WorkingSetSize.Of.ROWS,
                        List.of(2),
                        loading(1, COLD)));

        packs.forEach(pack -> run(pack, targets).runs().forEach(ManagedServerTest::isCold));
    }

    private static FortyTablesSpec aTenth(ServerSpec server) {
        return new FortyTablesSpec(
                "mysql",
                DataSpec.of("mariadb", "espalier_cold_working_set", true),
                FortyTablesLoad.SELECT_CPU_BOUND,
                new FortyTablesSpec.Size(2, 20_000),
                10,
                WorkingSetSize.Of.ROWS,
                List.of(4),
                new LoadSpec(0, Arrival.CONSTANT, 0, 600, 2_000, 10, 1, 5, server));
    }

    /** After a cold start there are in the buffer those pages that the load has read: a tenth of them, not a few rows of every page. */
    @Test
    void workingSetMatchesTheReadsOfTheServer() throws IOException, SQLException {
        Targets targets = ownServer("mysql");
        LoadRun run = run(aTenth(COLD), targets).runs().get(0);

        isCold(run);
        TargetDatabase database =
                targets.find("mysql", "", Password.NONE).database(aTenth(COLD).database());
        try (Connection connection = database.connect(Map.of());
                Statement statement = connection.createStatement();
                ResultSet read = statement.executeQuery(
                        "SELECT COUNT(*) * @@innodb_page_size FROM information_schema.innodb_buffer_page"
                                + " WHERE table_name LIKE '`" + database.name() + "`.%'")) {
            read.next();
            assertThat((double) read.getLong(1))
                    .as("of %s", run.server().workingSet())
                    .isCloseTo(run.server().workingSet().bytes(), withinPercentage(30));
        }
        assertThat(run.pagesRead().orElseThrow())
                .as("of 16 KiB")
                .isGreaterThan(run.server().workingSet().bytes() / 2 / 16_384);
        assertThat(run(aTenth(ServerSpec.AS_IT_IS), targets)
                        .runs()
                        .get(0)
                        .pagesRead()
                        .orElseThrow())
                .as("what was read before is in memory")
                .isLessThan(run.pagesRead().orElseThrow() / 10);
        database.drop();
    }

    @Test
    void fileIsColdWithoutPagesInTheFileCache() {
        LoadResult result = run(oltp("sqlite", 1, COLD), new Targets(OwnServer.HOME, out, Map.of()));

        // not every file system forgets
        assertThat(result.runs().get(0).server().cache().level()).isIn("cold", "reopened");
        assertThat(result.notCold().isEmpty())
                .isEqualTo(result.runs().get(0).server().cold());
    }

    @Test
    void warmRunIsReportedAsWarm() throws IOException {
        Targets targets = ownServer("mysql");
        ServerSpec loadsBack = new ServerSpec(CacheState.COLD, Map.of("innodb_buffer_pool_load_at_startup", "ON"), "");
        ServerSpec forgets = new ServerSpec(CacheState.COLD, Map.of("innodb_buffer_pool_load_at_startup", "OFF"), "");
        LoadResult result = run(smallOltp("mysql", loadsBack), targets);

        assertThat(result.notCold().size()).isEqualTo(1);
        assertThat(result.runs().get(0).server().howCold())
                .isEqualTo("restarted; server restarted, but it loads back what it had in memory");
        assertThat(run(
                                new KeyValueSpec(
                                        "mysql",
                                        new DataSpec("mariadb", "MyISAM", "espalier_cold_isam", false),
                                        RedisClientName.LETTUCE,
                                        KeyValueSpec.Rows.of(2_000),
                                        new KeyValueSpec.Reads(ReadWay.SELECT, 1_000, 1, 0),
                                        List.of(2),
                                        loading(1, forgets)),
                                targets)
                        .runs()
                        .get(0)
                        .server()
                        .howCold())
                .as("only InnoDB says which pages are in memory")
                .startsWith("restarted; ")
                .endsWith("nobody says how many are in memory");
        assertThat(run(
                                new OltpSpec(
                                        "noop",
                                        DataSpec.of("mariadb", "espalier_cold_oltp", false),
                                        OltpLoad.READ_ONLY,
                                        new OltpSpec.Size(1, 100),
                                        DistributionName.UNIFORM,
                                        List.of(1),
                                        true,
                                        loading(1, COLD)),
                                new Targets(OwnServer.HOME, out, Map.of()))
                        .notCold()
                        .size())
                .isEqualTo(1);
    }

    @Test
    void serverIsStartedWithTheSettingsOfTheRun() throws IOException {
        Targets targets = ownServer("mysql");
        LoadResult first =
                run(smallOltp("mysql", new ServerSpec(CacheState.WARM, Map.of("max_connections", "321"), "")), targets);
        assertThat(first.server().variables()).containsEntry("max_connections", "321");
        assertThat(first.server().managed()).isTrue();
        assertThat(first.runs().get(0).server().allocator()).isNotEmpty();

        LoadResult second = run(
                smallOltp("mysql", new ServerSpec(CacheState.WARM, Map.of("table_open_cache", "1234"), "malloc")),
                targets);
        assertThat(second.server().variables())
                .containsEntry("table_open_cache", "1234")
                .containsEntry("max_connections", "1200");

        assertThatThrownBy(() -> run(
                        smallOltp("mysql", new ServerSpec(CacheState.WARM, Map.of("no_such_variable", "1"), "")),
                        targets))
                .isInstanceOf(TargetException.class)
                .hasMessageContaining("--set no_such_variable=1")
                .hasMessageContaining("ended while starting");
        assertThatThrownBy(() -> run(
                        smallOltp("mysql", new ServerSpec(CacheState.WARM, Map.of(), "/no/such/library.so")), targets))
                .isInstanceOf(TargetException.class)
                .hasMessageContaining("no library /no/such/library.so");
    }

    @Test
    void resultNamesTheAllocatorOfTheServer() throws IOException, InterruptedException {
        assumeInstalled("libjemalloc.so.2", "libjemalloc2");

        LoadResult result =
                run(smallOltp("mysql", new ServerSpec(CacheState.COLD, Map.of(), "jemalloc")), ownServer("mysql"));

        assertThat(result.runs().get(0).server().allocator()).startsWith("libjemalloc.so");
    }

    /** Redis is linked with jemalloc itself. */
    @Test
    void resultNamesThePreloadedAllocator() throws IOException, InterruptedException {
        assumeInstalled("libtcmalloc_minimal.so.4", "libtcmalloc-minimal4");
        Targets targets = ownServer("redis");

        assertThat(run(uuids("redis", "tcmalloc"), targets)
                        .runs()
                        .get(0)
                        .server()
                        .allocator())
                .startsWith("libtcmalloc_minimal.so");
        assertThat(run(uuids("redis", "malloc"), targets).runs().get(0).server().allocator())
                .doesNotContain("tcmalloc");
    }

    @Test
    void unsupportedAllocatorIsRefused() throws IOException, InterruptedException {
        assumeInstalled("libtcmalloc_minimal.so.4", "libtcmalloc-minimal4");
        Targets targets = ownServer("valkey");

        assertThatThrownBy(() -> run(uuids("valkey", "tcmalloc"), targets))
                .isInstanceOf(TargetException.class)
                .hasMessageContaining("is built for jemalloc, and cannot run with ");
    }

    private static UuidSetSpec uuids(String engine, String allocator) {
        return new UuidSetSpec(
                engine,
                DataSpec.of("mariadb", "espalier_allocator", false),
                RedisClientName.LETTUCE,
                ConnectionWay.THREAD,
                2_000,
                0,
                List.of(1),
                loading(1, new ServerSpec(CacheState.WARM, Map.of(), allocator)));
    }

    private static void assumeInstalled(String library, String debianPackage) throws IOException, InterruptedException {
        Process known =
                new ProcessBuilder("sh", "-c", "PATH=$PATH:/sbin:/usr/sbin ldconfig -p | grep -q " + library).start();
        assumeThat(known.waitFor())
                .as("%s is there, else: apt-get install %s", library, debianPackage)
                .isZero();
    }
}
