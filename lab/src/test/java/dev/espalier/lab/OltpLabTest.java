package dev.espalier.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.lab.load.Clock;
import dev.espalier.lab.load.Listener;
import dev.espalier.lab.load.Load;
import dev.espalier.lab.load.Slice;
import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.DataSpec;
import dev.espalier.lab.spec.DistributionName;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.spec.OltpLoad;
import dev.espalier.lab.spec.OltpSpec;
import dev.espalier.lab.target.JdbcSessions;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.Targets;
import dev.espalier.lab.workload.Failure;
import dev.espalier.lab.workload.Operation;
import dev.espalier.lab.workload.SqlSession;
import dev.espalier.lab.workload.Workload;
import dev.espalier.lab.workload.WrongAnswerException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pack {@code oltp} on real databases; each run checks its own answers and counts its rows. */
class OltpLabTest {

    private static final int CONNECTIONS = 4;
    private static final int OPERATIONS = 40;

    @TempDir
    private Path out;

    private static final class Silent implements LoadLab.Watcher {
        @Override
        public SecondWatcher starts(int number, int of, String title) {
            return SecondWatcher.NONE;
        }

        @Override
        public void ended(LoadRun run) {
            // the result has it
        }
    }

    private Targets targets() {
        return new Targets(out, out.resolve("data"), System.getenv());
    }

    private static void assumeUp(String engine) {
        assumeThat(engine.equals("sqlite")
                        || System.getenv("ESPALIER_" + engine.toUpperCase(Locale.ROOT) + "_URL") != null)
                .as("%s is up, else: servers/%s up, then eval \"$(servers/%s env)\"", engine, engine, engine)
                .isTrue();
    }

    private static OltpSpec spec(String target, String driver, OltpLoad load, int rows, String database, boolean keep) {
        LoadSpec loading = new LoadSpec(0, Arrival.CONSTANT, 0, 600, OPERATIONS, 100, 1, 4711);
        return new OltpSpec(
                target,
                DataSpec.of(driver, database, keep),
                load,
                new OltpSpec.Size(2, rows),
                DistributionName.SPECIAL,
                List.of(CONNECTIONS),
                true,
                loading);
    }

    private LoadResult run(OltpSpec spec) {
        return new LoadLab(spec, targets(), out).run("", Password.NONE, new Silent());
    }

    @ParameterizedTest
    @EnumSource(OltpLoad.class)
    void everyLoadRunsOnSqlite(OltpLoad load) throws IOException {
        LoadResult result = run(spec("sqlite", "mysql", load, 1_000, "espalier_sbtest", false));

        LoadRun run = result.runs().get(0);
        assertThat(run.work().allDone()).isEqualTo(CONNECTIONS * OPERATIONS);
        assertThat(run.work().operations().get(0).response().count()).isEqualTo(CONNECTIONS * OPERATIONS);
        assertThat(run.work().operations().get(0).type()).isEqualTo(load.word());
        assertThat(run.work().leastShare()).isEqualTo(run.work().greatestShare());
        assertThat(ResultFile.json(ResultFile.read(out)))
                .as("what was written is read back")
                .isEqualTo(ResultFile.json(result));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mysql by mariadb", "mariadb", "postgres", "tidb"})
    void everyLoadRunsOnAServer(String word) {
        String engine = word.split(" ")[0];
        assumeUp(engine);
        String driver = word.contains("by") ? "mariadb" : "mysql";
        String database = "espalier_sbtest_" + word.replace(' ', '_');
        try {
            List<OltpLoad> loads = new ArrayList<>(List.of(OltpLoad.values()));
            // the last two leave tables behind that others refuse
            loads.removeAll(List.of(OltpLoad.INSERT, OltpLoad.DELETE));
            loads.addAll(List.of(OltpLoad.INSERT, OltpLoad.DELETE));
            for (OltpLoad load : loads) {
                LoadRun run = run(spec(engine, driver, load, 1_000, database, true))
                        .runs()
                        .get(0);

                assertThat(run.work().allDone()).as("%s", load).isEqualTo(CONNECTIONS * OPERATIONS);
                assertThat(run.work().operations().get(0).givenUp()).isZero();
                // TiDB counts nothing in its status
                assertThat(run.cost().counters().isEmpty()).as("no counters").isEqualTo(engine.equals("tidb"));
            }
        } finally {
            targets().find(engine, "", Password.NONE).database(database).drop();
        }
    }

    @Test
    void sameSeedDrawsTheSameTransactions() {
        OltpSpec spec = spec("noop", "mysql", OltpLoad.READ_WRITE, 1_000, "espalier_sbtest", false);

        assertThat(run(spec).runs().get(0).work().fingerprints())
                .hasSize(CONNECTIONS)
                .isEqualTo(run(spec).runs().get(0).work().fingerprints());
    }

    @Test
    void existingTablesAreKeptAndMustBeComplete() throws SQLException {
        run(spec("sqlite", "mysql", OltpLoad.POINT_SELECT, 1_000, "espalier_mine", true));
        TargetDatabase targetDatabase =
                targets().find("sqlite", "", Password.NONE).database("espalier_mine");
        assertThat(targetDatabase.exists()).isTrue();

        run(spec("sqlite", "mysql", OltpLoad.READ_WRITE, 1_000, "espalier_mine", false));
        assertThat(targetDatabase.exists()).as("the run did not make them").isTrue();

        try (Connection connection = targetDatabase.connect(Map.of());
                Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM sbtest2 WHERE id = 500");
        }
        assertThatThrownBy(() -> run(spec("sqlite", "mysql", OltpLoad.READ_WRITE, 1_000, "espalier_mine", false)))
                .isInstanceOf(WrongAnswerException.class)
                .hasMessage(
                        "sbtest2 in the database espalier_mine: found 999 rows with ids from 1 to 1000, expected every id from 1 to 1000;"
                                + " give --rows, or another --database");
    }

    /** Two updates in one transaction, of which somebody else's lock refuses the second for a while. */
    private record TwoUpdates() implements Operation<SqlSession> {
        @Override
        public int type() {
            return 0;
        }

        @Override
        public long fingerprint() {
            return 0;
        }

        @Override
        public void perform(SqlSession session) throws Exception {
            session.begin(true);
            session.update("UPDATE pair SET n = n + 1 WHERE id = ?", 1);
            session.update("UPDATE pair SET n = n + 1 WHERE id = ?", 2);
            session.commit();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mariadb"})
    void aLockTimeoutUndoesTheWholeTransactionBeforeItIsDoneAgain(String engine) throws SQLException {
        assumeUp(engine);
        TargetDatabase targetDatabase =
                targets().find(engine, "", Password.NONE).database("espalier_lab_1205");
        targetDatabase.recreate();
        try (Connection other = targetDatabase.connect(Map.of());
                Statement statement = other.createStatement()) {
            statement.execute("CREATE TABLE pair (id INT PRIMARY KEY, n INT NOT NULL)");
            statement.execute("INSERT INTO pair VALUES (1, 0), (2, 0)");
            statement.execute("BEGIN");
            statement.execute("SELECT * FROM pair WHERE id = 2 FOR UPDATE");
            Map<String, String> options =
                    new HashMap<>(JdbcSessions.of(targetDatabase, "mysql", true).options());
            options.put("sessionVariables", "innodb_lock_wait_timeout=1");
            List<String> codes = new CopyOnWriteArrayList<>();
            Workload<SqlSession> once = new Workload<>() {
                @Override
                public List<String> types() {
                    return List.of("pair");
                }

                @Override
                public Stream<SqlSession> stream(long seed, int connection) {
                    return TwoUpdates::new;
                }
            };
            LoadSpec loading = new LoadSpec(0, Arrival.CONSTANT, 0, 600, 1, 100, 1, 1);
            try (Load<SqlSession> load = new Load<>(
                    loading, once, new JdbcSessions(targetDatabase, options, true), Slice.whole(1), Clock.SYSTEM)) {
                load.begin(System.nanoTime(), connection -> new Listener() {
                    @Override
                    public void failed(int type, Failure failure, long nanoTime) {
                        codes.add(failure.code());
                        try {
                            statement.execute("COMMIT");
                        } catch (SQLException e) {
                            throw new IllegalStateException(e);
                        }
                    }

                    @Override
                    public void ended(int type, Outcome outcome, long intended, long started, long ended) {
                        codes.add(outcome.name());
                    }
                });
                load.await();
            }

            assertThat(codes).containsExactly("1205", "DONE");
            try (ResultSet rows = statement.executeQuery("SELECT n FROM pair ORDER BY id")) {
                rows.next();
                assertThat(rows.getInt(1)).as("done once, not once and a half").isEqualTo(1);
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(1);
            }
        } finally {
            targetDatabase.drop();
        }
    }
}
