package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Node;
import dev.espalier.Settings;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.testing.Sample;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The pages, as a person uses them in a browser: by clicks and by keys. */
class ConsolePagesTest extends BrowserTest {

    private static final String GRAPH = "document.querySelector('.picture')._cyreg.cy";
    private static final String ZOOM = GRAPH + ".zoom()";

    private String url = "";
    private long lion;

    @Override
    Console start() throws Exception {
        url = Zoo.make(folder);
        try (Database db = Database.openCatalog(url, Settings.defaults())) {
            lion = db.nodes().query("Lion", "").ids()[0];
        }
        Model planned = ModelDraft.ofDatabase(url, Settings.defaults())
                .addAttribute("Keeper", AttributeDraft.of("since", "LocalDate"))
                .addAttribute("Zebra", AttributeDraft.of("isShy", "boolean"))
                .toModel();
        return Console.start(url, Settings.defaults(), ConsoleOptions.defaults(), planned);
    }

    @Test
    void modelShowsClassesWithCounts() throws Exception {
        browser.waitForText("4 classes");
        assertThat(browser.text("main")).contains("Lion", "Zebra", "abstract Animal", "Keeper", "1,000");
        browser.waitFor("document.querySelector('.picture canvas')");
        browser.takePicture("model");
        browser.click("Lion");
        browser.waitForText("Attributes of Lion");
        assertThat(browser.text("main")).contains("hasMane", "name (inherited)", "Animal (n)", "Keeper (1)");
    }

    @Test
    void modelShowsSizesAndPendingChanges() {
        browser.waitForText("4 classes");
        browser.waitForText("At once, whatever the number of rows.");
        assertThat(browser.text("main")).contains("Pending changes", "since", "is_shy", "ALTER TABLE");
        browser.click("Show sizes");
        browser.waitForText("Sizes of tables, in bytes");
        assertThat(browser.evaluate(
                                "Math.max(...[...document.querySelectorAll('[aria-label^=Sizes] tbody tr')].map(row => Number(row.cells[1].innerText.replaceAll(',', ''))))")
                        .asInt())
                .as("the thousand zebras")
                .isGreaterThan(20_000);
        assertThat(browser.text("[aria-label^=Sizes]")).contains("zebra", "lion_prey");
    }

    @Test
    void everyPageSaysWhichDatabaseItIsAndThatItIsReadOnly() {
        for (String page : List.of("model", "query", "health")) {
            open(page);
            assertThat(browser.text("#database")).as(page).isEqualTo("SQLite zoo.db (read only)");
            assertThat(browser.evaluate("document.title").asText()).as(page).contains("SQLite zoo.db");
        }
    }

    /** Production and test have the same name. */
    @Test
    void admittedBrowserSeesThePlaceOfTheDatabase() {
        assertThat(browser.text("#place")).isEqualTo(url);
        browser.clearCookies();
        browser.evaluate("location.hash = '#/health'; 0");
        browser.waitForText("open the last link that it has printed");
        assertThat(browser.evaluate("document.documentElement.outerHTML").asText())
                .doesNotContain(folder.toString(), "zoo.db");
        browser.forgetComplaints(); // the browser itself reports an answer with the status 401
    }

    @Test
    void timeoutIsNotReportedAsAMistakeOfTheQuery() {
        open("query?class=Zebra&rql=");
        // no two of the same text after each other: the page is the same
        for (List<String> told : List.of(
                List.of("timeout", "The answer took too long"),
                List.of("busy", "The query was not answered"),
                List.of("statement-timeout", "The answer took too long"),
                List.of("bad-request", "The query is wrong"))) {
            browser.evaluate(
                    "window.realFetch ??= window.fetch; window.fetch = async () => new Response('{\"error\": {\"code\": \""
                            + told.get(0) + "\", \"message\": \"for the test\"}}')");
            browser.click("Run");
            browser.waitFor("document.getElementById('status').textContent === " + Chromium.quoted(told.get(1)));
        }
        browser.evaluate("window.fetch = window.realFetch");
    }

    @Test
    void neitherAddressNorHistoryHoldTheLink() {
        String used = console.link();
        browser.open(used);
        browser.waitForText("Classes of the database");
        assertThat(console.link()).isNotEqualTo(used);
        assertThat(browser.history())
                .contains(used.replaceAll("open.*", "#/model"))
                .noneMatch(address -> address.contains("token") || address.contains("key"));
        assertThat(browser.evaluate("document.cookie").asText()).isEmpty();
    }

    @Test
    void bookmarkSecondTabAndUsedLinkWork() throws Exception {
        String used = console.link();
        browser.open(used);
        browser.waitForText("Classes of the database");
        Chromium tab = browser.tab();
        tab.open(used.replaceAll("open.*", "#/query?class=Zebra&rql=stripes%20%3D%203"));
        tab.waitForText("1 object in");
        tab.open(used);
        tab.waitForText("Classes of the database");
        assertThat(tab.complaints()).isEmpty();
    }

    /** Any page can lead a browser to an address of the console. */
    @Test
    void addressWithAWrongKeyTakesTheRightOneFromNobody() {
        browser.evaluate("delete document.body.dataset.shown; location.hash = '#key=" + "x".repeat(43) + "'; 0");
        browser.waitFor("document.body.dataset.shown");
        assertThat(browser.evaluate("document.body.dataset.shown").asText()).isEqualTo("#/model");
        open("query?class=Zebra&rql=stripes%20%3D%203");
        assertThat(browser.text("main")).contains("1 object in");
        browser.forgetComplaints(); // the browser itself reports an answer with the status 401
    }

    @Test
    void browserWithoutCookieSeesHowToGetALink() throws Exception {
        String used = console.link();
        Wire.of(used);
        browser.clearCookies();
        browser.open(used);
        browser.waitForText("open the last link that it has printed");
        assertThat(browser.accessibilityViolations(false)).isEmpty();
        assertThat(browser.complaints())
                .allSatisfy(complaint -> assertThat(complaint).contains("status of 401"));
        browser.forgetComplaints();
        browser.open(console.link());
        browser.waitForText("Classes of the database");
    }

    @Test
    void queryIsWrittenAndRunByKeysAlone() throws Exception {
        browser.click("Query");
        browser.waitFor("document.activeElement.getAttribute('aria-label') === 'Query in RQL'");
        browser.evaluate("document.querySelector('select').value = 'Zebra'");
        browser.type("stripes < :most ORDER BY stripes DESC");
        browser.waitFor("document.querySelector('input[name=most]')");
        browser.evaluate("document.querySelector('input[name=most]').value = '3'");
        browser.press("Enter", 2);
        browser.waitForText("3 objects in");
        assertThat(browser.evaluate(
                                "[...document.querySelectorAll('tbody tr')].map(row => row.cells[1].innerText).join()")
                        .asText())
                .isEqualTo("Zebra 2,Zebra 1,Zebra 0");
        assertThat(browser.evaluate("location.hash").asText()).contains("class=Zebra", "with.most=3");
        browser.takePicture("query");
    }

    @Test
    void addressOfAQueryShowsItsAnswerAgain() {
        browser.open(console.link().replaceAll("open.*", "#/query?class=Lion&rql=name%20%3D%20%27Leo%27"));
        browser.waitForText("1 object in");
        assertThat(browser.text("table")).contains("Leo", "190.50", "2020-02-29", "West", "loud", "Sunday");
    }

    @Test
    void mistakeIsMarkedAtItsPlace() throws Exception {
        browser.open(console.link().replaceAll("open.*", "#/query?class=Zebra&rql=strypes%20%3D%203"));
        browser.waitForText("unknown field at 1");
        browser.waitFor("document.querySelector('.CodeMirror .wrong')?.textContent === 'strypes'");
        browser.takePicture("mistake");
    }

    @Test
    void answerIsPaged() {
        browser.open(console.link().replaceAll("open.*", "#/query?class=Zebra&rql="));
        browser.waitForText("50 objects, and more in");
        browser.click("Show more");
        browser.waitForText("100 objects, and more in");
    }

    abstract static class Vessel {
        long id;
    }

    static class Boat extends Vessel {
        int load = 3;
    }

    record Hold(String name, int sacks) {}

    static class Ship extends Vessel {
        Map<String, Integer> load = new TreeMap<>(Map.of("rice", 4));
    }

    static class Barge extends Vessel {
        Hold load = new Hold("aft", 5);
    }

    static class Raft extends Vessel {
        String load = "6";
    }

    /** Each class says by itself what its attribute is. */
    @Test
    void attributesOfOneNameAndSeveralTypesAreDownloaded() throws Exception {
        String vessels = "jdbc:sqlite:" + folder.resolve("vessels.db");
        try (Database db = Database.open(vessels, Model.of(Boat.class, Ship.class, Barge.class, Raft.class))) {
            db.storeAll(List.of(new Boat(), new Ship(), new Barge(), new Raft()));
        }
        try (Console other = Console.start(vessels, Settings.defaults(), ConsoleOptions.defaults())) {
            browser.open(other.link());
            browser.waitForText("Classes of the database");
            browser.open(other.link().replaceAll("open.*", "#/query?class=Vessel&rql=ORDER%20BY%20id"));
            browser.waitForText("4 objects in");
            assertThat(downloaded("JSON"))
                    .contains(
                            "\"load\":3}",
                            "\"load\":[[\"rice\",4]]}",
                            "\"load\":{\"name\":\"aft\",\"sacks\":5}}",
                            "\"load\":\"6\"}");
        }
    }

    /** As a person who presses what is there, again and again, while the file is made. */
    @Test
    void downloadHasEachObjectOnceWhateverIsPressedMeanwhile() {
        open("query?class=Zebra&rql=");
        keepFiles();
        browser.evaluate("for (const label of ['Download JSON', 'Show more', 'Download JSON'])"
                + " [...document.querySelectorAll('button')].find(one => one.textContent === label).click(); 0");
        assertZebrasOnce();
    }

    @Test
    void failureOfADownloadIsReported() {
        open("query?class=Zebra&rql=");
        keepFiles();
        browser.evaluate(
                "window.realFetch ??= window.fetch; window.fetch = async () => { throw new TypeError('gone'); }; 0");
        browser.click("Download JSON");
        browser.waitFor(
                "document.getElementById('status').textContent.startsWith('No file was made: The console does not answer')");
        browser.evaluate("window.fetch = window.realFetch; 0");
        browser.click("Download JSON");
        assertZebrasOnce();
    }

    @Test
    void downloadIsCancelledAndTheAnswerStays() {
        open("query?class=Zebra&rql=");
        keepFiles();
        browser.evaluate(
                "window.realFetch ??= window.fetch; window.fetch = (path, options) => new Promise((done, failed) =>"
                        + " options.signal.addEventListener('abort', () => failed(options.signal.reason))); 0");
        browser.click("Download JSON");
        browser.waitFor(
                "[...document.querySelectorAll('button')].some(one => one.textContent === 'Cancel' && !one.disabled)");
        browser.click("Cancel");
        browser.waitFor("document.getElementById('status').textContent === 'Cancelled'");
        browser.evaluate("window.fetch = window.realFetch; 0");
        browser.click("Show more");
        browser.waitForText("100 objects, and more in");
        browser.click("Download JSON");
        assertZebrasOnce();
    }

    private void assertZebrasOnce() {
        browser.waitFor("window.file !== null");
        assertThat(browser.evaluate(
                                "[JSON.parse(window.file).length, new Set(JSON.parse(window.file).map(one => one.id)).size].join()")
                        .asText())
                .isEqualTo("1000,1000");
        assertThat(browser.text("#status")).isEqualTo("The file has 1,000 objects.");
    }

    /** Clicks a download and returns the text of the file. */
    private String downloaded(String kind) {
        keepFiles();
        browser.click("Download " + kind);
        browser.waitFor("window.file !== null");
        return browser.evaluate("window.file").asText();
    }

    /** The page keeps the text and the name of a file, which is not saved. */
    private void keepFiles() {
        browser.evaluate(
                "window.file = null; window.make ??= URL.createObjectURL.bind(URL); URL.createObjectURL = blob => { blob.text().then(text => { window.file = text; });"
                        + " return window.make(blob); }; HTMLAnchorElement.prototype.click = function () { window.fileName = this.download; }; 0");
    }

    @Test
    void answerIsDownloadedAsJsonAndCsv() {
        browser.open(console.link()
                .replaceAll("open.*", "#/query?class=Zebra&rql=stripes%20%3C%2060%20ORDER%20BY%20stripes"));
        browser.waitForText("50 objects, and more in");
        assertThat(downloaded("JSON")).contains("\"class\":\"Zebra\"", "\"stripes\":59");
        assertThat(browser.evaluate("JSON.parse(window.file).length + window.fileName")
                        .asText())
                .as("all pages")
                .isEqualTo("60Zebra.json");
        browser.waitForText("The file has 60 objects.");
        open("query?class=Lion&rql=");
        assertThat(downloaded("JSON")).contains("\"hasMane\":true");
        assertThat(downloaded("CSV")).contains(",true");
        long[] added = new long[2];
        try (Database db = Database.openCatalog(url, Settings.defaults())) {
            Node[] keepers = {
                db.nodes().newNode("Keeper").set("name", ""),
                db.nodes().newNode("Keeper").set("name", "long, ".repeat(1_000))
            };
            for (int i = 0; i < keepers.length; i++) {
                db.store(keepers[i]);
                added[i] = keepers[i].id();
            }
            browser.open(console.link().replaceAll("open.*", "#/query?class=Keeper&rql=ORDER%20BY%20id"));
            browser.waitForText("4 objects in");
            List<String> lines = downloaded("CSV").lines().toList();
            assertThat(lines.get(0)).isEqualTo("class,id,name,chief");
            assertThat(lines).as("null is nothing, an empty text two quotes").contains("Keeper," + added[0] + ",\"\",");
            assertThat(lines)
                    .anyMatch(line -> line.contains(
                            ",\"" + Zoo.MARKUP.replace("\"", "\"\"") + "\",\"{\"\"class\"\":\"\"Keeper\"\""));
            browser.waitForText(
                    "The file has 4 objects, with 1 value cut short. The command espalier query writes all of them.");
            for (Node keeper : keepers) {
                db.delete(keeper);
            }
        }
    }

    @Test
    void answerIsShownAsATree() {
        browser.open(console.link().replaceAll("open.*", "#/query?class=Lion&rql="));
        browser.waitForText("1 object in");
        browser.click("As a tree");
        browser.click("Lion " + lion + " · Leo");
        browser.waitForText("prey (3)");
        browser.click("prey (3)");
        browser.waitForText("Zebra 1 ·");
    }

    @Test
    void completionOffersAttributesOfWhatAPathReaches() {
        browser.click("Query");
        browser.waitFor("document.activeElement.getAttribute('aria-label') === 'Query in RQL'");
        browser.evaluate("document.querySelector('select').value = 'Lion'");
        browser.type("keeper.");
        browser.waitFor("document.querySelector('.CodeMirror-hints')");
        assertThat(browser.text(".CodeMirror-hints")).contains("name", "chief").doesNotContain("stripes");
        browser.press("Escape", 0);
    }

    @Test
    void objectLeadsToWhatItRefersToAndBack() throws Exception {
        browser.open(console.link().replaceAll("open.*", "#/object/Lion/" + lion + ""));
        browser.waitForText("Objects that refer to this one");
        assertThat(browser.text("main")).contains("Leo", "MEAT", "3 bytes 010203", Zoo.MARKUP);
        browser.takePicture("object");
        // not one of those above, which other tests have looked at
        browser.evaluate(
                "[...document.querySelectorAll('main table a')].find(one => one.innerText.startsWith('Keeper')).click()");
        browser.waitForText("Animal.keeper");
        browser.click("Show");
        browser.waitFor("document.querySelector('main li a[href=\"#/object/Lion/" + lion + "\"]')");
    }

    @Test
    void objectWithAThousandReferrersShowsTheirNumber() {
        browser.open(console.link().replaceAll("open.*", "#/query?class=Keeper&rql=name%3D%27Ada%27"));
        browser.waitForText("1 object in");
        browser.evaluate("document.querySelector('tbody a').click()");
        browser.waitForText("1,000");
    }

    @Test
    void graphIsBounded() throws Exception {
        browser.open(console.link().replaceAll("open.*", "#/graph/Lion/" + lion + ""));
        browser.waitForText("Relations that are drawn");
        browser.waitFor("document.querySelector('.picture canvas')");
        assertThat(browser.text("table")).contains("prey", "keeper");
        browser.takePicture("graph");
        int before =
                browser.evaluate("document.querySelectorAll('tbody tr').length").asInt();
        browser.evaluate(
                "[...document.querySelectorAll('td button')].find(one => one.innerText.startsWith('Expand Keeper')).focus()");
        browser.press("Enter", 0);
        browser.waitFor("document.querySelectorAll('tbody tr').length > " + before);
        browser.open(console.link().replaceAll("open.*", "#/query?class=Keeper&rql=name%3D%27Ada%27"));
        browser.waitForText("1 object in");
        browser.evaluate(
                "location.hash = document.querySelector('tbody a').getAttribute('href').replace('object', 'graph')");
        browser.waitForText("Relations that are drawn");
        assertThat(browser.evaluate("document.querySelectorAll('tbody tr').length")
                        .asInt())
                .as("relations of a keeper of a thousand animals")
                .isEqualTo(21);
    }

    @Test
    void wheelScrollsThePageAndWithCtrlOrCmdZoomsTheGraph() {
        browser.device(1280, 400, false);
        for (String page : List.of("model", "graph/Lion/" + lion)) {
            open(page);
            browser.waitFor("document.querySelector('.picture canvas')");
            browser.evaluate("document.querySelector('.picture').scrollIntoView(); window.before = scrollY; 0");
            // the library of the graph takes no wheel for a moment after the page was scrolled
            browser.waitFor(GRAPH + ".renderer().scrollingPage === false");
            double zoom = zoom();
            browser.wheel(300, 100, 40, 0);
            assertThat(zoom()).as("zoom of %s", page).isEqualTo(zoom);
            browser.waitFor("scrollY > before");
            for (int modifier : List.of(2, 4)) {
                double last = zoom();
                browser.evaluate("before = scrollY; 0");
                browser.wheel(300, 100, 40, modifier);
                browser.waitFor(ZOOM + " < " + last);
                browser.wheel(300, 100, -40, modifier);
                browser.waitFor("Math.abs(" + ZOOM + " - " + last + ") < 1e-9");
                assertThat(browser.evaluate("scrollY === before").asBoolean())
                        .as("%s stays where it is", page)
                        .isTrue();
            }
        }
    }

    @Test
    void buttonsZoomTheGraph() {
        for (String page : List.of("model", "graph/Lion/" + lion)) {
            open(page);
            browser.waitFor("document.querySelector('.picture canvas')");
            double zoom = zoom();
            browser.evaluate("document.querySelector('button[aria-label=\"Zoom out\"]').focus()");
            browser.press("Enter", 0);
            browser.waitFor(ZOOM + " < " + zoom);
            browser.evaluate("document.querySelector('button[aria-label=\"Zoom in\"]').focus()");
            browser.press("Enter", 0);
            browser.waitFor("Math.abs(" + ZOOM + " - " + zoom + ") < 1e-9");
        }
    }

    private double zoom() {
        return browser.evaluate(ZOOM).asDouble();
    }

    /** Moves fingers over the picture; true if the browser does what it always does with them, which is to scroll. */
    private static final String MOVE_FINGERS = """
            window.moveFingers = (...fingers) => {
              const picture = document.querySelector('.picture');
              const box = picture.getBoundingClientRect();
              const target = picture.querySelector('canvas');
              const touches = part => fingers.map(([x, y, toX, toY], identifier) => new Touch({ identifier, target,
                clientX: box.left + x + (toX - x) * part, clientY: box.top + y + (toY - y) * part }));
              const options = { bubbles: true, cancelable: true, composed: true };
              target.dispatchEvent(new PointerEvent('pointerdown', { ...options, pointerType: 'touch' }));
              const send = (type, touches, changedTouches) =>
                target.dispatchEvent(new TouchEvent(type, { ...options, touches, targetTouches: touches, changedTouches }));
              let isLeft = send('touchstart', touches(0), touches(0));
              for (let step = 1; step <= 10; step++) isLeft = send('touchmove', touches(step / 10), touches(step / 10)) && isLeft;
              send('touchend', [], touches(1));
              return isLeft;
            }; 0""";

    @Test
    void oneFingerScrollsThePageAndTwoMoveAndZoomTheGraph() {
        browser.device(360, 740, false);
        for (String page : List.of("model", "graph/Lion/" + lion)) {
            open(page);
            browser.waitFor("document.querySelector('.picture canvas')");
            browser.evaluate(MOVE_FINGERS);
            browser.evaluate(GRAPH + ".center(" + GRAPH + ".nodes()[0]); 0");
            String node = GRAPH + ".nodes()[0].renderedPosition()";
            String drawn = "JSON.stringify([" + GRAPH + ".pan(), " + GRAPH + ".nodes().map(one => one.position())])";
            for (String from : List.of("20, 300", node + ".x, " + node + ".y")) {
                String before = browser.evaluate(drawn).asText();
                assertThat(browser.evaluate("moveFingers([" + from + ", 20, 150])")
                                .asBoolean())
                        .as("%s scrolls by a finger from %s", page, from)
                        .isTrue();
                assertThat(browser.evaluate(drawn).asText())
                        .as("%s, %s", page, from)
                        .isEqualTo(before);
            }
            assertThat(browser.evaluate("[...document.querySelectorAll('.picture, .picture *')]"
                                    + ".every(one => getComputedStyle(one).touchAction === 'pan-x pan-y')")
                            .asBoolean())
                    .as("%s lets the browser scroll", page)
                    .isTrue();

            browser.evaluate(GRAPH + ".zoom(0.5); 0");
            assertThat(browser.evaluate("moveFingers([100, 200, 150, 200], [250, 200, 200, 200])")
                            .asBoolean())
                    .as(page)
                    .isFalse();
            assertThat(zoom()).as(page).isCloseTo(0.5 / 3, within(0.001)); // 150 pixels to 50
            double pan = browser.evaluate(GRAPH + ".pan().x").asDouble();
            assertThat(browser.evaluate("moveFingers([100, 200, 150, 200], [150, 200, 200, 200])")
                            .asBoolean())
                    .as(page)
                    .isFalse();
            assertThat(browser.evaluate(GRAPH + ".pan().x").asDouble()).as(page).isCloseTo(pan + 50, within(0.001));

            browser.evaluate("window.tapped = 0; " + GRAPH + ".on('tap', 'node', () => window.tapped++); 0");
            browser.evaluate("moveFingers([" + node + ".x, " + node + ".y, 20, 150])");
            assertThat(browser.evaluate("tapped").asInt()).as(page).isZero();
            browser.evaluate("moveFingers([" + node + ".x, " + node + ".y, " + node + ".x + 2, " + node + ".y])");
            assertThat(browser.evaluate("tapped").asInt()).as(page).isOne();
        }
    }

    /** The library of the graph is large: a slow network brings it when another page is shown. */
    @Test
    void lateScriptDrawsNothingOverANewerPage() {
        for (String end : List.of("document.head.append(one)", "one.dispatchEvent(new Event('error'))")) {
            browser.open("about:blank");
            open("health");
            browser.evaluate("""
                    window.held = [];
                    document.head.append = (...all) => window.held.push(...all);
                    location.hash = '#/graph/Lion/1';
                    0""");
            browser.waitFor("window.held.length === 1");
            browser.evaluate("delete document.body.dataset.shown; location.hash = '#/query'; 0");
            browser.waitFor("document.body.dataset.shown === '#/query'");
            browser.evaluate("""
                    delete document.head.append;
                    window.held.forEach(one => {
                      for (const kind of ['load', 'error']) one.addEventListener(kind, () => setTimeout(() => { window.hasEnded = true; }));
                      %s;
                    });
                    0""".formatted(end));
            browser.waitFor("window.hasEnded");
            assertThat(browser.text("main h1")).as(end).isEqualTo("Query");
        }
    }

    @Test
    void backBringsTheListsOfAnObjectAgain() throws Exception {
        browser.open(console.link().replaceAll("open.*", "#/query?class=Keeper&rql=name%3D%27Ada%27"));
        browser.waitForText("1 object in");
        browser.evaluate("document.querySelector('tbody a').click()");
        browser.waitForText("Animal.keeper");
        browser.evaluate(
                "[...document.querySelectorAll('tr')].find(one => one.innerText.includes('Animal.keeper')).querySelector('button').click()");
        browser.waitFor("document.querySelectorAll('main td li').length > 0");
        int first = browser.evaluate("document.querySelectorAll('main td li').length")
                .asInt();
        browser.click("Show more");
        browser.waitFor("document.querySelectorAll('main td li').length === " + 2 * first);
        scrollTo(1500);
        String object = browser.evaluate("location.hash").asText();
        browser.evaluate("document.querySelectorAll('main td li a')[" + (first + 3) + "].click()");
        browser.waitFor("location.hash !== " + Chromium.quoted(object)
                + " && document.body.dataset.shown === location.hash && scrollY === 0");
        browser.evaluate("history.back()");
        browser.waitFor("document.querySelectorAll('main td li').length === " + 2 * first);
        browser.waitFor("scrollY === 1500");
        browser.click("Show more");
        browser.waitFor("document.querySelectorAll('main td li').length === " + 3 * first);
    }

    @Test
    void backBringsTheExpandedNodesAgain() {
        open("graph/Lion/" + lion);
        browser.waitForText("Relations that are drawn");
        int before =
                browser.evaluate("document.querySelectorAll('tbody tr').length").asInt();
        browser.evaluate(
                "[...document.querySelectorAll('td button')].find(one => one.innerText.startsWith('Expand Keeper')).click()");
        browser.waitFor("document.querySelectorAll('tbody tr').length > " + before);
        int after =
                browser.evaluate("document.querySelectorAll('tbody tr').length").asInt();
        browser.click("Health");
        browser.waitForText("Slowest queries of this console");
        browser.evaluate("history.back()");
        browser.waitFor(
                "document.querySelectorAll('tbody tr').length === " + after + " && " + GRAPH + ".nodes().length > 0");
    }

    @Test
    void planShowsEachStep() throws Exception {
        browser.open(
                console.link().replaceAll("open.*", "#/query?class=Lion&rql=keeper.chief.name%3D%27Ada%27&explain="));
        browser.waitForText("How it is answered");
        assertThat(browser.text("main")).contains("Understood as", "Search:", "Step 1", "Load", "Index advice");
        browser.takePicture("plan");
    }

    @Test
    void planOfTheDatabaseItselfIsShownOnRequest() {
        browser.open(console.link().replaceAll("open.*", "#/query?class=Lion&rql=keeper.name%3D%27Ada%27"));
        browser.waitForText("0 objects in");
        browser.click("Explain");
        browser.waitForText("How it is answered");
        assertThat(browser.evaluate("document.querySelector('ol.steps').textContent")
                        .asText())
                .doesNotContain("SEARCH");
        browser.click("with the database's own plans");
        browser.click("Explain");
        browser.waitFor("document.querySelector('ol.steps').textContent.includes('SEARCH')");
    }

    @Test
    void healthVerifiesTheDatabase() {
        browser.click("Health");
        browser.waitForText("Slowest queries of this console");
        browser.waitForText("Connections of this console");
        browser.click("Verify");
        browser.waitForText("No damage was found.");
    }

    @Test
    void pagesFitAPhoneAndDarkColours() throws Exception {
        browser.device(360, 740, true);
        for (String page : Sample.among(
                "pages on a phone", List.of("model", "query?class=Lion&rql=", "object/Lion/" + lion, "health"))) {
            browser.open(console.link().replaceAll("open.*", "#/" + page));
            browser.waitFor("decodeURIComponent(document.body.dataset.shown ?? '') .startsWith("
                    + Chromium.quoted("#/" + page.replaceAll("\\?.*", "")) + ")");
            assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                    .as("width of %s", page)
                    .isLessThanOrEqualTo(360);
            browser.takePicture("phone-" + page.replaceAll("\\W.*", ""));
        }
    }

    /** A window of 1280 pixels has 640 pixels of CSS then. */
    @Test
    void pagesFitAtTwiceTheirSize() {
        browser.device(640, 450, false);
        for (String page : Sample.among(
                "pages at twice their size",
                List.of(
                        "model",
                        "model/Lion",
                        "query?class=Lion&rql=",
                        "query?class=Lion&rql=&explain=",
                        "object/Lion/" + lion,
                        "graph/Lion/" + lion,
                        "health"))) {
            browser.open("about:blank");
            browser.open(console.link().replaceAll("open.*", "#/" + page));
            browser.waitFor("document.body.dataset.shown === location.hash");
            assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                    .as("width of %s", page)
                    .isLessThanOrEqualTo(640);
            assertThat(browser.evaluate(
                                    "[...document.querySelectorAll('main button, main input, main select')].filter(one => one.offsetParent && !one.closest('.scroll')"
                                            + " && one.getBoundingClientRect().right > innerWidth + 1).map(one => one.outerHTML).join()")
                            .asText())
                    .as("controls beyond the edge of %s", page)
                    .isEmpty();
        }
    }

    @Test
    void firstKeySkipsToTheContent() {
        browser.press("Tab", 0);
        assertThat(browser.evaluate("document.activeElement.innerText").asText())
                .isEqualTo("Skip to the content");
        browser.press("Tab", 0);
        assertThat(browser.evaluate("document.activeElement.innerText").asText())
                .isEqualTo("Model");
    }

    /** The rules of WCAG 2.1, levels A and AA, as axe-core checks them. */
    @Test
    void pagesAreAccessible() throws Exception {
        List<String> pages = List.of(
                "model/Lion",
                "query?class=Lion&rql=",
                "query?class=Lion&rql=nonsense",
                "query?class=Lion&rql=&explain=",
                "object/Lion/" + lion,
                "graph/Lion/" + lion,
                "health");
        for (boolean isDark : new boolean[] {false, true}) {
            browser.device(1280, 900, isDark);
            for (String page : Sample.among("accessible pages, dark " + isDark, pages)) {
                browser.open("about:blank");
                browser.open(console.link().replaceAll("open.*", "#/" + page));
                browser.waitFor("document.body.dataset.shown === location.hash");
                assertThat(browser.accessibilityViolations(isDark))
                        .as("%s, dark %s", page, isDark)
                        .isEmpty();
            }
        }
    }

    @Test
    void longTextsAndRecordsAreReadable() {
        String text = "two  spaces\nand a line " + "long, ".repeat(1_000) + "end";
        try (Database db = Database.openCatalog(url, Settings.defaults())) {
            Node keeper = db.nodes().newNode("Keeper").set("name", text);
            db.store(keeper);
            for (String page :
                    List.of("query?class=Keeper&rql=id+%3D+" + keeper.id(), "object/Keeper/" + keeper.id())) {
                open(page);
                browser.waitForText("(the first 4,000 of 6,026 characters)");
                assertThat(browser.evaluate(
                                        "Math.max(...[...document.querySelectorAll('td .value')].map(one => one.offsetWidth))")
                                .asInt())
                        .as("the widest cell of %s", page)
                        .isLessThan(620);
                browser.click("Show all");
                browser.waitFor("[...document.querySelectorAll('td .value')].some(one => one.innerText === "
                        + Chromium.quoted(text) + ")");
            }
            db.delete(keeper);
        }
        open("query?class=Lion&rql=");
        browser.waitForText("1 object in");
        assertThat(browser.evaluate(
                                "Math.min(...[...document.querySelectorAll('td dd')].map(one => one.getBoundingClientRect().height))")
                        .asInt())
                .as("a component of a record stands in one line")
                .isLessThan(40);
    }

    @Test
    void cutBytesAndMembersAreShownOnRequest() {
        long other;
        try (Database db = Database.openCatalog(url, Settings.defaults())) {
            Node node = db.nodes()
                    .newNode("Lion")
                    .set("picture", new byte[100])
                    .set(
                            "tags",
                            IntStream.range(0, 300).mapToObj(i -> "tag " + i).collect(Collectors.toSet()));
            db.store(node);
            other = node.id();
            open("object/Lion/" + other);
            for (String name : List.of("picture", "tags")) {
                String button =
                        "document.querySelector('[aria-label=\"Show all of " + name + " of Lion " + other + "\"]')";
                browser.waitFor(button);
                browser.evaluate(button + ".click()");
                browser.waitFor(button + " === null");
            }
            assertThat(browser.text("main")).contains("100 bytes " + "00".repeat(100), "tag 299");
            assertThat(browser.evaluate(
                                    "[...document.querySelectorAll('main td li')].filter(one => one.textContent.startsWith('tag ')).length")
                            .asInt())
                    .isEqualTo(300);
            db.delete(node);
        }
    }

    /** Scrolls as a person does: the events of the browser for it have been handled before the next click. */
    private void scrollTo(int y) {
        browser.evaluate("scrollTo(0, " + y + ")");
        browser.waitFor("JSON.parse(sessionStorage.getItem('espalier-places') ?? '[]')"
                + ".some(one => one.entry === history.state?.entry && one.scroll === " + y + ")");
    }

    @Test
    void backBringsTheQueryItsPagesAndThePlaceAgain() {
        open("query?class=Zebra&rql=stripes+%3C+%3Amost&with.most=900");
        browser.waitForText("50 objects, and more in");
        browser.click("Show more");
        browser.waitForText("100 objects, and more in");
        scrollTo(1500);
        browser.evaluate("document.querySelector('tbody tr:nth-child(70) a').click()");
        browser.waitForText("Objects that refer to this one");
        browser.waitFor("document.body.dataset.shown === location.hash && scrollY === 0");
        browser.evaluate( // a browser reports the scrolling of the page before when it has time
                "addEventListener('popstate', () => dispatchEvent(new Event('scroll')), { once: true }); history.back()");
        browser.waitForText("100 objects, and more in");
        browser.waitFor("scrollY === 1500");
        assertThat(browser.evaluate("document.querySelector('input[name=most]').value")
                        .asText())
                .isEqualTo("900");
        browser.evaluate("const most = document.querySelector('input[name=most]'); most.value = '3';"
                + " most.dispatchEvent(new Event('input')); 0");
        browser.click("Run");
        browser.waitForText("3 objects in");
        String bookmark = browser.evaluate("location.hash").asText();
        browser.evaluate("document.querySelector('input[name=most]').focus(); document.activeElement.select()");
        browser.type("5");
        browser.click("Health");
        browser.waitForText("Slowest queries of this console");
        browser.evaluate("history.back()");
        browser.waitFor("document.querySelector('input[name=most]')?.value === '5'");
        browser.evaluate("history.back()");
        browser.waitForText("100 objects, and more in");
        browser.open("about:blank");
        browser.open(console.link().replaceAll("open.*", "") + bookmark);
        browser.waitForText("3 objects in");
    }
}
