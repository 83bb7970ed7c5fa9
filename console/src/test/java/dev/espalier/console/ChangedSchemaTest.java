package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.annotation.Was;
import java.nio.file.Path;
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
            try (Database db = Database.open(url, Model.of(Boat.class))) {
                db.store(new Boat());
            }
            assertThat(wire.asked("model", "{}")).contains("\"Zebra\"", "\"Boat\"");
            assertThat(wire.asked("query", "{\"class\": \"Boat\", \"rql\": \"name = 'Argo'\"}"))
                    .contains("\"ref\":\"Boat\"");
            assertThat(wire.asked("count", "{\"class\": \"Zebra\"}")).contains("{\"count\":10}");
        }
    }
}
