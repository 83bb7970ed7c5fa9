package dev.espalier.contract.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.contract.programs.StoppedPlaces;
import dev.espalier.contract.programs.StoppedPlaces.Pause;
import dev.espalier.contract.transfer.StoppedTransfer.Carrying;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Programs that import or copy are stopped before each of their statements, as {@link StoppedPlaces} says. */
class StoppedTransferContractTest {

    @OnEveryEngine({Engine.SQLITE, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES})
    void anImportOrACopyThatIsStoppedLosesNothingAndLeavesNothingHalf(TestDatabase database, @TempDir Path folder)
            throws Exception {
        List<Pause> pauses =
                new StoppedPlaces(folder).stop(database, StoppedTransfer.class, List.of(Carrying.values()));
        if (Sample.isAll(database.engine())) {
            assertThat(pauses).extracting(Pause::conversion).contains("converted");
        }
    }
}
