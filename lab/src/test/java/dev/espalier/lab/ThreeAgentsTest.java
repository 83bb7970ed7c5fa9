package dev.espalier.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.lab.agent.Address;
import dev.espalier.lab.agent.AgentException;
import dev.espalier.lab.agent.AgentLink;
import dev.espalier.lab.agent.Agents;
import dev.espalier.lab.agent.Handshake;
import dev.espalier.lab.agent.Message;
import dev.espalier.lab.agent.Secret;
import dev.espalier.lab.measure.LatencyHistogram;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.MachinePart;
import dev.espalier.lab.measure.SecondFigures;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.measure.WatchedMachine;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.DataSpec;
import dev.espalier.lab.spec.DistributionName;
import dev.espalier.lab.spec.FortyTablesLoad;
import dev.espalier.lab.spec.FortyTablesSpec;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.spec.OltpLoad;
import dev.espalier.lab.spec.OltpSpec;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.WorkingSetSize;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.Targets;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Three agents on one machine make one load. */
@NullUnmarked // what it asks for was measured
class ThreeAgentsTest {

    private static final int CONNECTIONS = 8;
    private static final int OPERATIONS = 40;

    @TempDir
    private Path out;

    private final List<Agent> agents = new ArrayList<>();
    private final List<Thread> serving = new ArrayList<>();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private Path secret;

    @BeforeEach
    void startThreeAgents() throws IOException {
        secret = Files.writeString(out.resolve("secret"), "known to leader and agents\n");
        for (int number = 0; number < 3; number++) {
            Path folder = out.resolve("agent" + number);
            Agent agent = new Agent(
                    new Address("127.0.0.1", 0),
                    Secret.fromFile(secret),
                    targets(),
                    Password.NONE,
                    folder,
                    false,
                    told::add);
            Thread thread = new Thread(agent::serve, "agent " + number);
            thread.start();
            agents.add(agent);
            serving.add(thread);
        }
    }

    @AfterEach
    void endThem() throws InterruptedException {
        agents.forEach(Agent::close);
        for (Thread thread : serving) {
            thread.join();
        }
    }

    private Targets targets() {
        return new Targets(out, out.resolve("data"), System.getenv());
    }

    private Agents all() {
        return new Agents(agents.stream().map(Agent::address).toList(), List.of(), Secret.fromFile(secret));
    }

    private static final class Watching implements LoadLab.Watcher {

        private final List<SecondFigures> seconds = new CopyOnWriteArrayList<>();
        private final Runnable atTheFirstSecond;

        Watching(Runnable atTheFirstSecond) {
            this.atTheFirstSecond = atTheFirstSecond;
        }

        @Override
        public SecondWatcher starts(int number, int of, String title) {
            return (second, resources) -> {
                seconds.add(second);
                if (seconds.size() == 1) {
                    atTheFirstSecond.run();
                }
            };
        }

        @Override
        public void ended(LoadRun run) {
            // the result has it
        }
    }

    private LoadResult run(PackSpec spec, Agents by) {
        return new LoadLab(spec, targets(), out, by).run("", Password.NONE, new Watching(() -> {}));
    }

    private static OltpSpec oltp(String target, OltpLoad load, LoadSpec loading, String database, boolean keep) {
        return new OltpSpec(
                target,
                DataSpec.of("mariadb", database, keep),
                load,
                new OltpSpec.Size(2, 1_000),
                DistributionName.SPECIAL,
                List.of(CONNECTIONS),
                true,
                loading);
    }

    private static LoadSpec operations(int count) {
        return new LoadSpec(0, Arrival.CONSTANT, 0, 600, count, 100, 2, 4711);
    }

    private static LoadSpec seconds(int warmUp, int seconds) {
        return new LoadSpec(0, Arrival.CONSTANT, warmUp, seconds, 0, 0, 1, 4711);
    }

    @Test
    void threeMachinesDoTheSameOperationsAsOne() throws IOException {
        OltpSpec spec = oltp("noop", OltpLoad.READ_WRITE, operations(200), "espalier_sbtest", false);

        LoadResult alone = run(spec, Agents.NONE);
        LoadResult together = run(spec, all());

        assertThat(together.runs()).hasSize(2).allSatisfy(run -> {
            assertThat(run.course().connections()).isEqualTo(CONNECTIONS);
            assertThat(run.work().fingerprints())
                    .hasSize(CONNECTIONS)
                    .isEqualTo(alone.runs().get(0).work().fingerprints());
            assertThat(run.machines()).extracting(MachinePart::connections).containsExactly(2, 3, 3);
            assertThat(run.machines()).extracting(MachinePart::lost).containsOnlyNulls();
            assertThat(run.work().allDone()).isEqualTo(CONNECTIONS * 200);
            assertThat(run.course().partial()).isFalse();
        });
        assertThat(together.machines().keySet())
                .containsExactlyElementsOf(
                        agents.stream().map(agent -> agent.address().toString()).toList());
        assertThat(ResultFile.json(ResultFile.read(out)))
                .as("what was written is read back")
                .isEqualTo(ResultFile.json(together));
    }

    @Test
    void mergedPercentilesCoverAllOperations() {
        Watching watching = new Watching(() -> {});
        LoadSpec open = new LoadSpec(600, Arrival.POISSON, 1, 2, 0, 0, 1, 4711);
        LoadRun run = new LoadLab(
                        oltp("fixed-delay:2ms", OltpLoad.POINT_SELECT, open, "espalier_sbtest", false),
                        targets(),
                        out,
                        all())
                .run("", Password.NONE, watching)
                .runs()
                .get(0);

        LatencyHistogram together = new LatencyHistogram();
        run.machines().forEach(part -> together.add(part.response().decode()));
        LatencyHistogram bySecond = new LatencyHistogram();
        run.timeline().stream()
                .filter(second -> !second.phase().equals("warm-up"))
                .forEach(second -> second.operations()
                        .forEach(type -> bySecond.add(type.response().decode())));
        assertThat(run.response().count()).isEqualTo(together.count()).isEqualTo(bySecond.count());
        assertThat(run.response().maxNanos()).isEqualTo(together.maxNanos()).isEqualTo(bySecond.maxNanos());
        assertThat(percentiles(run.response())).isEqualTo(percentiles(together)).isEqualTo(percentiles(bySecond));
        assertThat(run.timeline().stream().mapToLong(SecondFigures::done).sum())
                .isEqualTo(run.work().allDone());
        assertThat((run.work().operations().get(0).done()
                                + run.work().operations().get(0).doneAfterEnd()
                                + run.work().backlog())
                        / 3.0)
                .as("the rate is of all machines, not of each or of one; a busy machine leaves a backlog")
                .isBetween(300.0, 1_200.0);
        assertThat(watching.seconds)
                .isNotEmpty()
                .allSatisfy(second -> assertThat(second.done())
                        .as("second %d as it was shown", second.second())
                        .isEqualTo(run.timeline().get(second.second()).done()));
    }

    private static List<Long> percentiles(LatencyHistogram times) {
        return IntStream.rangeClosed(1, 1_000)
                .mapToObj(permille -> times.percentileNanos(permille / 10.0))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "postgres"})
    void theTargetHasWhatAllMachinesHaveDone(String engine) throws SQLException {
        assumeThat(System.getenv("ESPALIER_" + engine.toUpperCase(Locale.ROOT) + "_URL"))
                .as("%s is up", engine)
                .isNotNull();
        TargetDatabase targetDatabase =
                targets().find(engine, "", Password.NONE).database("espalier_lab_agents");
        try {
            LoadResult result =
                    run(oltp(engine, OltpLoad.INSERT, operations(OPERATIONS), targetDatabase.name(), true), all());

            long done = result.runs().stream()
                    .mapToLong(run -> run.work().allDone())
                    .sum();
            assertThat(done).isEqualTo(2 * CONNECTIONS * OPERATIONS);
            try (Connection connection = targetDatabase.connect(Map.of());
                    Statement statement = connection.createStatement();
                    ResultSet count = statement.executeQuery(
                            "SELECT (SELECT COUNT(*) FROM sbtest1) + (SELECT COUNT(*) FROM sbtest2)")) {
                count.next();
                assertThat(count.getLong(1)).isEqualTo(2 * 1_000 + done);
            }
            assertThat(result.runs().get(0).cost().counters()).isNotEmpty();
        } finally {
            targetDatabase.drop();
        }
    }

    @Test
    void insertsOfSeveralMachinesUseDistinctKeys() {
        assumeThat(System.getenv("ESPALIER_MYSQL_URL")).as("MySQL is up").isNotNull();
        FortyTablesSpec inserts = new FortyTablesSpec(
                "mysql",
                DataSpec.of("mariadb", "espalier_lab_agents_forty", false),
                FortyTablesLoad.INSERT_FULL,
                new FortyTablesSpec.Size(4, 400),
                5,
                WorkingSetSize.Of.ROWS,
                List.of(CONNECTIONS),
                operations(OPERATIONS));

        LoadResult result = run(inserts, all());

        assertThat(result.runs())
                .hasSize(2)
                .allSatisfy(run -> assertThat(run.work().allDone()).isEqualTo(CONNECTIONS * OPERATIONS));
        assertThat(targets()
                        .find("mysql", "", Password.NONE)
                        .database("espalier_lab_agents_forty")
                        .exists())
                .as("dropped in the end")
                .isFalse();
    }

    @Test
    void clientWithoutTheSecretIsRefused() throws IOException {
        Address address = agents.get(0).address();
        Secret wrong = Secret.fromFile(Files.writeString(out.resolve("wrong"), "known to somebody else"));

        assertThatThrownBy(() -> Handshake.connect(address, wrong))
                .isInstanceOf(AgentException.class)
                .hasMessage(
                        "the agent at " + address + " refused the secret, expected the one that it was started with");
        try (Socket stranger = new Socket(address.host(), address.port())) {
            stranger.getOutputStream().write(new byte[64]);
            DataInputStream in = new DataInputStream(stranger.getInputStream());
            in.skipNBytes("Espalier lab agent 1\n".length() + 32);
            assertThat(in.read()).isZero();
            assertThat(in.read()).as("nothing more is said").isNegative();
        }
        assertThatThrownBy(() -> Secret.fromFile(Files.writeString(out.resolve("short"), "short")))
                .isInstanceOf(SpecException.class)
                .hasMessage(
                        "--secret-file: found a secret of 5 characters, expected at least 16; 'openssl rand -hex 32' makes one");
        // the agent serves on
        Handshake.connect(address, Secret.fromFile(secret)).close();
    }

    @Test
    void agentServesOneLeaderAtATime() throws InterruptedException {
        BlockingQueue<AgentLink.Event> said = new LinkedBlockingQueue<>();
        try (AgentLink first = AgentLink.connect(agents.get(0).address(), Secret.fromFile(secret), said)) {
            OltpSpec spec = oltp("noop", OltpLoad.POINT_SELECT, operations(1), "espalier_sbtest", false);
            first.send(new Message.Prepare(ObjectsLab.version(), "another leader", spec, "", 1));
            assertThat(said.take().message()).isInstanceOf(Message.Prepared.class);
            assertThatThrownBy(() -> run(spec, all()))
                    .isInstanceOf(AgentException.class)
                    .hasMessage("agent " + agents.get(0).address() + ": it works for another leader");
        }
    }

    /** Both have a session with each agent; one of them runs. */
    @Test
    void sameAgentsRunBothSidesOfAComparison() {
        OltpSpec one = oltp("fixed-delay:1ms", OltpLoad.POINT_SELECT, operations(5), "espalier_sbtest", false);
        OltpSpec forty = oltp("fixed-delay:40ms", OltpLoad.POINT_SELECT, operations(5), "espalier_sbtest", false);

        CompareLab.Compared compared = new CompareLab(
                        new CompareLab.Side(one, targets(), "", Password.NONE, all()),
                        new CompareLab.Side(forty, targets(), "", Password.NONE, all()),
                        out.resolve("compared"))
                .run(new Watching(() -> {}));

        assertThat(List.of(compared.a(), compared.b())).allSatisfy(result -> {
            assertThat(result.machines()).hasSize(3);
            assertThat(result.runs())
                    .hasSize(2)
                    .allSatisfy(run -> assertThat(run.work().allDone()).isEqualTo(CONNECTIONS * 5));
        });
        assertThat(compared.comparisons()).isNotEmpty();
        assertThat(compared.b().runs().get(0).response().percentileNanos(50))
                .as("forty milliseconds at least")
                .isGreaterThan(39_000_000);
    }

    @Test
    void failureOnOneMachineEndsTheRunOnAll() {
        OltpSpec nowhere =
                oltp("jdbc:mysql://127.0.0.1:1/none", OltpLoad.POINT_SELECT, operations(1), "espalier_sbtest", false);

        assertThatThrownBy(() -> run(nowhere, all()))
                .isInstanceOf(AgentException.class)
                .hasMessageStartingWith("agent " + agents.get(0).address() + ": cannot connect to MySQL");
    }

    @Test
    void killedAgentEndsTheRunAndIsNamedInThePartialResult() throws IOException {
        try (AgentProcess victim = AgentProcess.start(secret, out.resolve("victim"))) {
            List<Address> addresses = new ArrayList<>(all().addresses().subList(0, 2));
            addresses.add(victim.address());
            OltpSpec hour = oltp("fixed-delay:2ms", OltpLoad.POINT_SELECT, seconds(0, 3_600), "espalier_sbtest", false);

            LoadResult result = new LoadLab(
                            hour, targets(), out, new Agents(addresses, List.of(), Secret.fromFile(secret)))
                    .run("", Password.NONE, new Watching(victim::close));

            assertThat(result.partial()).isTrue();
            LoadRun run = result.runs().get(0);
            assertThat(run.course().partial()).isTrue();
            assertThat(run.machines())
                    .filteredOn(part -> part.lost() != null)
                    .singleElement()
                    .satisfies(part -> {
                        assertThat(part.machine()).isEqualTo(victim.address().toString());
                        assertThat(part.connections()).isEqualTo(3);
                        assertThat(part.response()).isNull();
                    });
            assertThat(run.course().connections())
                    .as("those whose figures are there")
                    .isEqualTo(5);
            assertThat(run.work().allDone()).isPositive();
            assertThat(run.course().seconds()).isLessThan(600);
        }
    }

    @Test
    void stoppedLeaderEndsTheRunOfAllAgents() {
        LoadLab[] lab = new LoadLab[1];
        OltpSpec hour = oltp("fixed-delay:2ms", OltpLoad.POINT_SELECT, seconds(0, 3_600), "espalier_sbtest", false);
        lab[0] = new LoadLab(hour, targets(), out, all());

        LoadResult result = lab[0].run("", Password.NONE, new Watching(() -> lab[0].stop()));

        assertThat(result.partial()).isTrue();
        assertThat(result.runs().get(0).course().partial()).isTrue();
        assertThat(result.runs().get(0).machines())
                .hasSize(3)
                .extracting(MachinePart::lost)
                .containsOnlyNulls();
        assertThat(result.runs().get(0).work().allDone()).isPositive();
    }

    @Test
    void unsupportedRunsOfSeveralAgentsAreRefusedByName() {
        OltpSpec file = oltp("sqlite", OltpLoad.POINT_SELECT, operations(1), "espalier_sbtest", false);
        assertThatThrownBy(() -> run(file, all()))
                .isInstanceOf(SpecException.class)
                .hasMessage("--on: found 'sqlite' with --agents, expected a server that several machines reach");
        OltpSpec few = new OltpSpec(
                "noop",
                DataSpec.of("mariadb", "espalier_sbtest", false),
                OltpLoad.POINT_SELECT,
                new OltpSpec.Size(1, 1_000),
                DistributionName.SPECIAL,
                List.of(4, 2),
                true,
                operations(1));
        assertThatThrownBy(() -> run(few, all()))
                .isInstanceOf(SpecException.class)
                .hasMessage("--connections: found 2 for 3 agents, expected at least one for each");
        assertThatThrownBy(() ->
                        new LoadLab(file, targets(), out, all()).run("", Password.of("x"), new Watching(() -> {})))
                .hasMessage(
                        "--agents: found a password beside them, expected it with each agent: passwords do not travel");
        assertThatThrownBy(() -> new Agents(all().addresses(), List.of(), null))
                .hasMessage("--agents: found no secret, expected --secret-file or --secret-env");
        assertThatThrownBy(() -> Address.parse("--agents", "somewhere"))
                .hasMessage("--agents: found 'somewhere', expected host:port, such as 10.0.0.7:7710");
    }

    @Test
    void watchedMachineReportsEverySecondOfTheRunAndMakesNoConnections() throws InterruptedException {
        try (Agent watching = new Agent(
                new Address("127.0.0.1", 0),
                Secret.fromFile(secret),
                targets(),
                Password.NONE,
                out.resolve("watching"),
                true,
                told::add)) {
            Thread thread = new Thread(watching::serve, "watching agent");
            thread.start();
            OltpSpec spec = oltp("fixed-delay:5ms", OltpLoad.POINT_SELECT, seconds(0, 2), "", false);

            WatchedMachine watched;
            do { // on a busy machine no second may have been reported in time
                watched = run(spec, new Agents(List.of(), List.of(watching.address()), Secret.fromFile(secret)))
                        .runs()
                        .get(0)
                        .watched()
                        .get(0);
            } while (watched.resources().isEmpty());
            assertThat(watched.machine()).isEqualTo(watching.address().toString());
            assertThat(watched.what()).startsWith(Runtime.getRuntime().availableProcessors() + " x ");
            assertThat(watched.lost()).isNull();
            assertThat(watched.resources()).isNotEmpty().allSatisfy(sample -> {
                assertThat(sample.second()).isPositive();
                assertThat(sample.processors()).isNotNull();
                assertThat(sample.clientPercent()).as("no lab runs there").isNull();
                assertThat(sample.serverPercent())
                        .as("no server is known there")
                        .isNull();
            });
            assertThatThrownBy(() ->
                            run(spec, new Agents(List.of(watching.address()), List.of(), Secret.fromFile(secret))))
                    .hasMessageContaining(
                            "it only watches its machine (--watch-only), expected one that makes connections");
            watching.close();
            thread.join();
        }
    }

    @Test
    void watcherThatCannotBeReachedIsRefusedBeforeTheRun() {
        Address nobody = agents.get(0).address();
        agents.get(0).close();

        assertThatThrownBy(() -> run(
                        oltp("noop", OltpLoad.POINT_SELECT, seconds(0, 60), "", false),
                        new Agents(List.of(), List.of(nobody), Secret.fromFile(secret))))
                .isInstanceOf(AgentException.class)
                .hasMessageContaining(nobody.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://db.example:3307/x, 3307",
        "jdbc:postgresql://10.0.0.1:5432/x?ssl=true, 5432",
        "redis://h:6379, 6379",
        "jdbc:mysql://h/x, 0",
        "jdbc:sqlite:/a:1, 0"
    })
    void portOfTheServerIsThatOfItsUrl(String url, int port) {
        assertThat(WatchedSide.port(url)).isEqualTo(port);
    }
}
