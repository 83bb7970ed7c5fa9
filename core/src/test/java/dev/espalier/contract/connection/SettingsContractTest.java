package dev.espalier.contract.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Times that no driver takes as they are. */
@EngineIndependent
class SettingsContractTest {

    @OnEveryEngine
    void aDatabaseOpensWithTheLongestAndTheShortestTimes(TestDatabase database) {
        for (Duration time : List.of(Duration.ofSeconds(Long.MAX_VALUE), Duration.ofDays(30), Duration.ofNanos(1))) {
            Settings settings = database.settings()
                    .lockWait(time)
                    .statementTimeout(Duration.ofSeconds(Long.MAX_VALUE))
                    .transactionTimeout(time);
            try (Database db = database.open(
                    Model.of(Book.class), time.toNanosPart() > 0 ? settings : settings.connectTimeout(time))) {
                Book book = Book.of("Emma");
                db.store(book);
                assertThat(db.get(Book.class, book.id).title).isEqualTo("Emma");
            }
        }
    }

    @Test
    void negativeTimesAreRefused() {
        Duration negative = Duration.ofNanos(-1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Settings.defaults().lockWait(negative))
                .withMessageContaining("lockWait");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Settings.defaults().statementTimeout(negative))
                .withMessageContaining("statementTimeout");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Settings.defaults().transactionTimeout(negative))
                .withMessageContaining("transactionTimeout");
    }
}
