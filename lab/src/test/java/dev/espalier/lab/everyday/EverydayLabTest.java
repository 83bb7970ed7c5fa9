package dev.espalier.lab.everyday;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.lab.StoppedException;
import dev.espalier.lab.report.Browser;
import dev.espalier.lab.report.EverydayPage;
import dev.espalier.lab.report.ReportPage;
import dev.espalier.lab.result.EverydayResult;
import dev.espalier.lab.result.EverydayResult.Line;
import dev.espalier.lab.result.LiveFile;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.EverydayOperation;
import dev.espalier.lab.spec.EverydaySpec;
import dev.espalier.lab.spec.EverydaySubject;
import dev.espalier.lab.spec.RunName;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.target.Leftovers;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.Targets;
import dev.espalier.lab.workload.RandomStream;
import dev.espalier.testing.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pack at its smallest size. Each answer is compared with that of hand-written JDBC; another one fails the run. */
class EverydayLabTest {

    private static final int ROWS = 1_000;

    @TempDir
    private Path out;

    /**
     * The mappers that others have written: a sample of them. They send MySQL and MariaDB what they send PostgreSQL: there they run with {@code
     * -Pendurance} only.
     */
    private static List<EverydaySubject> subjects(String engine) {
        List<EverydaySubject> subjects = new ArrayList<>(List.of(EverydaySubject.JDBC, EverydaySubject.ESPALIER));
        if (Boolean.getBoolean("espalier.endurance") || !engine.equals("mysql") && !engine.equals("mariadb")) {
            subjects.addAll(Sample.among(
                    "everyday on " + engine,
                    Stream.of(EverydaySubject.values())
                            .filter(subject -> !subjects.contains(subject))
                            .toList()));
        }
        return subjects;
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "mysql", "mariadb", "postgres"})
    void everySubjectGivesTheAnswerOfJdbc(String engine) throws IOException {
        EverydayLab lab = new EverydayLab(
                spec(engine, subjects(engine), List.of(EverydayOperation.values()), List.of(1)),
                target(engine),
                Path.of(""),
                out);
        EverydayResult result = lab.run(line -> {});

        assertThat(result.lines())
                .hasSize(EverydayOperation.values().length * subjects(engine).size());
        assertThat(result.lines()).allSatisfy(line -> {
            assertThat(line.times().medianMicros()).isPositive();
            assertThat(line.cost().allocatedBytes()).isPositive();
            assertThat(line.cost().statements()).isPositive();
            assertThat(line.cost().roundTrips() == null).isEqualTo(engine.equals("sqlite"));
            assertThat(line.beside().ofJdbc() == null).isEqualTo(line.subject().equals("jdbc"));
        });
        assertThat(Leftovers.of(target(engine))).noneMatch(one -> one.run().equals(lab.runName()));
        assertThat(ResultFile.json(ResultFile.read(out)))
                .as("what was written is read back")
                .isEqualTo(ResultFile.json(result));
        assertThat(out.resolve(LiveFile.NAME))
                .as("the last live figures")
                .content()
                .contains("\"title\":\"everyday on " + engine + ": ", "\"number\":13,\"of\":13", "\"isEnded\":true");
        Optional<Browser> browser = engine.equals("sqlite") ? Browser.find() : Optional.empty();
        if (browser.isPresent()) {
            assertThat(browser.get().showsAllCharts("everyday", out.resolve(ReportPage.NAME)))
                    .contains("<td>a pet by id, references as ids</td><td>jdbc</td>");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mariadb", "postgres"})
    void handWrittenReadIsOneRoundTripAndOneStatement(String engine) {
        List<Line> lines = new EverydayLab(
                        spec(engine, List.of(EverydaySubject.JDBC), List.of(EverydayOperation.WHOLE), List.of(1)),
                        target(engine),
                        Path.of(""),
                        out)
                .run(line -> {})
                .lines();

        assertThat(lines.get(0).cost().roundTrips()).isEqualTo(1);
        assertThat(lines.get(0).cost().statements()).isEqualTo(1);
    }

    @Test
    void threadsDoAnOperationAtTheSameTime() {
        EverydaySpec spec = spec(
                "sqlite",
                List.of(EverydaySubject.JDBC, EverydaySubject.ESPALIER),
                List.of(EverydayOperation.PAGE, EverydayOperation.CHANGE),
                List.of(1, 4));
        EverydayResult result = new EverydayLab(spec, target("sqlite"), Path.of(""), out).run(line -> {});

        assertThat(result.lines()).extracting(Line::threads).containsExactly(1, 1, 1, 1, 4, 4, 4, 4);
        assertThat(result.lines().subList(4, 8))
                .allSatisfy(line -> assertThat(line.blocks().get(0).done()).isGreaterThanOrEqualTo(4));
    }

    @Test
    void everyKindOfWriteChangesTheSum() throws Exception {
        ClinicDatabase database = database("sqlite", true);
        try (Written written = new Written(database);
                Connection connection = database.byHand().connect(Map.of());
                Statement statement = connection.createStatement()) {
            String nothing = written.sum(EverydaySubject.JDBC);
            long pet = database.keys().pets()[0];
            long owner = database.keys().owners()[0];
            for (String write : List.of(
                    "UPDATE pet SET name = 'other', _version = 1 WHERE id = " + pet,
                    "INSERT INTO pet (id, _version, name, birth, type_id, owner_id) VALUES (1000000001, 0, 'new', '2026-11-23', 1, "
                            + owner + ")",
                    "INSERT INTO owner (id, _version, first_name, last_name, street, city_id) VALUES (1000000002, 0, 'a', 'b', 'c', 1)",
                    "INSERT INTO visit (id, _version, pet_id, held, note) VALUES (1000000003, 0, " + pet
                            + ", '2026-11-23', 'note')")) {
                statement.execute(write);
                assertThat(written.sum(EverydaySubject.JDBC)).as(write).isNotEqualTo(nothing);
                written.remove();
                assertThat(written.sum(EverydaySubject.JDBC)).as(write).isEqualTo(nothing);
            }
        }
    }

    @Test
    void changedPetsGetTheirNamesBack() throws Exception {
        ClinicDatabase database = database("sqlite", true);
        try (Written written = new Written(database);
                Connection connection = database.byHand().connect(Map.of());
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE pet SET name = 'other', _version = 3 WHERE id % 7 = 0");
            written.remove();

            assertThat(pets(database.byHand()))
                    .isEqualTo(pets(database.library()))
                    .hasSize(ROWS / 4);
        }
    }

    private static List<String> pets(TargetDatabase at) throws SQLException {
        List<String> pets = new ArrayList<>();
        try (Connection connection = at.connect(Map.of());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT id, name, _version FROM pet ORDER BY id")) {
            while (row.next()) {
                pets.add(row.getLong(1) + " " + row.getString(2) + " " + row.getInt(3));
            }
        }
        return pets;
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "mysql", "mariadb", "postgres"})
    void tablesOfHandWrittenStatementsRefuseReferencesToNothing(String engine) throws Exception {
        for (boolean foreignKeys : new boolean[] {true, false}) {
            ClinicDatabase database = database(engine, foreignKeys);
            try (HikariDataSource pool = database.pool(1);
                    Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                for (String insert : List.of(
                        "visit (id, _version, pet_id) VALUES (1000000001, 0, 999999999)",
                        "pet (id, _version, owner_id) VALUES (1000000002, 0, 999999999)",
                        "pet (id, _version, type_id) VALUES (1000000003, 0, 999999999)",
                        "owner (id, _version, city_id) VALUES (1000000004, 0, 999999999)")) {
                    if (foreignKeys) {
                        assertThatThrownBy(() -> statement.execute("INSERT INTO " + insert))
                                .as(insert)
                                .isInstanceOf(SQLException.class)
                                .message()
                                .containsIgnoringCase("foreign key");
                    } else {
                        statement.execute("INSERT INTO " + insert);
                    }
                }
            }
            database.library().drop();
            database.byHand().drop();
        }
    }

    private ClinicDatabase database(String engine, boolean foreignKeys) {
        RunName run = RunName.make();
        return ClinicDatabase.make(
                target(engine).database(run.database("clinic")),
                target(engine).database(run.database("clinic_by_hand")),
                new EverydaySpec(
                        engine,
                        ROWS,
                        List.of(EverydaySubject.JDBC),
                        List.of(EverydayOperation.FLAT),
                        List.of(1),
                        new EverydaySpec.Timing(1, 1, 0),
                        1,
                        foreignKeys),
                () -> false);
    }

    @Test
    void runThatIsEndedEarlyKeepsWhatItHas() throws IOException {
        EverydaySpec spec = spec(
                "sqlite",
                List.of(EverydaySubject.JDBC),
                List.of(EverydayOperation.FLAT, EverydayOperation.WHOLE),
                List.of(1));
        EverydayLab lab = new EverydayLab(spec, target("sqlite"), Path.of(""), out);
        EverydayResult result = lab.run(line -> lab.stop());

        assertThat(result.partial()).isTrue();
        assertThat(result.lines()).extracting(Line::operation).containsExactly("flat");
        assertThat(EverydayPage.write(result, out)).content().contains("\"partial\" : true");
        EverydayLab never = new EverydayLab(spec, target("sqlite"), Path.of(""), out.resolve("never"));
        never.stop();
        assertThatThrownBy(() -> never.run(line -> {})).isInstanceOf(StoppedException.class);
        assertThat(out.resolve("never").resolve(ResultFile.NAME)).doesNotExist();
    }

    @Test
    void rowsBelowAThousandAreRefused() {
        assertThatThrownBy(() -> new EverydaySpec(
                        "sqlite",
                        999,
                        List.of(EverydaySubject.JDBC),
                        List.of(EverydayOperation.FLAT),
                        List.of(1),
                        new EverydaySpec.Timing(1, 1, 0),
                        1,
                        true))
                .isInstanceOf(SpecException.class)
                .hasMessage("--rows: found 999, expected a number from 1000 to 10000000");
    }

    @Test
    void semicolonsWithinQuotesSeparateNoStatements() {
        assertThat(CountingDriver.statements("SELECT 1")).isEqualTo(1);
        assertThat(CountingDriver.statements("BEGIN; SELECT ';', \"a;b\"; ROLLBACK; "))
                .isEqualTo(3);
    }

    @Test
    void rangesEndBehindTheLastId() {
        long[] ids = {3, 5, 8};
        assertThat(ClinicKeys.range(ids, 3, new RandomStream(1, 1))).containsExactly(3, 9);
        assertThat(ClinicKeys.range(ids, 1_000, new RandomStream(1, 1))).containsExactly(3, 9);
    }

    private static EverydaySpec spec(
            String engine, List<EverydaySubject> subjects, List<EverydayOperation> operations, List<Integer> threads) {
        return new EverydaySpec(engine, ROWS, subjects, operations, threads, new EverydaySpec.Timing(1, 1, 0), 1, true);
    }

    private Target target(String engine) {
        assumeThat(engine.equals("sqlite") ? "" : System.getenv("ESPALIER_" + engine.toUpperCase(Locale.ROOT) + "_URL"))
                .as("%s is not up: servers/%s up, then eval \"$(servers/%s env)\"", engine, engine, engine)
                .isNotNull();
        return new Targets(out, out.resolve("data"), System.getenv()).find(engine, "", Password.NONE);
    }
}
