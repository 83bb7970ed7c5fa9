package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.annotation.Was;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another program changes the schema while the console runs. */
class ChangedSchemaTest {

    @TempDir
    private Path folder;

    @Was({})
    static class Boat {
        long id;
        String name = "Argo";
    }

    @Test
    void newClassIsInTheNextModelAndCanBeAskedFor() throws Exception {
        String url = Zoo.make(folder, 10);
        try (Console console = Console.start(url, Settings.defaults(), ConsoleOptions.defaults())) {
            Wire wire = Wire.of(console);
            assertThat(wire.asked("model", "{}")).contains("\"Zebra\"").doesNotContain("\"Boat\"");
            storeABoat(url);
            assertThat(wire.asked("model", "{}")).contains("\"Zebra\"", "\"Boat\"");
            assertThat(wire.asked("query", "{\"class\": \"Boat\", \"rql\": \"name = 'Argo'\"}"))
                    .contains("\"ref\":\"Boat\"");
            assertThat(wire.asked("count", "{\"class\": \"Zebra\"}")).contains("{\"count\":10}");
        }
    }

    @Test
    void queriesSeeTheChangedSchemaWithoutTheModel() throws Exception {
        String url = Zoo.make(folder, 10);
        try (Console console = Console.start(url, Settings.defaults(), ConsoleOptions.defaults())) {
            Wire wire = Wire.of(console);
            storeABoat(url);
            long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
            String answer = "";
            while (!answer.contains("\"ref\":\"Boat\"")) {
                assertThat(System.nanoTime()).as(answer).isLessThan(end);
                answer = wire.asked("query", "{\"class\": \"Boat\", \"rql\": \"name = 'Argo'\"}");
            }
        }
    }

    @Test
    void nextPageOffersTheNewClass() throws Exception {
        String url = Zoo.make(folder, 10);
        try (Console console = Console.start(url, Settings.defaults(), ConsoleOptions.defaults());
                Chromium browser = Chromium.start()) {
            browser.open(console.link());
            browser.waitForText("Classes of the database");
            browser.click("Health");
            browser.waitForText("Slowest queries of this console");
            storeABoat(url);
            browser.click("Query");
            browser.waitFor("[...document.querySelectorAll('select option')].some(one => one.value === 'Boat')");
            assertThat(browser.complaints()).isEmpty();
        }
    }

    private static void storeABoat(String url) {
        try (Database db = Database.open(url, Model.of(Boat.class))) {
            db.store(new Boat());
        }
    }
}
