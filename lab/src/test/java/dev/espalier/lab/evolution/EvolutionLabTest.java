package dev.espalier.lab.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.lab.StoppedException;
import dev.espalier.lab.measure.Phase;
import dev.espalier.lab.result.EvolutionResult;
import dev.espalier.lab.result.EvolutionResult.Change;
import dev.espalier.lab.result.LiveFile;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.EvolutionSpec;
import dev.espalier.lab.target.Leftovers;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.Targets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pack at its smallest size. */
class EvolutionLabTest {

    @TempDir
    private Path out;

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "mysql", "mariadb", "postgres"})
    void everyChangeIsMadeByTheLibraryAndByHand(String engine) throws IOException {
        EvolutionLab lab = new EvolutionLab(new EvolutionSpec(engine, 2, 30, 2, 2), target(engine), Path.of(""), out);
        EvolutionResult result = lab.run(change -> {});

        assertThat(result.changes())
                .extracting(Change::name)
                .containsExactly(
                        "open, nothing to change",
                        "add an attribute",
                        "rename an attribute",
                        "rename a class",
                        "add a class",
                        "int to long",
                        "a computed attribute",
                        "an attribute by RQL",
                        "one computed beside writers",
                        "level none to both");
        assertThat(result.changes())
                .allSatisfy(change -> assertThat(change.seconds()).hasSize(2));
        assertThat(result.changes().subList(1, 10))
                .allSatisfy(change -> assertThat(change.ratio()).isPositive());
        assertThat(result.changes().get(8).writers())
                .hasSize(2)
                .allSatisfy(waiting -> assertThat(waiting.before()).isPositive());
        assertThat(result.changes().get(8).writersByHand())
                .hasSize(2)
                .allSatisfy(waiting -> assertThat(waiting.before()).isPositive());
        assertThat(result.changes())
                .as("what was done in which second: the library and the hand take turns")
                .allSatisfy(change -> assertThat(change.course().phases())
                        .extracting(Phase::name)
                        .containsSubsequence("prepare 1", "the library 1", "by hand 1", "prepare 2", "by hand 2")
                        .endsWith(change.name().contains("writers") ? "the library 2" : "tidy up 2"));
        assertThat(Leftovers.of(target(engine))).noneMatch(one -> one.run().equals(lab.runName()));
        assertThat(ResultFile.json(ResultFile.read(out)))
                .as("what was written is read back")
                .isEqualTo(ResultFile.json(result));
        assertThat(out.resolve(LiveFile.NAME))
                .as("the last live figures")
                .content()
                .contains(
                        "evolution on " + engine + ": level none to both",
                        "\"number\":10,\"of\":10",
                        "\"operations\":2,",
                        "\"part\":0.5",
                        "\"isEnded\":true");
    }

    @Test
    void aRunThatIsEndedEarlyKeepsWhatItHas() {
        EvolutionLab lab =
                new EvolutionLab(new EvolutionSpec("sqlite", 2, 1, 1, 0), target("sqlite"), Path.of(""), out);
        EvolutionResult result = lab.run(change -> lab.stop());
        assertThat(result.changes()).hasSize(1);
        assertThat(result.partial()).isTrue();
        EvolutionLab never = new EvolutionLab(
                new EvolutionSpec("sqlite", 2, 1, 1, 0), target("sqlite"), Path.of(""), out.resolve("never"));
        never.stop();
        assertThatThrownBy(() -> never.run(change -> {})).isInstanceOf(StoppedException.class);
    }

    private Target target(String engine) {
        assumeThat(engine.equals("sqlite") ? "" : System.getenv("ESPALIER_" + engine.toUpperCase(Locale.ROOT) + "_URL"))
                .as("%s is not up: servers/%s up, then eval \"$(servers/%s env)\"", engine, engine, engine)
                .isNotNull();
        return new Targets(out, out.resolve("data"), System.getenv()).find(engine, "", Password.NONE);
    }
}
