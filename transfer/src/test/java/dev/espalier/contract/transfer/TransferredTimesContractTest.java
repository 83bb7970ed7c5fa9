package dev.espalier.contract.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.contract.connection.TimeZonesContractTest;
import dev.espalier.contract.connection.TimeZonesContractTest.Moments;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import dev.espalier.transfer.Transfer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Dates and times arrive as they were, in every time zone of the program. */
@LocaleDependent
class TransferredTimesContractTest {

    /** Into a second database, out of it to files, and from these into the first again. */
    @OnEveryEngine
    void copiesAndExportsAreTheSameInEveryZone(TestDatabase database, @TempDir Path folder) throws Exception {
        try (Database db = database.open(Moments.class)) {
            db.storeAll(TimeZonesContractTest.all(""));
        }
        TestDatabase second = TestDatabase.second(database.engine());
        try {
            TimeZonesContractTest.inEveryZone(database, "copies", List.of(""), (zone, options) -> {
                Path files = folder.resolve(zone.replace('/', '_'));
                second.clear();
                Transfer.Result copied =
                        new Transfer().copy(database.url(), database.settings(), second.url(), second.settings());
                assertThat(new Transfer().export(second.url(), second.settings(), files))
                        .isEqualTo(copied);
                database.clear();
                assertThat(new Transfer().importFrom(database.url(), database.settings(), files))
                        .isEqualTo(copied);
            });
        } finally {
            second.remove();
        }
        assertThat(TimeZonesContractTest.texts(TimeZonesContractTest.run(database.open(Moments.class), "")))
                .isEqualTo(TimeZonesContractTest.texts(TimeZonesContractTest.all("")));
    }
}
