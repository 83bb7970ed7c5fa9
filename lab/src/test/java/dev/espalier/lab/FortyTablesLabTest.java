package dev.espalier.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.measure.WorkingSet;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.DataSpec;
import dev.espalier.lab.spec.FortyTablesLoad;
import dev.espalier.lab.spec.FortyTablesSpec;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.WorkingSetSize;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.Targets;
import dev.espalier.lab.workload.WrongAnswerException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pack forty-tables on every engine that is up. A row that is not found by one of its keys, or was not inserted, ends a run. */
@NullUnmarked // what it asks for was measured
class FortyTablesLabTest {

    private static final String DATABASE = "espalier_lab_forty_tables_test";

    private static final LoadSpec LOADING = new LoadSpec(0, Arrival.CONSTANT, 0, 600, 20, 10, 1, 8);

    @TempDir
    private Path out;

    @ParameterizedTest
    @CsvSource({
        "noop, INSERT_FULL",
        "sqlite, INSERT_FULL",
        "sqlite, SELECT_CPU_BOUND",
        "sqlite, SELECT_IO_BOUND",
        "mysql, INSERT_FULL",
        "mysql, SELECT_IO_BOUND",
        "mariadb, INSERT_FULL",
        "mariadb, SELECT_IO_BOUND",
        "postgres, INSERT_FULL",
        "postgres, SELECT_IO_BOUND",
        "tidb, INSERT_FULL",
        "tidb, SELECT_IO_BOUND"
    })
    void everyLoadRuns(String target, FortyTablesLoad load) throws IOException {
        LoadResult result = run(spec(target, load, List.of(2, 3), false));

        assertThat(result.runs()).hasSize(2).allSatisfy(run -> {
            assertThat(run.work().allDone()).isEqualTo(run.course().connections() * 20L);
            assertThat(run.work().failures()).isEmpty();
        });
        assertThat(ResultFile.json(ResultFile.read(out)))
                .as("what was written is read back")
                .isEqualTo(ResultFile.json(result));
    }

    @Test
    void missingRowEndsTheRun() throws SQLException {
        run(spec("sqlite", FortyTablesLoad.SELECT_IO_BOUND, List.of(1), true));
        TargetDatabase database = targets().find("sqlite", "", Password.NONE).database(DATABASE);
        try (Connection connection = database.connect(Map.of());
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE tbl_200 SET col3 = 'another'");
        }

        assertThatThrownBy(() -> run(spec("sqlite", FortyTablesLoad.SELECT_IO_BOUND, List.of(1), true)))
                .isInstanceOf(WrongAnswerException.class)
                .hasMessageContaining("by the unique key: found 0 rows, expected 1");
    }

    /** However few rows: whole extents of InnoDB, which a table takes soon, are not taken for rows. */
    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "mysql", "mariadb", "postgres"})
    void bytesOfARowAreThoseOfAnyNumberOfRows(String target) {
        WorkingSetSize size = new WorkingSetSize(0.01, WorkingSetSize.Of.BUFFER);
        List<Double> bytes = new ArrayList<>();
        try {
            for (int rows : List.of(3_000, 30_000)) {
                WorkingSet found = run(spec(target, FortyTablesLoad.SELECT_CPU_BOUND, size, rows))
                        .runs()
                        .get(0)
                        .server()
                        .workingSet();
                bytes.add((double) found.dataBytes() / rows);
            }
        } catch (SpecException e) {
            assertThat(e)
                    .hasMessageMatching(
                            "--working-set: found 0.01%buffer, but tables of 1000 rows take whole extents of InnoDB, and the account may not read how"
                                    + " much of them is used; expected GRANT SELECT ON mysql.innodb_index_stats, --rows 150000 or more, or percent of the rows, such as 5");
            assertThat(target).isIn("mysql", "mariadb");
            return;
        }
        assertThat(bytes.get(0)).isCloseTo(bytes.get(1), withinPercentage(10));
    }

    /** Of a fifth of the tables, however large the server's buffer is. */
    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "mysql", "mariadb", "postgres"})
    void theWorkingSetIsAPartOfTheServersBuffer(String target) {
        WorkingSet whole = run(spec(target, FortyTablesLoad.SELECT_IO_BOUND, WorkingSetSize.WHOLE, 6_000))
                .runs()
                .get(0)
                .server()
                .workingSet();
        assertThat(whole.rows()).isEqualTo(6_000);
        assumeThat(whole.bytes())
                .as(
                        "an account that may read mysql.innodb_index_stats, which servers/%s gives it when it starts",
                        target)
                .isNotNull();
        assertThat(whole.bytes()).isEqualTo(whole.dataBytes());
        assertThat(whole.dataBytes())
                .as("rows of about 700 characters, each in three indexes")
                .isBetween(4_000_000L, 20_000_000L);

        WorkingSetSize fifth =
                new WorkingSetSize(20.0 * whole.dataBytes() / whole.bufferBytes(), WorkingSetSize.Of.BUFFER);
        WorkingSet found = run(spec(target, FortyTablesLoad.SELECT_CPU_BOUND, fifth, 6_000))
                .runs()
                .get(0)
                .server()
                .workingSet();

        assertThat(found.bufferBytes()).isEqualTo(whole.bufferBytes()).isGreaterThan(1_000_000);
        assertThat(found.rows()).isBetween(1_190L, 1_210L);
        assertThat((double) found.bytes() / found.dataBytes()).isCloseTo(found.rows() / 6_000.0, within(0.001));
        assertThat((double) found.bytes()).isCloseTo(found.bufferBytes() * fifth.percent() / 100, withinPercentage(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "mysql", "mariadb", "postgres"})
    void aWorkingSetThatIsLargerThanTheTablesIsRefusedWithBothSizes(String target) {
        assumeUp(target);
        assertThatThrownBy(() -> run(spec(
                        target,
                        FortyTablesLoad.SELECT_IO_BOUND,
                        new WorkingSetSize(1_000, WorkingSetSize.Of.BUFFER),
                        300)))
                .isInstanceOf(SpecException.class)
                .hasMessageMatching(
                        "--working-set: found 1000%buffer, [0-9,]+ bytes of the [0-9,]+ of"
                                + " (innodb_buffer_pool_size|shared_buffers|cache_size), but the tables have [0-9,]+; expected --rows [0-9]+ or more, a smaller part or a smaller buffer");
        assertThat(targets().find(target, "", Password.NONE).database(DATABASE).exists())
                .as("what was made is dropped")
                .isFalse();
    }

    @Test
    void rowCountFromARefusalIsAccepted() {
        WorkingSetSize size = new WorkingSetSize(500, WorkingSetSize.Of.BUFFER);
        String refusal = catchThrowable(() -> run(spec("sqlite", FortyTablesLoad.SELECT_IO_BOUND, size, 300)))
                .getMessage();
        int rows = Integer.parseInt(refusal.replaceFirst(".*--rows ([0-9]+) or more.*", "$1"));

        WorkingSet found = run(spec("sqlite", FortyTablesLoad.SELECT_IO_BOUND, size, rows))
                .runs()
                .get(0)
                .server()
                .workingSet();

        assertThat((double) found.bytes() / found.bufferBytes()).isCloseTo(5, within(0.01));
    }

    @ParameterizedTest
    @CsvSource({
        "tidb, '', TiDB does not report its buffer",
        "noop, '', noop has no buffer",
        "mysql, MyISAM, the storage engine MyISAM does not report its buffer",
        "mariadb, Aria, the storage engine Aria does not report its buffer"
    })
    void aBufferThatNobodyReportsIsRefused(String target, String engine, String why) {
        assumeUp(target);
        FortyTablesSpec spec = new FortyTablesSpec(
                target,
                new DataSpec("mysql", engine, DATABASE, false),
                FortyTablesLoad.SELECT_CPU_BOUND,
                new FortyTablesSpec.Size(3, 300),
                50,
                WorkingSetSize.Of.BUFFER,
                List.of(1),
                LOADING);

        assertThatThrownBy(() -> run(spec))
                .isInstanceOf(SpecException.class)
                .hasMessage("--working-set: found 50%buffer, but " + why + "; expected percent of the rows, such as 5");
    }

    private static FortyTablesSpec spec(String target, FortyTablesLoad load, WorkingSetSize size, int rows) {
        return new FortyTablesSpec(
                target,
                DataSpec.of("mysql", DATABASE, false),
                load,
                new FortyTablesSpec.Size(3, rows),
                size.percent(),
                size.of(),
                List.of(2),
                LOADING);
    }

    private static FortyTablesSpec spec(String target, FortyTablesLoad load, List<Integer> connections, boolean keep) {
        return new FortyTablesSpec(
                target,
                DataSpec.of("mysql", DATABASE, keep),
                load,
                new FortyTablesSpec.Size(3, 300),
                100,
                WorkingSetSize.Of.ROWS,
                connections,
                LOADING);
    }

    private Targets targets() {
        return new Targets(out, out, System.getenv());
    }

    private static void assumeUp(String target) {
        if (!List.of("noop", "sqlite").contains(target)) {
            assumeThat(System.getenv("ESPALIER_" + target.toUpperCase(Locale.ROOT) + "_URL"))
                    .as("%s is not up: servers/%s up, then" + " eval \"$(servers/%s env)\"", target, target, target)
                    .isNotNull();
        }
    }

    private LoadResult run(FortyTablesSpec spec) {
        assumeUp(spec.target());
        return new LoadLab(spec, targets(), out).run("", Password.NONE, new LoadLab.Watcher() {
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
}
