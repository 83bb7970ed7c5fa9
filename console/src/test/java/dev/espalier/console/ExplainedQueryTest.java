package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Settings;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Explain of a query with many roots: it loads a part of them, and the page says so. */
class ExplainedQueryTest {

    @TempDir
    private Path folder;

    @Test
    void planSaysThatAThousandRootsWereLoaded() throws Exception {
        String url = Zoo.make(folder, 1_200);
        try (Console console = Console.start(url, Settings.defaults(), ConsoleOptions.defaults());
                Chromium browser = Chromium.start()) {
            browser.open(console.link());
            browser.waitForText("Classes of the database");
            browser.open(console.link().replaceAll("open.*", "#/query?class=Zebra&rql=&explain="));
            browser.waitForText("How it is answered");

            assertThat(browser.text("main")).contains("Load of the first 1,000 roots", "1,000 Zebra");

            browser.open(console.link().replaceAll("open.*", "#/query?class=Zebra&rql=stripes%20%3D%203&explain="));
            browser.waitForText("stripes = 3");
            browser.waitForText("1 Zebra");
            assertThat(browser.text("main")).doesNotContain("of the first");
        }
    }
}
