package dev.espalier.bench.oo7;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.bench.BenchResult;
import dev.espalier.bench.BenchResult.Line;
import dev.espalier.bench.BenchRun;
import dev.espalier.bench.State;
import dev.espalier.bench.Subject;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.Targets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** OO7 in a tiny size on SQLite: the run itself compares the answers of the subjects and what they have written. */
final class Oo7Test {

    @TempDir
    Path folder;

    private Target sqlite() {
        return new Targets(Path.of(""), folder.resolve("data"), Map.of()).find("sqlite", "", Password.NONE);
    }

    @Test
    void allSubjectsGiveTheSameAnswersToEachOperation() throws Exception {
        Oo7Spec spec = new Oo7Spec(
                "sqlite", Oo7Size.of("tiny", 3), List.copyOf(Subject.OF_SQL), List.of(Oo7Operation.values()), 0, 1, 1);
        BenchResult<Oo7Spec> result =
                new BenchRun<>(new Oo7(spec), spec, sqlite(), Path.of(""), folder).run(line -> {});

        assertThat(result.lines()).hasSize(3 * (12 * 2 + 10));
        assertThat(result.lines())
                .filteredOn(line -> line.operation().equals("T1"))
                .extracting(Line::answer)
                .containsOnly(9L * Oo7Size.COMPONENTS * 5);
        assertThat(result.lines())
                .filteredOn(
                        line -> line.state() == State.WARM && line.operation().equals("T1"))
                .extracting(line -> line.asked().statements())
                .allMatch(statements -> statements <= 1); // the commit
        assertThat(result.lines())
                .filteredOn(line -> line.operation().equals("T1") && line.state() == State.COLD)
                .extracting(line -> line.asked().statements())
                .allMatch(statements -> statements > 3);
        assertThat(folder.resolve(result.file()))
                .content()
                .contains("\"operation\" : \"T1\"", "\"statements\" : ", "\"answer\" : 135");
        assertThat(folder.resolve("data")).isEmptyDirectory();
    }
}
