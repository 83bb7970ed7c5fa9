package dev.espalier.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.espalier.lab.measure.LoadRun;
import dev.espalier.lab.measure.SecondWatcher;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.FortyTablesLoad;
import dev.espalier.lab.spec.FortyTablesSpec;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Place;
import dev.espalier.lab.target.Targets;
import dev.espalier.lab.workload.WrongAnswerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pack forty-tables on every engine that is up. A row that is not found by one of its keys, or was not inserted, ends a run. */
class FortyTablesLabTest {

    private static final String DATABASE = "espalier_lab_forty_tables_test";

    @TempDir
    private Path out;

    @ParameterizedTest
    @CsvSource({"noop, INSERT_FULL", "sqlite, INSERT_FULL", "sqlite, SELECT_CPU_BOUND", "sqlite, SELECT_IO_BOUND", "mysql, INSERT_FULL",
            "mysql, SELECT_IO_BOUND", "mariadb, INSERT_FULL", "mariadb, SELECT_IO_BOUND", "postgres, INSERT_FULL", "postgres, SELECT_IO_BOUND",
            "tidb, INSERT_FULL", "tidb, SELECT_IO_BOUND"})
    void everyLoadRuns(String target, FortyTablesLoad load) throws IOException {
        LoadResult result = run(spec(target, load, List.of(2, 3), false));

        assertThat(result.runs()).hasSize(2).allSatisfy(run -> {
            assertThat(run.allDone()).isEqualTo(run.connections() * 20L);
            assertThat(run.failures()).isEmpty();
        });
        assertThat(ResultFile.json(ResultFile.read(out))).as("what was written is read back").isEqualTo(ResultFile.json(result));
    }

    @Test
    void aRowThatIsNotThereEndsTheRun() throws SQLException {
        run(spec("sqlite", FortyTablesLoad.SELECT_IO_BOUND, List.of(1), true));
        Place place = targets().find("sqlite", "", Password.NONE).place(DATABASE);
        try (Connection connection = place.connect(Map.of()); Statement statement = connection.createStatement()) {
            statement.execute("UPDATE tbl_200 SET col3 = 'another'");
        }

        assertThatThrownBy(() -> run(spec("sqlite", FortyTablesLoad.SELECT_IO_BOUND, List.of(1), true))).isInstanceOf(WrongAnswerException.class)
                .hasMessageContaining("by the unique key: found 0 rows, expected 1");
    }

    private static FortyTablesSpec spec(String target, FortyTablesLoad load, List<Integer> connections, boolean keep) {
        return new FortyTablesSpec(target, "mysql", load, 3, 300, 5, "", connections, DATABASE,
                new LoadSpec(0, Arrival.CONSTANT, 0, 600, 20, 10, 1, 8), keep);
    }

    private Targets targets() {
        return new Targets(out, out, System.getenv());
    }

    private LoadResult run(FortyTablesSpec spec) {
        if (!List.of("noop", "sqlite").contains(spec.target())) {
            assumeThat(System.getenv("ESPALIER_" + spec.target().toUpperCase(Locale.ROOT) + "_URL")).as("%s is not up: servers/%s up, then"
                    + " eval \"$(servers/%s env)\"", spec.target(), spec.target(), spec.target()).isNotNull();
        }
        return new LoadLab(spec, targets(), out).run("", Password.NONE, new LoadLab.Watcher() {
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
}
