package dev.espalier.contract.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.contract.programs.StoppedPlaces.Pause;
import dev.espalier.contract.programs.StoppedWriter.Writing;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Programs that write are stopped before each of their statements, as {@link StoppedPlaces} says. */
class StoppedProgramContractTest {

    @OnEveryEngine({Engine.SQLITE, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES})
    void aProgramThatIsStoppedLosesNothingAndLeavesNothingHalf(TestDatabase database, @TempDir Path folder)
            throws Exception {
        List<Pause> pauses = new StoppedPlaces(folder).stop(database, StoppedWriter.class, List.of(Writing.values()));
        if (Sample.isAll(database.engine())) {
            assertThat(pauses).extracting(Pause::conversion).contains("converted");
            assertThat(pauses)
                    .extracting(Pause::outcome)
                    .anyMatch(outcome -> outcome.startsWith("failed schema-change"));
        }
    }
}
