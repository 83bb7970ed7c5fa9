package dev.espalier.bench.poleposition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.bench.BenchResult;
import dev.espalier.bench.BenchRun;
import dev.espalier.bench.Subject;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.Targets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PolePosition in a tiny size on SQLite: the run itself compares the answers of the subjects and what they have written. */
final class PolePositionTest {

    private static final PoleSize TINY = PoleSize.of("tiny");

    @TempDir
    Path folder;

    @Test
    void allSubjectsGiveTheSameAnswersToEachLap() throws Exception {
        Target sqlite = new Targets(Path.of(""), folder.resolve("data"), Map.of()).find("sqlite", "", Password.NONE);
        PoleSpec spec = new PoleSpec("sqlite", TINY, List.of(Subject.values()), List.of(Circuit.values()), 0, 1);
        BenchResult<PoleSpec> result =
                new BenchRun<>(new PolePosition(spec), spec, sqlite, Path.of(""), folder).run(line -> {});

        assertThat(result.lines()).hasSize(Subject.values().length * (5 + 4 + 4 + 5));
        assertAnswers(
                result,
                Circuit.FLAT_OBJECT,
                Map.of(
                        "write",
                        30 * 20L,
                        "queryIndexedString",
                        20 * 20L,
                        "update",
                        10 * 20L,
                        "delete",
                        10 * 20L)); // 20 characters each
        assertAnswers(
                result,
                Circuit.NESTED_LISTS,
                Map.of("update", 7L, "delete", 7L)); // the root, two nodes below it, two below each of these
        assertAnswers(
                result,
                Circuit.INHERITANCE_HIERARCHY,
                Map.of("read", 20 * 21 / 2L, "query", 10 * 11 / 2L, "delete", 20 * 5L));
        // The nodes of five levels, all with one name.
        assertAnswers(result, Circuit.COMPLEX, Map.of("delete", 31L * "updated".hashCode() + sumOfAttributes()));
        assertThat(folder.resolve(result.file()))
                .content()
                .contains("\"pack\" : \"poleposition\"", "\"operation\" : \"Complex.delete\"");
        assertThat(folder.resolve("data")).isEmptyDirectory();
    }

    private static void assertAnswers(BenchResult<PoleSpec> result, Circuit circuit, Map<String, Long> expected) {
        expected.forEach((lap, answer) -> assertThat(result.lines())
                .filteredOn(line -> line.operation().equals(circuit.title() + "." + lap))
                .hasSize(Subject.values().length)
                .extracting(line -> line.asked().answer())
                .as(lap)
                .containsOnly(answer));
    }

    /** Nodes 2 to 5 have one attribute, 6 to 13 two, 14 to 29 three; each attribute is the node's number. */
    private static long sumOfAttributes() {
        return (2 + 5) * 4 / 2 + 2L * (6 + 13) * 8 / 2 + 3L * (14 + 29) * 16 / 2;
    }

    @Test
    void eclipseStoreIsOnlyShownBesideSqlite() {
        assertThatThrownBy(() ->
                        new PoleSpec("postgres", TINY, List.of(Subject.ECLIPSESTORE), List.of(Circuit.COMPLEX), 0, 1))
                .isInstanceOf(SpecException.class)
                .hasMessage(
                        "--subject: found eclipsestore with --on postgres, expected it with --on sqlite only: it has files of its own");
    }
}
