package dev.espalier.lab.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.espalier.lab.OwnServer;
import dev.espalier.lab.StoppedException;
import dev.espalier.lab.isolation.Anomaly;
import dev.espalier.lab.measure.Phase;
import dev.espalier.lab.report.ReportPage;
import dev.espalier.lab.result.Check;
import dev.espalier.lab.result.LiveFile;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.TortureResult;
import dev.espalier.lab.spec.Faults;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.spec.TortureSpec;
import dev.espalier.lab.spec.TortureSpec.Contention;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.Targets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The torture itself, short, on every engine that is up; and databases that were damaged, which it must not pass. */
@NullUnmarked // what it asks for is there
class TortureTest {

    private static final long SEED = 7;
    /** So many that all kinds of objects are there to be damaged. */
    private static final int OPERATIONS = 200;
    /** How long each load runs; {@code -Despalier.torture.seconds=300} makes it minutes. */
    private static final int SECONDS = Integer.getInteger("espalier.torture.seconds", 1);

    /** Each starts a process. The second one finds what the first one has left. */
    private static final int CLIENT_KILLS = Boolean.getBoolean("espalier.endurance") ? 4 : 2;

    private static final int HOURS = 100_000;
    private static final int MOST_RUNS = 50;
    /** By default. */
    private static final int MORE_THAN_AN_ANSWER_HAS = 100_001;

    private static final Set<Anomaly.Kind> SKEW = Set.of(Anomaly.Kind.READ_SKEW, Anomaly.Kind.INTERMEDIATE_READ);

    @TempDir
    private Path out;

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "mysql", "mariadb", "postgres", "tidb"})
    void everyCheckHoldsOnHotObjects(String engine) throws Exception {
        TortureResult result = tortured(
                target(engine),
                Path.of(""),
                seconds -> new TortureSpec(
                        engine,
                        List.of(SubjectName.ESPALIER, SubjectName.JDBC),
                        List.of(Contention.HOT),
                        20,
                        seconds,
                        20,
                        SEED,
                        Faults.NONE),
                TortureTest::hasDoneSomething);
        assertThat(result.parts())
                .hasSize(2)
                .allSatisfy(part -> assertThat(part.course().phases())
                        .extracting(Phase::name)
                        .startsWith("prepare", "load", "check"));
        assertThat(Files.readString(out.resolve(ResultFile.NAME))).isEqualTo(ResultFile.json(result));
        assertThat(ResultFile.json(ResultFile.read(out))).isEqualTo(ResultFile.json(result));
        assertThat(out.resolve(ReportPage.NAME)).content().contains("espalier, hot objects", "jdbc, hot objects");
    }

    private static boolean hasDoneSomething(TortureResult.Part part) {
        return part.done().acknowledged() > 0;
    }

    /** Every check holds. A busy machine may do nothing in a few seconds; then it gets more of them. */
    private TortureResult tortured(
            Target target, Path home, IntFunction<TortureSpec> spec, Predicate<TortureResult.Part> hasHappened)
            throws Exception {
        int seconds = SECONDS;
        while (true) {
            TortureResult result = new TortureLab(spec.apply(seconds), target, home, out)
                    .run(part -> assertThat(part.checks().stream().filter(check -> !check.holds()))
                            .as("%s, seed %d", part.subject(), SEED)
                            .isEmpty());
            if (result.parts().stream().allMatch(hasHappened)) {
                return result;
            }
            seconds *= 4;
            assertThat(seconds).as("nothing has happened in so many seconds").isLessThan(HOURS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mariadb", "postgres"})
    void aClientThatLocksNothingLosesUpdates(String engine) throws Exception {
        TargetDatabase database = target(engine).database("espalier_lab_torture_careless");
        database.recreate();
        CountDownLatch bothHaveRead = new CountDownLatch(2);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (Client client = JdbcClient.careless(database, () -> meet(bothHaveRead))) {
            client.prepare(Population.hot(2));
            List<Event> history = new ArrayList<>();
            List<Future<Event>> both = new ArrayList<>();
            for (int number = 1; number <= 2; number++) {
                Operation transfer = new Operation(Operation.Kind.TRANSFER, number, 0, 1, 10);
                both.add(threads.submit(() -> Event.acknowledged(transfer, client.perform(transfer))));
            }
            for (Future<Event> one : both) {
                history.add(one.get());
            }
            List<Check> checks = new Checker(history, client.read(true)).checks();
            assertThat(checks.stream().filter(check -> !check.holds()).map(Check::name))
                    .containsExactly("updates");
        } finally {
            threads.shutdownNow();
            database.drop();
        }
    }

    /** Each waits until the other has read too, so that both decide by the same state. */
    private static void meet(CountDownLatch bothHaveRead) {
        bothHaveRead.countDown();
        try {
            bothHaveRead.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody else has read", e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "mysql", "mariadb", "postgres", "tidb"})
    void actionsWithoutTransactionsShowSkew(String engine) throws Exception {
        Set<Anomaly.Kind> shown = EnumSet.noneOf(Anomaly.Kind.class);
        for (int i = 0; i < MOST_RUNS && !shown.containsAll(SKEW); i++) { // threads that do not meet show none
            new ListAppend(8, 100, SEED + i)
                    .run(
                            target(engine).database("espalier_lab_torture_apart"),
                            ListAppend.Mode.ACTION_BY_ACTION,
                            () -> false)
                    .anomalies()
                    .forEach(anomaly -> shown.add(anomaly.kind()));
        }
        assertThat(shown).containsAll(SKEW);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgres"})
    void whatWasAcknowledgedOutlivesItsClients(String engine) throws Exception {
        TortureResult result = tortured(
                target(engine),
                Path.of(""),
                seconds -> new TortureSpec(
                        engine,
                        List.of(SubjectName.ESPALIER),
                        List.of(Contention.HOT),
                        8,
                        1 + seconds,
                        20,
                        SEED,
                        new Faults(0, List.of(), 0, CLIENT_KILLS)),
                TortureTest::hasDoneSomething);
        assertThat(result.parts().get(0).trouble().faults()).containsEntry("clients killed", (long) CLIENT_KILLS);
        assertThat(result.parts().get(0).course().phases())
                .extracting(Phase::name)
                .startsWith("prepare", "clients, round 1", "check 1")
                .endsWith("check " + CLIENT_KILLS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mariadb", "postgres", "tidb"})
    void cutConnectionsLoseAndDoubleNothing(String engine) throws Exception {
        TortureResult result = tortured(
                target(engine),
                Path.of(""),
                seconds -> new TortureSpec(
                        engine,
                        List.of(SubjectName.ESPALIER),
                        List.of(Contention.HOT),
                        8,
                        1 + seconds,
                        20,
                        SEED,
                        new Faults(0, List.of(), 40, 0)),
                part -> part.trouble().faults().values().stream().anyMatch(times -> times > 0));
        assertThat(result.parts()).hasSize(1);
    }

    /** It would go on for hours; who ends it is one of its own threads. */
    @Test
    void stoppedLoadIsCheckedUpToItsEnd() throws Exception {
        TargetDatabase database = target("sqlite").database("espalier_lab_torture_ended");
        database.recreate();
        AtomicInteger ended = new AtomicInteger();
        Load.Listener counter = new Load.Listener() {
            @Override
            public void starts(Operation operation) {}

            @Override
            public void ended(Event event) {
                ended.incrementAndGet();
            }
        };
        try (Client client = new EspalierClient(database, 4)) {
            Load load = new Load(Population.hot(8), true, 4, 0, HOURS, SEED, 0);
            client.prepare(load.all());
            Load.Done done = load.run(client, Collections.nCopies(4, counter), () -> ended.get() >= OPERATIONS);
            assertThat(done.partial()).isTrue();
            assertThat(done.history()).hasSize(ended.get()).hasSizeBetween(OPERATIONS, OPERATIONS + 4);
            assertThat(done.perSecond()).as("seconds that were whole").hasSizeLessThan(HOURS);
            assertThat(TortureLab.checks(client, done, Faults.NONE)).allMatch(Check::holds);
        } finally {
            database.drop();
        }
    }

    @Test
    void stoppedListTransactionsAreCheckedUpToTheirEnd() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        ListAppend lists = new ListAppend(4, OPERATIONS, SEED);
        ListAppend.Found found = lists.run(
                target("sqlite").database("espalier_lab_torture_lists_ended"),
                ListAppend.Mode.TRANSACTIONS,
                () -> asked.incrementAndGet() > OPERATIONS);
        assertThat(lists.isAll(found)).isFalse();
        assertThat(found.check().holds()).isTrue();
        assertThat(found.check().looked()).isEqualTo(OPERATIONS);
    }

    @Test
    void stoppedTortureKeepsFinishedLoads() throws Exception {
        TortureSpec spec = new TortureSpec(
                "sqlite",
                List.of(SubjectName.JDBC),
                List.of(Contention.HOT, Contention.NONE),
                4,
                1,
                8,
                SEED,
                Faults.NONE);
        TortureLab lab = new TortureLab(spec, target("sqlite"), Path.of(""), out);
        TortureResult result = lab.run(part -> lab.stop());

        assertThat(result.partial()).isTrue();
        assertThat(result.parts()).extracting(TortureResult.Part::title).containsExactly("jdbc, hot objects");
        assertThat(ResultFile.json(ResultFile.read(out)))
                .isEqualTo(ResultFile.json(result))
                .contains("\"partial\" : true");
        JsonNode live = new ObjectMapper().readTree(out.resolve(LiveFile.NAME).toFile());
        assertThat(live.path("title").asText()).isEqualTo("torture on sqlite, jdbc, hot objects");
        assertThat(live.path("of").asInt()).isEqualTo(2);
        assertThat(live.path("operations").asLong())
                .isEqualTo(result.parts().get(0).done().acknowledged());
        assertThat(live.path("isEnded").asBoolean()).isTrue();
    }

    @Test
    void tortureWithoutAFinishedLoadWritesNothing() throws Exception {
        TortureSpec spec = new TortureSpec(
                "sqlite", List.of(SubjectName.JDBC), List.of(Contention.HOT), 4, 1, 8, SEED, Faults.NONE);
        TortureLab lab = new TortureLab(spec, target("sqlite"), Path.of(""), out);
        lab.stop();
        assertThatThrownBy(() -> lab.run(part -> {})).isInstanceOf(StoppedException.class);
        assertThat(out.resolve(ResultFile.NAME)).doesNotExist();
    }

    /** A server of its own: others are at work on those that are up. */
    @Test
    void aKilledServerLosesAndDoublesNothing() throws Exception {
        target("postgres"); // where one is up, another one can be started
        Path home = Path.of("").toAbsolutePath().getParent();
        Map<String, String> own = Map.of(
                "ESPALIER_SERVERS",
                home.resolve("servers/.data/torture-test-" + System.getProperty("espalier.process", "0"))
                        .toString(),
                "ESPALIER_POSTGRES_PORT",
                Integer.toString(OwnServer.freePort()));
        try {
            Target target = new Targets(home, out, own).find("postgres", "", Password.NONE);
            tortured(
                    target,
                    home,
                    seconds -> new TortureSpec(
                            "postgres",
                            List.of(SubjectName.ESPALIER),
                            List.of(Contention.HOT),
                            8,
                            3 + seconds,
                            20,
                            SEED,
                            new Faults(3, List.of(), 0, 0)),
                    part -> hasDoneSomething(part) && part.trouble().faults().get("server killed") > 0);
        } finally {
            ProcessBuilder down =
                    new ProcessBuilder(home.resolve("servers/postgres").toString(), "down", "--purge").inheritIO();
            down.environment().putAll(own);
            assertThat(down.start().waitFor()).isZero();
        }
    }

    /** The same history for each, whose database is put back before. */
    @Test
    void everyKindOfDamageIsFound() throws Exception {
        TargetDatabase database = target("sqlite").database("espalier_lab_torture_damaged");
        Load.Done done = done(database);
        Path file = out.resolve("data").resolve(database.name() + ".db");
        Path whole = Files.copy(file, out.resolve("whole.db"));
        for (Map.Entry<String, String> damage : Map.of(
                        "DELETE FROM entry WHERE id = (SELECT max(id) FROM entry)", "acknowledged",
                        "UPDATE account SET balance = balance + 1 WHERE place = 0", "sum",
                        "UPDATE account SET changes = changes - 1 WHERE place = 0", "updates",
                        "DELETE FROM log_numbers WHERE pos = 0", "verify",
                        "UPDATE log_numbers SET value = 17 WHERE pos = 0", "absent",
                        "DELETE FROM note WHERE id = (SELECT min(target) FROM board_notes)", "verify",
                        "INSERT INTO board_notes (owner, pos, target) SELECT owner, max(pos) + 1, min(target) FROM board_notes GROUP BY owner",
                                "lists")
                .entrySet()) {
            Files.copy(whole, file, StandardCopyOption.REPLACE_EXISTING);
            try (Client client = new EspalierClient(database, 4)) {
                assertThat(TortureLab.checks(client, done, Faults.NONE)).allMatch(Check::holds);
                execute(database, damage.getKey());
                assertThat(TortureLab.checks(client, done, Faults.NONE).stream()
                                .filter(check -> !check.holds())
                                .map(Check::name))
                        .as(damage.getKey())
                        .contains(damage.getValue());
            }
        }
        database.drop();
    }

    @Test
    void aLongRunIsCheckedWhole() throws Exception {
        TargetDatabase database = target("sqlite").database("espalier_lab_torture_long");
        database.recreate();
        try (Client client = new EspalierClient(database, 1)) {
            client.prepare(new Population(MORE_THAN_AN_ANSWER_HAS, 1, 2, 1));
            assertThat(client.read(true).accounts()).hasSize(MORE_THAN_AN_ANSWER_HAS);
        } finally {
            database.drop();
        }
    }

    private static Load.Done done(TargetDatabase database) throws Exception {
        database.recreate();
        List<Event> history = new ArrayList<>();
        try (Client client = new EspalierClient(database, 4)) {
            client.prepare(Population.hot(8));
            Draws draws = new Draws(SEED, Population.hot(8), 0, 0);
            for (int number = 0; number < OPERATIONS; number++) {
                Operation operation = draws.next();
                history.add(Event.acknowledged(operation, client.perform(operation)));
            }
        }
        return Load.Done.of(history);
    }

    private static void execute(TargetDatabase database, String sql) throws SQLException {
        try (Connection connection = database.connect(Map.of());
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql)).as(sql).isPositive();
        }
    }

    private Target target(String engine) {
        if (!engine.equals("sqlite")) {
            assumeThat(System.getenv("ESPALIER_" + engine.toUpperCase(Locale.ROOT) + "_URL"))
                    .as("%s is not up: servers/%s up, then eval \"$(servers/%s env)\"", engine, engine, engine)
                    .isNotNull();
        }
        return new Targets(out, out.resolve("data"), System.getenv()).find(engine, "", Password.NONE);
    }
}
