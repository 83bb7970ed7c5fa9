package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A console and a browser for all tests of a class; each begins with the link, and ends without a complaint of the browser. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BrowserTest {

    Path folder;
    Console console;
    Chromium browser;

    @BeforeAll
    void startConsoleAndBrowser(@TempDir Path ofAllTests) throws Exception {
        folder = ofAllTests;
        browser = Chromium.start();
        console = start();
    }

    @AfterAll
    void stopConsoleAndBrowser() throws Exception {
        if (console != null) {
            console.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    /** Makes a database in the folder, and starts the console. */
    abstract Console start() throws Exception;

    @BeforeEach
    void openTheLink() {
        browser.bringToFront();
        browser.device(1280, 900, false);
        browser.open("about:blank");
        browser.forgetComplaints();
        browser.open(console.link());
        browser.waitForText("Classes of the database");
    }

    @AfterEach
    void theBrowserComplainsOfNothing() {
        assertThat(browser.complaints())
                .as("errors and warnings of the browser")
                .isEmpty();
        assertThat(browser.evaluate("document.title").asText())
                .as("a stored text became markup")
                .doesNotContain("broken");
    }

    /** Opens a page by its address, and waits until it is shown. */
    void open(String page) {
        browser.open(console.link().replaceAll("open.*", "#/" + page));
        browser.waitFor("document.body.dataset.shown === " + Chromium.quoted("#/" + page));
    }
}
