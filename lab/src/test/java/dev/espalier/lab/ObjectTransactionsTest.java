package dev.espalier.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.lab.measure.Phase;
import dev.espalier.lab.measure.Progress;
import dev.espalier.lab.measure.ResourceSample;
import dev.espalier.lab.report.Browser;
import dev.espalier.lab.report.ReportPage;
import dev.espalier.lab.result.Cell;
import dev.espalier.lab.result.LiveFile;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.RunResult;
import dev.espalier.lab.spec.CacheState;
import dev.espalier.lab.spec.CreateMode;
import dev.espalier.lab.spec.IndexTime;
import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.spec.ObjectsSpec;
import dev.espalier.lab.spec.ObjectsSpec.Making;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.target.Leftovers;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.Targets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The databases of the pack objects, filled as published: 20 writers, a transaction for each object graph, indexes before. The lab checks every answer. */
@NullUnmarked // what it asks for was measured
class ObjectTransactionsTest {

    private static final int OBJECTS = 100;

    @TempDir
    private Path out;

    @ParameterizedTest
    @CsvSource({
        "sqlite, TRANSACTIONS, BEFORE",
        "mysql, TRANSACTIONS, BEFORE",
        "mariadb, TRANSACTIONS, AFTER",
        "postgres, TRANSACTIONS, AFTER",
        "h2, TRANSACTIONS, BEFORE",
        "duckdb, TRANSACTIONS, AFTER",
        "sqlite, BULK, BEFORE"
    })
    void everyObjectIsStoredOnce(String engine, CreateMode create, IndexTime indexWhen) throws IOException {
        Target target = target(engine);
        ObjectsSpec spec = new ObjectsSpec(
                engine,
                List.of(OBJECTS),
                List.of(Indexes.BOTH),
                List.of(SubjectName.ESPALIER, SubjectName.JDBC),
                20,
                List.of(CacheState.WARM),
                1,
                false,
                false,
                new Making(create, indexWhen));
        ObjectsLab lab = new ObjectsLab(spec, target, Path.of(""), out);

        RunResult result = lab.run(new ObjectsLab.Listener() {
            @Override
            public Progress database(int database, String title) {
                return (what, share) -> {};
            }

            @Override
            public void cell(Cell cell) {
                assertThat(cell.runs()).hasSize(1);
                List<Phase> phases = cell.runs().get(0).phases();
                assertThat(phases).extracting(Phase::name).startsWith("objects").endsWith("warm query", "structures");
                assertThat(phases).extracting(Phase::fromSecond).isSorted();
                assertThat(cell.runs().get(0).load())
                        .extracting(ResourceSample::second)
                        .isSorted()
                        .doesNotHaveDuplicates();
            }
        });

        assertThat(result.cells()).hasSize(2);
        // complete structures of the same roots: both subjects have stored the same objects
        assertThat(result.cells().get(0).structures().structureObjects())
                .isEqualTo(result.cells().get(1).structures().structureObjects());
        assertThat(result.cells()).allSatisfy(cell -> {
            assertThat(cell.roads().loadRoad())
                    .contains(
                            cell.subject().equals("espalier") && create == CreateMode.BULK
                                    ? "indexes before"
                                    : "indexes " + (indexWhen == IndexTime.BEFORE ? "before" : "afterwards"));
            if (create == CreateMode.TRANSACTIONS) {
                // each of 3 x 500 roots has something that no earlier graph has: itself
                assertThat(cell.transactions().transactions()).isBetween(3L * OBJECTS, 12L * OBJECTS);
                assertThat(cell.transactions().deadlocks())
                        .isLessThanOrEqualTo(cell.transactions().retries().values().stream()
                                .mapToLong(Long::longValue)
                                .sum());
            } else {
                assertThat(cell.transactions()).isNull();
            }
        });
        assertThat(Leftovers.of(target)).noneMatch(one -> one.run().equals(lab.runName()));
        assertThat(ResultFile.json(ResultFile.read(out)))
                .as("what was written is read back")
                .isEqualTo(ResultFile.json(result));
        assertThat(out.resolve(LiveFile.NAME))
                .as("the last live figures")
                .content()
                .contains("objects on " + engine + ": jdbc 12 x ", "\"number\":2,\"of\":2", "\"isEnded\":true");
    }

    @Test
    void pageHasTheColumnsOfTheReport() throws IOException {
        Optional<Browser> browser = Browser.find();
        assumeThat(browser).as("a browser: install the package chromium").isPresent();
        ObjectsSpec spec = new ObjectsSpec(
                "sqlite",
                List.of(OBJECTS, 2 * OBJECTS),
                List.of(Indexes.NONE, Indexes.BOTH),
                List.of(SubjectName.JDBC),
                2,
                List.of(CacheState.values()),
                1,
                false,
                false,
                new Making(CreateMode.TRANSACTIONS, IndexTime.BEFORE));
        new ObjectsLab(spec, target("sqlite"), Path.of(""), out).run(new ObjectsLab.Listener() {
            @Override
            public Progress database(int database, String title) {
                return (what, share) -> {};
            }

            @Override
            public void cell(Cell cell) {}
        });

        assertThat(browser.get().showsAllCharts("transactions", out.resolve(ReportPage.NAME)))
                .contains(
                        "Search of total, warm",
                        "Warm of cold",
                        "of them after deadlocks",
                        "<td>jdbc 12 × 200 both</td>",
                        "<td>jdbc none</td>",
                        "as published: a transaction for each object graph");
    }

    @Test
    void hibernateIsMeasuredByItsFastestWayOnly() {
        assertThatThrownBy(() -> new ObjectsSpec(
                        "mysql",
                        List.of(OBJECTS),
                        List.of(Indexes.BOTH),
                        List.of(SubjectName.HIBERNATE),
                        20,
                        List.of(CacheState.WARM),
                        1,
                        false,
                        false,
                        new Making(CreateMode.TRANSACTIONS, IndexTime.BEFORE)))
                .isInstanceOf(SpecException.class)
                .hasMessageStartingWith(
                        "--subject: found hibernate with --create transactions --index-when before, expected espalier or jdbc");
    }

    private Target target(String engine) {
        if (!engine.equals("sqlite")) {
            assumeThat(System.getenv("ESPALIER_" + engine.toUpperCase(Locale.ROOT) + "_URL"))
                    .as("%s is not up: servers/%s up, then eval \"$(servers/%s env)\"", engine, engine, engine)
                    .isNotNull();
        }
        return new Targets(Path.of(""), out.resolve("data"), System.getenv()).find(engine, "", Password.NONE);
    }
}
