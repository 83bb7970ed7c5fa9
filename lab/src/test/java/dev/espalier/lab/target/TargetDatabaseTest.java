package dev.espalier.lab.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.lab.spec.RunName;
import dev.espalier.lab.target.Leftovers.Leftover;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NullUnmarked // what it asks for is there
class TargetDatabaseTest {

    @TempDir
    private Path out;

    private TargetDatabase database;

    @AfterEach
    void removeIt() {
        if (database != null) {
            database.drop();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mariadb", "postgres", "tidb"})
    void sessionsInTheDatabaseAreEndedAndNoOthers(String engine) throws SQLException {
        Target target = target(engine);
        database = target.database("espalier_lab_sessions");
        database.recreate();
        try (Connection other = target.connect();
                Connection first = database.connect(Map.of());
                Connection second = database.connect(Map.of())) {
            database.endSessions();
            assertThatThrownBy(() -> first.createStatement().execute("SELECT 1"))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> second.createStatement().execute("SELECT 1"))
                    .isInstanceOf(SQLException.class);
            other.createStatement().execute("SELECT 1");
            database.drop();
        }
        assertThat(database.exists()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "h2", "duckdb"})
    void embeddedDatabaseIsAFileOfItsOwn(String engine) throws Exception {
        Target target = new Targets(out, out.resolve("data"), Map.of()).findAny(engine, "", Password.NONE);
        database = target.database("espalier_lab_files");
        database.recreate();
        try (Connection connection = database.connect(Map.of())) {
            connection.createStatement().execute("CREATE TABLE one (id INTEGER)");
        }
        assertThat(database.exists()).isTrue();
        assertThat(database.sizeBytes().orElseThrow()).isPositive();
        assertThat(ServerFacts.of(target).variables()).hasSizeGreaterThan(5);
        database.drop();
        assertThat(out.resolve("data")).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mariadb", "postgres", "tidb"})
    void databasesThatCarryTheNameOfARunAreListedWithTheirSessions(String engine) throws SQLException {
        Target target = target(engine);
        RunName run = RunName.make();
        database = target.database(run.database("key_value"));
        database.recreate();
        try (Connection connection = database.connect(Map.of())) {
            connection.createStatement().execute("SELECT 1");
            assertThat(of(run, target)).singleElement().satisfies(one -> {
                assertThat(one.database()).isEqualTo(database);
                assertThat(one.sessions()).isEqualTo(1);
            });
        }
        database.drop();
        assertThat(of(run, target)).isEmpty();
    }

    private static List<Leftover> of(RunName run, Target target) {
        return Leftovers.of(target).stream()
                .filter(one -> one.run().equals(run))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "h2", "duckdb"})
    void filesThatCarryTheNameOfARunAreListed(String engine) throws Exception {
        Target target = new Targets(out, out.resolve("data"), Map.of()).findAny(engine, "", Password.NONE);
        assertThat(Leftovers.of(target)).isEmpty();
        RunName run = RunName.make();
        for (String name : List.of(run.database("oltp"), "espalier_lab_mine")) {
            TargetDatabase made = target.database(name);
            made.recreate();
            try (Connection connection = made.connect(Map.of())) {
                connection.createStatement().execute("CREATE TABLE one (id INTEGER)");
            }
        }
        assertThat(Leftovers.of(target)).containsExactly(new Leftover(run, target.database(run.database("oltp")), 0));
        assertThat(run.began()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mariadb"})
    void limitOfPreparedStatementsIsRaisedAndSetBackOrRefused(String engine) throws SQLException {
        Target target = target(engine);
        long before = limit(target);
        assertThat(PreparedStatementLimit.raise(target, before)).isEmpty();
        if (mayRaise(target, before)) {
            try (PreparedStatementLimit raised =
                    PreparedStatementLimit.raise(target, before + 5).orElseThrow()) {
                assertThat(limit(target)).isEqualTo(before + 5);
                assertThat(raised.words()).isEqualTo(before + 5 + ", raised from " + before + " for this run");
            }
        } else {
            assertThatThrownBy(() -> PreparedStatementLimit.raise(target, before + 5))
                    .isInstanceOf(TargetException.class)
                    .hasMessageStartingWith(
                            "max_prepared_stmt_count of " + target.engine().title() + " at " + target.url() + ": found "
                                    + before + ", expected at least " + (before + 5))
                    .hasMessageContaining("--set max_prepared_stmt_count=" + (before + 5))
                    .hasMessageContaining("--unprepared");
        }
        assertThat(limit(target)).isEqualTo(before);
    }

    private static boolean mayRaise(Target target, long limit) {
        try (Connection connection = target.connect()) {
            connection.createStatement().execute("SET GLOBAL max_prepared_stmt_count = " + limit);
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    private static long limit(Target target) throws SQLException {
        try (Connection connection = target.connect();
                ResultSet row = connection.createStatement().executeQuery("SELECT @@GLOBAL.max_prepared_stmt_count")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    void enginesWithoutThatLimitAreLeftAlone() {
        Target target = new Targets(out, out.resolve("data"), Map.of()).find("sqlite", "", Password.NONE);
        assertThat(PreparedStatementLimit.raise(target, Long.MAX_VALUE)).isEmpty();
    }

    private Target target(String engine) {
        assumeThat(System.getenv("ESPALIER_" + engine.toUpperCase(Locale.ROOT) + "_URL"))
                .as("%s is not up: servers/%s up, then eval \"$(servers/%s env)\"", engine, engine, engine)
                .isNotNull();
        return new Targets(out, out, System.getenv()).find(engine, "", Password.NONE);
    }
}
