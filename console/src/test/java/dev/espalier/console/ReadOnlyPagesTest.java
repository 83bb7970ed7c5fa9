package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The pages of a database that can only be read. */
class ReadOnlyPagesTest extends BrowserTest {

    @Override
    Console start() throws Exception {
        return Console.start(Zoo.make(folder) + "?open_mode=1", Settings.defaults(), ConsoleOptions.defaults());
    }

    @Test
    void everyPageSaysWhyTheDatabaseCannotBeChanged() {
        for (String page : List.of("model", "query", "health")) {
            open(page);
            assertThat(browser.text("header"))
                    .as(page)
                    .contains("zoo.db (cannot be changed: the URL opens it for reading only)");
        }
    }
}
