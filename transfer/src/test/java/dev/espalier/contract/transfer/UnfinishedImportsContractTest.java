package dev.espalier.contract.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.contract.programs.PausedWritersContractTest;
import dev.espalier.contract.programs.PausedWritersContractTest.Older;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.testing.Engine;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import dev.espalier.transfer.Transfer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Imports that are paused beyond their lease, or fail and cannot be undone. */
@EngineIndependent
class UnfinishedImportsContractTest {

    @OnEveryEngine({Engine.SQLITE, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES})
    void anImportThatIsPaused(TestDatabase database, @TempDir Path folder) {
        Path exported = folder.resolve("exported");
        try (Database older = database.open(
                PausedWritersContractTest.OLDER, database.settings().indexes(IndexLevel.NONE))) {
            Older.Letter letter = PausedWritersContractTest.letter(PausedWritersContractTest.tag(older), 1);
            older.store(letter);
            new Transfer().export(database.url(), database.settings(), exported);
            older.deleteAll(List.of(letter, letter.tag));
        }
        List<String> conversions = new ArrayList<>();
        Transfer transfer = new Transfer().onProgress(step -> {
            if (step.stage().equals("import") && conversions.isEmpty()) {
                conversions.add(PausedWritersContractTest.convert(database, PausedWritersContractTest.DATES));
            }
        });
        Throwable failure = catchThrowable(() -> transfer.importFrom(database.url(), database.settings(), exported));
        assertThat(failure).isNotNull();
        PausedWritersContractTest.assertNothingIsLost(database, conversions.get(0), failure);
    }

    @OnEveryEngine
    void anImportThatFailsSaysWhyThoughItCannotBeUndoneNow(TestDatabase database, @TempDir Path folder) {
        try (Database db = database.open(Author.class)) {
            db.store(Author.of("a"));
            new Transfer().export(database.url(), database.settings(), folder);
            db.deleteAll(db.query(Author.class, "").list());
            db.store(Author.of("b"));
        }
        Transfer failing = new Transfer().onProgress(step -> {
            if (step.stage().equals("import")) {
                database.execute("DROP TABLE espalier_loads");
                throw new IllegalStateException("the listener fails");
            }
        });
        assertThatThrownBy(() -> failing.importFrom(database.url(), database.settings(), folder))
                .hasMessage("the listener fails")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    }
}
