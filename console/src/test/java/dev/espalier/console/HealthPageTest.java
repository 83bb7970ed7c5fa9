package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sqlite.Collation;

/** The page Health in a browser: a verification that takes long, and a lab that runs. */
class HealthPageTest extends BrowserTest {

    private String url = "";

    @Override
    Console start() throws Exception {
        url = Zoo.make(folder, 10);
        return Console.start(url, Settings.defaults(), ConsoleOptions.defaults().withLab(folder.resolve("lab")));
    }

    /** The page looks every 50 ms for what is new: nobody reads what it shows. */
    @BeforeEach
    void openThePage() {
        browser.evaluate("for (const name of ['setTimeout', 'setInterval']) { const real = window[name];"
                + " window[name] = (work, millis) => real(work, Math.min(millis ?? 0, 50)); } 0");
        browser.click("Health");
        browser.waitForText("Slowest queries of this console");
    }

    /** Adds so many zebras that a verification lasts longer than the page waits between two looks at its progress. */
    private void addZebras() throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            // The collation of a column; all zebras weigh nothing.
            Collation.create(connection, "decimal", new Collation() {
                @Override
                protected int xCompare(String one, String other) {
                    return one.compareTo(other);
                }
            });
            List<String> indexes = new ArrayList<>();
            try (ResultSet found = statement.executeQuery(
                    "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'zebra' AND sql IS NOT NULL")) {
                while (found.next()) {
                    indexes.add(found.getString(1));
                }
            }
            for (String index : indexes) {
                statement.execute("DROP INDEX " + index); // they would take most of the time
            }
            StringJoiner columns = new StringJoiner(", ");
            StringJoiner values = new StringJoiner(", ");
            try (ResultSet found = statement.executeQuery("SELECT name FROM pragma_table_info('zebra')")) {
                while (found.next()) {
                    columns.add("\"" + found.getString(1) + "\"");
                    values.add(found.getString(1).equals("id") ? "1000000 + i" : "z.\"" + found.getString(1) + "\"");
                }
            }
            statement.execute(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150000) INSERT INTO zebra ("
                            + columns + ") SELECT " + values + " FROM n, (SELECT * FROM zebra LIMIT 1) z");
        }
    }

    @Test
    void verificationShowsItsProgress() throws Exception {
        addZebras();
        browser.evaluate(
                "window.seen = []; new MutationObserver(() => { const bar = document.querySelector('progress');"
                        + " if (bar) seen.push([document.getElementById('status').textContent, bar.value, bar.max, bar.getAttribute('aria-label')].join('|')); })"
                        + ".observe(document.getElementById('status'), { childList: true, characterData: true, subtree: true }); 0");
        String verify = "[...document.querySelectorAll('button')].find(one => one.innerText === 'Verify')";
        String isSeen = "window.seen.some(one => one.startsWith('Verifying: check'))";
        do { // a busy browser may have looked when the verification had ended
            browser.evaluate(verify + ".focus()");
            browser.press("Enter", 0);
            browser.waitFor(isSeen + " || !" + verify + ".disabled");
        } while (!browser.evaluate(isSeen).asBoolean());
        assertThat(browser.evaluate(
                                "document.querySelector('progress') === null || [...document.querySelectorAll('button')].find(one => one.innerText === 'Verify').disabled")
                        .asBoolean())
                .as("one at a time")
                .isTrue();
        browser.takePicture("verification");
        browser.waitFor("!document.querySelector('progress')");
        assertThat(browser.evaluate("window.seen.filter(one => one.startsWith('Verifying: check'))[0]")
                        .asText())
                .matches("Verifying: check \\d+ of \\d+(, \\w+)?\\|\\d+\\|\\d+\\|Verification");
    }

    /** Writes it as a lab does: as a whole. */
    private void write(String text) throws IOException {
        Files.createDirectories(folder.resolve("lab"));
        Path file = folder.resolve("lab").resolve("live.json");
        Path written = Files.writeString(folder.resolve("written.json"), text);
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Writes each second until the page has the text: what is older than five seconds when a busy browser asks, counts as silent. */
    private void writeUntil(String shown, String text) throws Exception {
        do {
            write(text);
        } while (!browser.waitForASecond("document.body.innerText.includes(" + Chromium.quoted(shown) + ")"));
    }

    private void write(String phase, int second) throws Exception {
        writeUntil(phase + ", second " + second, live(phase, second, phase.equals("ended")));
    }

    private static String live(String phase, int second, boolean isEnded) {
        return """
                {"title":"oltp on sqlite, 4 connections <b>","number":1,"of":3,"second":%d,"phase":"%s","operations":123456,"rate":2048,"rates":[1000,1500,2048],
                 "times":{"p50Nanos":1500000,"p95Nanos":2500000,"p99Nanos":9000000,"maxNanos":1200000000},"backlog":7,"failures":{"deadlock":2},"processorPercent":93,"isEnded":%s}
                """.formatted(second, phase, isEnded);
    }

    @Test
    void runningLabIsShownEachSecond() throws Exception {
        browser.waitForText("Waiting for the first second.");
        write("warm-up", 3);
        assertThat(browser.text("main"))
                .contains(
                        "Run 1 of 3: oltp on sqlite, 4 connections <b>",
                        "2,048",
                        "123,456",
                        "1.5 ms, 2.5 ms, 9.0 ms, 1.20 s",
                        "deadlock 2",
                        "93 %");
        assertThat(browser.evaluate(
                                "document.querySelector('svg.curve polyline').getAttribute('points').split(' ').length")
                        .asInt())
                .isEqualTo(3);
        for (boolean isDark : new boolean[] {false, true}) {
            browser.device(360, 740, isDark);
            assertThat(browser.accessibilityViolations(isDark)).isEmpty();
            assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                    .isLessThanOrEqualTo(360);
        }
        browser.device(1280, 900, false);
        write("measured", 4);
        browser.takePicture("lab");
        write("ended", 5);
        write(live("measured", 6, false));
        Files.setLastModifiedTime(
                folder.resolve("lab").resolve("live.json"),
                FileTime.from(Instant.now().minusSeconds(60)));
        browser.waitForText("silent for");
        write("{\"half");
        browser.waitForText("found no JSON");
        write("after", 7);
        writeUntil(
                "-, -, -, -",
                live("measured", 8, false)
                        .replaceAll(
                                "\"times\":\\{[^}]*}",
                                "\"times\":{\"p50Nanos\":null,\"p95Nanos\":null,\"p99Nanos\":null,\"maxNanos\":null}"));
        writeUntil("create, second 9", """
                {"title":"objects on sqlite: espalier 12 x 100k none","number":2,"of":8,"second":9,"phase":"create","operations":0,"rate":0,"rates":[0,0],
                 "times":{"p50Nanos":0,"p95Nanos":0,"p99Nanos":0,"maxNanos":0},"backlog":0,"failures":{},"processorPercent":null,"part":0.437,"isEnded":false}
                """);
        assertThat(browser.text("main"))
                .contains("Run 2 of 8: objects on sqlite: espalier 12 x 100k none", "43 %")
                .doesNotContain("Operations per second");
        assertThat(browser.evaluate("document.querySelector('progress[aria-label=\"Progress of the run\"]').value")
                        .asInt())
                .isEqualTo(43);
        assertThat(browser.accessibilityViolations(false)).isEmpty();
    }
}
