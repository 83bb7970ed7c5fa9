package dev.espalier.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.espalier.lab.measure.CellRun;
import dev.espalier.lab.measure.Progress;
import dev.espalier.lab.report.Browser;
import dev.espalier.lab.report.ReportPage;
import dev.espalier.lab.result.Cell;
import dev.espalier.lab.result.Published;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.RunResult;
import dev.espalier.lab.spec.CacheState;
import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.spec.ObjectsSpec;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.target.Leftovers;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.Targets;
import dev.espalier.testing.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the pack at its smallest size. Each cell checks its own answers; a wrong one fails the run. */
@NullUnmarked // tests give null on purpose
class PublishedExperimentTest {

    private static final ObjectsLab.Listener QUIET = new ObjectsLab.Listener() {
        @Override
        public Progress database(int number, String title) {
            return (stage, part) -> {};
        }

        @Override
        public void cell(Cell cell) {}
    };

    @TempDir
    private Path out;

    /** With {@code -Pendurance} at each level; the next test has them all at a tenth of the size. */
    @Test
    void everySubjectFindsFourOnSqlite() throws IOException {
        List<Indexes> levels =
                Boolean.getBoolean("espalier.endurance") ? List.of(Indexes.values()) : List.of(Indexes.BOTH);
        List<SubjectName> subjects =
                Sample.among("published experiment", List.of(SubjectName.ESPALIER, SubjectName.JDBC));
        RunResult result = run("sqlite", subjects, levels, List.of(CacheState.values()));

        assertThat(result.cells())
                .extracting(cell -> cell.subject() + " " + cell.indexes())
                .containsExactlyElementsOf(levels.stream()
                        .flatMap(level -> subjects.stream().map(subject -> subject.word() + " " + level.word()))
                        .toList());
        assertThat(result.cells()).allSatisfy(cell -> {
            assertThat(cell.search().found()).isEqualTo(4);
            assertThat(cell.creation().objectsPerSecond()).isPositive();
            assertThat(cell.structures().structureObjects()).isBetween(20_000L, 30_000L);
        });
        assertThat(out.resolve("data")).as("databases are dropped").isEmptyDirectory();
        holdsWhatTheFormatPromises(out.resolve(ResultFile.NAME));
        assertThat(ResultFile.json(ResultFile.read(out)))
                .as("what was written is read back")
                .isEqualTo(ResultFile.json(result));
        opensWithoutANetwork(out.resolve(ReportPage.NAME));
        Optional<Browser> browser = Browser.find();
        if (browser.isPresent()) {
            assertThat(browser.get().showsAllCharts("objects", out.resolve(ReportPage.NAME)))
                    .contains(subjects.stream()
                            .map(subject -> "<td>" + subject.word() + " 12 × 100K both<small>published</small></td>")
                            .toArray(String[]::new));
        }
    }

    /** A database so small that the query finds nothing in it; its structures are read. */
    @Test
    void everySubjectAnswersOnSqliteAtEachLevel() {
        List<SubjectName> subjects = List.of(SubjectName.ESPALIER, SubjectName.JDBC);
        RunResult result = lab(target("sqlite"), 1_000, subjects, List.of(Indexes.values()))
                .run(QUIET);

        assertThat(result.partial()).isFalse();
        assertThat(result.cells())
                .extracting(cell -> cell.subject() + " " + cell.indexes())
                .containsExactly(
                        "espalier none",
                        "jdbc none",
                        "espalier values",
                        "jdbc values",
                        "espalier relations",
                        "jdbc relations",
                        "espalier both",
                        "jdbc both");
        assertThat(result.cells()).allSatisfy(cell -> {
            assertThat(cell.search().found()).isZero();
            assertThat(cell.structures().structureObjects()).isPositive();
        });
    }

    /** Each subject runs on one of the servers, with {@code -Pendurance} on all. */
    private static Stream<Arguments> subjects() {
        if (Boolean.getBoolean("espalier.endurance")) {
            return Stream.concat(
                    Stream.of("sqlite", "mysql", "mariadb", "postgres")
                            .map(engine -> Arguments.of(engine, List.of(SubjectName.values()))),
                    Stream.of("h2", "duckdb")
                            .map(engine -> Arguments.of(engine, List.of(SubjectName.ESPALIER, SubjectName.JDBC))));
        }
        return Stream.of(
                Arguments.of("mysql", List.of(SubjectName.ESPALIER)),
                Arguments.of("mariadb", List.of(SubjectName.JDBC)),
                Arguments.of("postgres", List.of(SubjectName.HIBERNATE)));
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void everySubjectFindsFourWithAllIndexes(String engine, List<SubjectName> subjects) {
        RunResult result = run(engine, subjects, List.of(Indexes.BOTH), List.of(CacheState.WARM));

        assertThat(result.cells()).isNotEmpty().allSatisfy(cell -> {
            assertThat(cell.search().found()).isEqualTo(4);
            assertThat(cell.search().coldLevel()).isNull();
            assertThat(cell.search().coldSearchSeconds()).isNull();
            assertThat(cell.creation().bytes()).isGreaterThan(50_000_000);
        });
        assertThat(result.cells())
                .extracting(Cell::subject)
                .containsExactlyElementsOf(
                        subjects.stream().map(SubjectName::word).toList());
        assertThat(result.server().variables())
                .hasSizeGreaterThan(List.of("sqlite", "h2").contains(engine) ? 20 : 100);
    }

    /** A database so small that the query finds nothing in it. */
    @Test
    void earlyEndKeepsFinishedQueries() throws IOException {
        ObjectsLab lab = lab(
                target("sqlite"),
                1_000,
                List.of(SubjectName.ESPALIER, SubjectName.JDBC),
                List.of(Indexes.NONE, Indexes.BOTH));
        RunResult result = lab.run(endedAt(lab, "jdbc 12 x 1k none", "warm query"));

        assertThat(result.partial()).isTrue();
        assertThat(result.cells())
                .extracting(cell -> cell.subject() + " " + cell.indexes())
                .containsExactly("espalier none", "jdbc none");
        assertThat(result.cells().get(0).runs()).allMatch(CellRun::whole);
        Cell ended = result.cells().get(1);
        assertThat(ended.creation().createSeconds()).isPositive();
        assertThat(ended.search().coldSearchSeconds()).isPositive();
        assertThat(ended.search().found()).isZero();
        assertThat(ended.search().warmSearchSeconds()).isNull();
        assertThat(ended.structures().structureObjectsPerSecond()).isNull();
        assertThat(out.resolve("data")).as("databases are dropped").isEmptyDirectory();
        assertThat(ResultFile.json(ResultFile.read(out)))
                .isEqualTo(ResultFile.json(result))
                .contains("\"partial\" : true");
        opensWithoutANetwork(out.resolve(ReportPage.NAME));
    }

    private static List<Arguments> halfMade() {
        return Sample.among(
                "half made",
                List.of(
                        Arguments.of("sqlite", SubjectName.ESPALIER),
                        Arguments.of("sqlite", SubjectName.JDBC),
                        Arguments.of("sqlite", SubjectName.HIBERNATE),
                        Arguments.of("mysql", SubjectName.ESPALIER),
                        Arguments.of("postgres", SubjectName.ESPALIER),
                        Arguments.of("mariadb", SubjectName.JDBC),
                        Arguments.of("h2", SubjectName.ESPALIER),
                        Arguments.of("h2", SubjectName.JDBC),
                        Arguments.of("duckdb", SubjectName.ESPALIER),
                        Arguments.of("duckdb", SubjectName.JDBC)));
    }

    @ParameterizedTest
    @MethodSource("halfMade")
    void aDatabaseThatIsHalfMadeIsDropped(String engine, SubjectName subject) {
        Target target = target(engine);
        ObjectsLab lab = lab(target, 1_000, List.of(subject), List.of(Indexes.BOTH));
        assertThatThrownBy(() -> lab.run(endedAt(lab, subject.word() + " 12 x 1k both", "indexes")))
                .isInstanceOf(StoppedException.class);
        assertThat(Leftovers.of(target)).noneMatch(one -> one.run().equals(lab.runName()));
        assertThat(out.resolve(ResultFile.NAME)).doesNotExist();
    }

    @Test
    void hibernateOnH2IsRefused() {
        assertThatThrownBy(() -> lab(target("h2"), 100_000, List.of(SubjectName.HIBERNATE), List.of(Indexes.NONE))
                        .run(null))
                .isInstanceOf(SpecException.class)
                .hasMessage("--subject: found hibernate with --on h2, expected espalier or jdbc");
    }

    private ObjectsLab lab(Target target, int objects, List<SubjectName> subjects, List<Indexes> levels) {
        ObjectsSpec spec = new ObjectsSpec(
                target.engine().word(),
                List.of(objects),
                levels,
                subjects,
                4,
                List.of(CacheState.values()),
                1,
                false,
                false);
        return new ObjectsLab(spec, target, Path.of(""), out);
    }

    private Target target(String engine) {
        assumeThat(
                        List.of("sqlite", "h2", "duckdb").contains(engine)
                                ? ""
                                : System.getenv("ESPALIER_" + engine.toUpperCase(Locale.ROOT) + "_URL"))
                .as("%s is not up: servers/%s up, then eval \"$(servers/%s env)\"", engine, engine, engine)
                .isNotNull();
        return new Targets(out, out.resolve("data"), System.getenv()).findAny(engine, "", Password.NONE);
    }

    /** Ends it when a stage of one database is reached. */
    private static ObjectsLab.Listener endedAt(ObjectsLab lab, String database, String stage) {
        return new ObjectsLab.Listener() {
            @Override
            public Progress database(int number, String title) {
                return (reached, part) -> {
                    if (title.equals(database) && reached.equals(stage)) {
                        lab.stop();
                    }
                };
            }

            @Override
            public void cell(Cell cell) {}
        };
    }

    private RunResult run(String engine, List<SubjectName> subjects, List<Indexes> levels, List<CacheState> cache) {
        Target target = target(engine);
        ObjectsSpec spec = new ObjectsSpec(engine, List.of(100_000), levels, subjects, 4, cache, 1, false, false);
        List<Cell> told = new ArrayList<>();
        RunResult result = new ObjectsLab(spec, target, Path.of(""), out).run(new ObjectsLab.Listener() {
            @Override
            public Progress database(int database, String title) {
                return (stage, part) -> assertThat(part).isBetween(0.0, 1.0);
            }

            @Override
            public void cell(Cell cell) {
                told.add(cell);
            }
        });
        assertThat(told).isEqualTo(result.cells());
        return result;
    }

    private static void holdsWhatTheFormatPromises(Path file) throws IOException {
        JsonNode json = new ObjectMapper().readTree(file.toFile());
        assertThat(json.path("cells").isArray()).isTrue();
        for (JsonNode cell : json.path("cells")) {
            for (String number : List.of(
                    "objects",
                    "createSeconds",
                    "objectsPerSecond",
                    "bytes",
                    "found",
                    "coldSearchSeconds",
                    "coldCreateSeconds",
                    "warmSearchSeconds",
                    "warmCreateSeconds",
                    "structureObjectsPerSecond")) {
                assertThat(cell.path(number).isNumber()).as(number).isTrue();
            }
            for (String text : List.of("subject", "target", "indexes", "coldLevel")) {
                assertThat(cell.path(text).isTextual()).as(text).isTrue();
            }
        }
        assertThat(json.path("seed").asLong()).isEqualTo(34345);
        assertThat(json.path("environment").path("java").asText()).isNotEmpty();
        assertThat(json.path("server").path("variables").size()).isPositive();
        assertThat(json.path("spec").path("threads").asInt()).isEqualTo(4);
    }

    private static void opensWithoutANetwork(Path file) throws IOException {
        String page = Files.readString(file);
        // booleans: a failing assertion on the page itself would print all of it
        assertThat(Pattern.compile("(?i)(src|href|action)\\s*=\\s*[\"']?(https?:)?//")
                        .matcher(page)
                        .find())
                .isFalse();
        assertThat(Pattern.compile("(?i)@import|url\\(\\s*[\"']?(https?:)?//")
                        .matcher(page)
                        .find())
                .isFalse();
        assertThat(Pattern.compile("/\\*(data|page|charts|style)\\*/")
                        .matcher(page)
                        .find())
                .isFalse();
        for (String part : List.of("new Chart(", Published.HARDWARE, "What the figures do not say", "\"cells\"")) {
            assertThat(page.contains(part)).as(part).isTrue();
        }
    }
}
