package dev.espalier.console;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Settings;
import dev.espalier.evolution.ModelDraft;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurrentOperationsTest {

    @TempDir
    Path folder;

    @Test
    void closingDoesNotWaitForAnOpeningWhichLeavesNothingOpen() throws Exception {
        String url = Zoo.make(folder, 10);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        List<Database> opened = new ArrayList<>();
        CurrentOperations operations = new CurrentOperations(() -> {
            Database database = Database.openCatalog(url, Settings.defaults());
            opened.add(database);
            if (opened.size() > 1) {
                begun.countDown();
                awaitLongest(mayGoOn);
            }
            Api api = new Api(
                    database,
                    ModelView.of(ModelDraft.ofDatabase(url, Settings.defaults())),
                    ConsoleOptions.defaults(),
                    null,
                    database.name());
            return new CurrentOperations.Opened(
                    database, new CurrentOperations.Schema(List.of(), List.of()), api); // as if it had changed
        });
        CompletableFuture<?> request = CompletableFuture.runAsync(
                () -> requireNonNull(operations.find("model")).answer(new Request(Json.object())));
        awaitLongest(begun);
        CompletableFuture.runAsync(operations::close).get(2, TimeUnit.MINUTES);
        assertThat(request).isNotDone();
        mayGoOn.countDown();
        request.handle((answer, failure) -> null).get(2, TimeUnit.MINUTES);
        assertThat(opened)
                .hasSize(2)
                .allSatisfy(database -> assertThatThrownBy(
                                () -> database.nodes().query("Zebra", "").count())
                        .hasMessageContaining("closed"));
    }

    private static void awaitLongest(CountDownLatch latch) {
        try {
            assertThat(latch.await(2, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
