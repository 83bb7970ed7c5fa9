package dev.espalier.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.lab.measure.CellRun;
import dev.espalier.lab.measure.SearchTimes;
import dev.espalier.lab.result.Cell;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.result.Header;
import dev.espalier.lab.result.RunResult;
import dev.espalier.lab.spec.CacheState;
import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.spec.ObjectsSpec;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.target.ServerFacts;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullUnmarked // many figures were not measured
class ResultTableTest {

    /** Older results have a size of 0 if the engine did not report it. */
    @ParameterizedTest
    @CsvSource(
            value = {"null", "0"},
            nullValues = "null")
    void sizeThatNobodyReportsIsUnknownAndComparedWithNothing(Long bytes) {
        String table = printed(bytes);

        assertThat(table).contains("unknown").doesNotContain("Infinity").doesNotContain("x 0.0");
    }

    @ParameterizedTest
    @CsvSource("260000000")
    void knownSizeIsComparedWithThePublishedOne(Long bytes) {
        assertThat(printed(bytes)).contains("  260", "x 2.0").doesNotContain("unknown");
    }

    private static String printed(Long bytes) {
        CellRun run = new CellRun(
                1,
                0.5,
                "a road",
                null,
                bytes,
                new SearchTimes(null, null, null, null, null, null, null),
                null,
                null,
                List.of());
        Cell cell = Cell.of(SubjectName.JDBC, "tidb", 100_000, Indexes.NONE, List.of(run));
        RunResult result = new RunResult(
                new Header(Header.FORMAT, "objects", "1", "2026-11-23T14:00:00Z", false),
                1,
                new ObjectsSpec(
                        "tidb",
                        List.of(100_000),
                        List.of(Indexes.NONE),
                        List.of(SubjectName.JDBC),
                        1,
                        List.of(CacheState.WARM),
                        1,
                        false,
                        false),
                new Environment("a processor", 2, 1, 1, "Linux", "Java", "hash", 1),
                new ServerFacts("TiDB", "8", "a driver", "a URL", false, Map.of()),
                List.of(cell));
        StringWriter text = new StringWriter();
        ResultTable.print(result, new PrintWriter(text));
        return text.toString();
    }
}
