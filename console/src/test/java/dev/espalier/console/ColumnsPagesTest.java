package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Node;
import dev.espalier.Settings;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The columns of a query, as a person chooses them in a browser: by clicks, by keys, and as a text. The console knows no Java class of the database. */
class ColumnsPagesTest extends BrowserTest {

    private static final String SELECTION = "document.querySelector('.line .CodeMirror').CodeMirror";

    private String url = "";

    @Override
    Console start() throws Exception {
        url = Zoo.make(folder, 300);
        return Console.start(url, Settings.defaults(), ConsoleOptions.defaults().withRows(100));
    }

    private void openQuery(String className, String rql, String selection) {
        open("query?class=" + className + "&rql=" + encoded(rql) + "&select=" + encoded(selection));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private String selection() {
        return browser.evaluate(SELECTION + ".getValue()").asText();
    }

    private void write(String selection) {
        browser.evaluate(SELECTION + ".setValue(" + Chromium.quoted(selection) + "); 0");
    }

    private void check(String path) {
        String box = "document.querySelector('.columns input[name=\"" + path + "\"]')";
        browser.waitFor(box);
        browser.evaluate(box + ".click()");
    }

    /** Opens what a field leads to: the first one of that name which is not open. */
    private void openField(String text) {
        String summary =
                "[...document.querySelectorAll('.columns li summary')].find(one => one.offsetParent && !one.parentElement.open && one.textContent.startsWith("
                        + Chromium.quoted(text + " ") + "))";
        browser.waitFor(summary);
        browser.evaluate(summary + ".click()");
    }

    /** The names of the checked boxes. */
    private String checked() {
        return browser.evaluate(
                        "[...document.querySelectorAll('.columns input')].filter(one => one.checked).map(one => one.name).join()")
                .asText();
    }

    private String cells() {
        return browser.evaluate(
                        "[...document.querySelectorAll('main tbody tr')].map(row => [...row.cells].map(one => one.innerText).join()).join(';')")
                .asText();
    }

    private String head() {
        return browser.evaluate(
                        "[...document.querySelectorAll('main thead th')].map(one => one.firstChild.textContent).join()")
                .asText();
    }

    private void awaitStatus(String text) {
        browser.waitFor("document.getElementById('status').textContent.startsWith(" + Chromium.quoted(text) + ")");
    }

    /** Clicks a download and returns the text of the file. */
    private String downloaded(String kind) {
        browser.evaluate(
                "window.file = null; window.make ??= URL.createObjectURL.bind(URL); URL.createObjectURL = blob => { blob.text().then(text => { window.file = text; });"
                        + " return window.make(blob); }; HTMLAnchorElement.prototype.click = function () { window.fileName = this.download; }; 0");
        browser.click("Download " + kind);
        browser.waitFor("window.file !== null");
        return browser.evaluate("window.file").asText();
    }

    @Test
    void clicksWriteTheSelectionAndRunShowsItsRows() throws Exception {
        open("query?class=Lion&rql=");
        browser.waitForText("1 object in");
        assertThat(selection()).isEmpty();
        browser.click("Columns");
        check("name");
        openField("keeper");
        openField("chief");
        check("keeper.chief.name");
        openField("prey");
        check("prey.name");
        openField("place");
        check("place.house");
        assertThat(selection())
                .isEqualTo("name, keeper.chief.name AS keeper_chief_name, prey.name AS prey_name, place.house");
        browser.click("Run");
        browser.waitForText("3 rows in");
        assertThat(head()).isEqualTo("name,keeper_chief_name,prey_name,house");
        assertThat(cells()).isEqualTo("Leo,Ada,Zebra 0,West;Leo,Ada,Zebra 1,West;Leo,Ada,Zebra 2,West");
        assertThat(browser.text("main")).doesNotContain("As a tree");
        browser.device(1280, 1200, false);
        browser.takePicture("columns");
        check("keeper.chief.name");
        assertThat(selection()).isEqualTo("name, prey.name AS prey_name, place.house");
        browser.click("Clear columns");
        assertThat(selection()).isEmpty();
        assertThat(checked()).isEmpty();
        browser.click("Run");
        browser.waitForText("1 object in");
        assertThat(browser.text("main")).contains("As a tree");
    }

    @Test
    void cyclesAreOpenedAsFarAsOneWants() {
        open("query?class=Keeper&rql=");
        browser.click("Columns");
        for (int i = 0; i < 5; i++) {
            openField("chief");
        }
        check("chief.chief.chief.chief.chief.name");
        assertThat(selection()).isEqualTo("chief.chief.chief.chief.chief.name");
    }

    @Test
    void boxesAreUsedByKeys() {
        open("query?class=Zebra&rql=stripes%20%3D%203");
        browser.evaluate("document.querySelector('.columns > summary').focus()");
        browser.press("Enter", 0);
        browser.waitFor("document.querySelector('.columns input')");
        browser.press("Tab", 0);
        assertThat(browser.evaluate("document.activeElement.textContent").asText())
                .isEqualTo("Clear columns");
        browser.press("Tab", 0);
        browser.press(" ", 0);
        browser.waitFor(SELECTION + ".getValue() === 'id'");
        assertThat(browser.evaluate("document.activeElement.name").asText()).isEqualTo("id");
    }

    @Test
    void writtenTextAndBoxesAgree() {
        open("query?class=Zebra&rql=");
        browser.click("Columns");
        openField("keeper");
        browser.waitFor("document.querySelector('.columns input[name=\"keeper.id\"]')");
        write("upper(name) AS name, stripes, keeper.id AS keeper HAVING stripes > 3 ORDER BY stripes");
        assertThat(checked()).isEqualTo("keeper.id,stripes");
        check("name");
        assertThat(selection())
                .isEqualTo(
                        "upper(name) AS name, stripes, keeper.id AS keeper, name AS name_2 HAVING stripes > 3 ORDER BY stripes");
        check("stripes");
        assertThat(selection())
                .isEqualTo(
                        "upper(name) AS name, keeper.id AS keeper, name AS name_2 HAVING stripes > 3 ORDER BY stripes");
        write("");
        assertThat(checked()).isEmpty();
        browser.evaluate("const select = document.querySelector('select[name=class]'); select.value = 'Keeper';"
                + " select.dispatchEvent(new Event('change')); 0");
        browser.waitFor("!document.querySelector('.columns input[name=stripes]')");
        check("name");
        assertThat(selection()).isEqualTo("name");
    }

    /** None of the words of the language is reserved, and texts may have any of them. */
    @Test
    void textsOfAllKindsKeepWhatIsNoPath() {
        for (List<String> one : List.of(
                List.of("", "keeper.name", ""),
                List.of("name", "name, keeper.name AS keeper_name", ""),
                List.of("name,", "name, keeper.name AS keeper_name", ""),
                List.of("name , name AS b, c", "name , name AS b, c, keeper.name AS keeper_name", "c"),
                List.of("DISTINCT name", "DISTINCT name, keeper.name AS keeper_name", ""),
                List.of("distinct", "distinct, keeper.name", "distinct"),
                List.of("order, having", "order, having, keeper.name", "order, having"),
                List.of(
                        "a AS having, name ORDER BY name",
                        "a AS having, name, keeper.name AS keeper_name ORDER BY name",
                        "a AS having ORDER BY name"),
                List.of("as, b AS as LIMIT 3", "as, b AS as, keeper.name LIMIT 3", "as, b AS as LIMIT 3"),
                List.of("ORDER BY name", "keeper.name ORDER BY name", "ORDER BY name"),
                List.of(
                        "CASE WHEN a THEN having ELSE name END AS x, name HAVING x > 1",
                        "CASE WHEN a THEN having ELSE name END AS x, name, keeper.name AS keeper_name HAVING x > 1",
                        "CASE WHEN a THEN having ELSE name END AS x HAVING x > 1"),
                List.of(
                        "concat('it''s, ', ' ORDER BY x') AS x",
                        "concat('it''s, ', ' ORDER BY x') AS x, keeper.name",
                        "concat('it''s, ', ' ORDER BY x') AS x"),
                List.of("'open, name", "'open, name, keeper.name", "'open, name"),
                List.of("<Lion.prey.name", "<Lion.prey.name, keeper.name", "<Lion.prey.name"))) {
            String module = "import('./selection.js').then(of => JSON.stringify([of.withColumn("
                    + Chromium.quoted(one.get(0)) + ", 'keeper.name'), of.withoutColumn(" + Chromium.quoted(one.get(0))
                    + ", 'name')]))";
            assertThat(browser.evaluate(module).asText())
                    .as(one.get(0))
                    .isEqualTo("[" + Chromium.quoted(one.get(1)) + "," + Chromium.quoted(one.get(2)) + "]");
        }
    }

    @Test
    void mistakeIsMarkedInTheTextThatItIsIn() {
        openQuery("Zebra", "stripes = 3", "name, stripez");
        browser.waitForText("unknown field at 7");
        assertThat(browser.text("#status")).isEqualTo("The selection is wrong");
        assertThat(browser.evaluate(
                                "[...document.querySelectorAll('.wrong')].map(one => one.closest('.line') !== null && one.textContent).join()")
                        .asText())
                .isEqualTo("stripez");
        write("name");
        browser.click("Run");
        browser.waitForText("1 row in");
        assertThat(browser.evaluate("document.querySelectorAll('.wrong').length")
                        .asInt())
                .isZero();
        openQuery("Zebra", "strypes = 3", "name");
        browser.waitForText("unknown field at 1");
        assertThat(browser.evaluate(
                                "[...document.querySelectorAll('.wrong')].map(one => one.closest('.line') === null && one.textContent).join()")
                        .asText())
                .isEqualTo("strypes");
    }

    @Test
    void rowsComeInPagesWhichTheAddressKeeps() {
        openQuery("Zebra", "stripes < :most", "stripes + :more AS sum ORDER BY sum DESC");
        browser.waitFor("document.querySelector('input[name=most]') && document.querySelector('input[name=more]')");
        browser.evaluate(
                "for (const [name, value] of [['most', '120'], ['more', '1000']]) { const one = document.querySelector(`input[name=${name}]`);"
                        + " one.value = value; one.dispatchEvent(new Event('input')); } 0");
        browser.click("Run");
        awaitStatus("50 rows, and more in");
        browser.click("Show more");
        awaitStatus("100 rows, and more in");
        assertThat(cells()).startsWith("1119;1118;").endsWith(";1020");
        String address = browser.evaluate("location.hash").asText();
        assertThat(address).contains("select=", "with.more=1000", "pages=2");
        browser.open("about:blank");
        browser.open(console.link().replaceAll("open.*", "") + address);
        awaitStatus("100 rows, and more in");
        browser.click("Show more");
        awaitStatus("120 rows in");
        browser.click("Health");
        browser.waitForText("Slowest queries of this console");
        assertThat(browser.text("main")).contains("select stripes + :more AS sum");
        browser.evaluate("history.back()");
        awaitStatus("120 rows in");
        assertThat(selection()).isEqualTo("stripes + :more AS sum ORDER BY sum DESC");
    }

    @Test
    void limitHasNoPagesAndTheAnswerSaysSo() {
        openQuery("Zebra", "", "stripes ORDER BY stripes LIMIT 200");
        awaitStatus("100 rows, and more in");
        assertThat(browser.text("caption")).contains("With LIMIT there are no pages");
        openQuery("Zebra", "", "stripes ORDER BY stripes LIMIT 2");
        awaitStatus("2 rows in");
        assertThat(browser.text("caption")).doesNotContain("LIMIT");
    }

    @Test
    void rowsAreDownloadedWithNumbersAsNumbersAndAnyName() {
        String call = "concat('" + Zoo.MARKUP.replace("'", "''") + "', '\"')";
        openQuery(
                "Zebra",
                "stripes < 60 ORDER BY stripes",
                call + ", 2, 1, name, weight, stripes, stripes * 0.5, name = 'x'");
        browser.waitForText("unexpected token");
        write(call + ", 2, 1, name, weight, stripes, stripes * 0.5, name AS __proto__");
        browser.click("Run");
        browser.waitForText("50 rows, and more in");
        assertThat(browser.text("main thead")).contains("onerror");
        String json = downloaded("JSON");
        assertThat(json.lines().skip(1).findFirst().orElseThrow())
                .isEqualTo(
                        "{" + Chromium.quoted(call) + ":" + Chromium.quoted(Zoo.MARKUP + "\"")
                                + ",\"2\":2,\"1\":1,\"name\":\"Zebra 0\",\"weight\":null,\"stripes\":0,\"stripes * 0.5\":0.0,\"__proto__\":\"Zebra 0\"},");
        assertThat(browser.evaluate("JSON.parse(window.file).length + window.fileName")
                        .asText())
                .isEqualTo("60Zebra.json");
        awaitStatus("The file has 60 rows.");
        List<String> csv = downloaded("CSV").lines().toList();
        assertThat(csv).hasSize(61);
        assertThat(csv.get(0))
                .isEqualTo("\"" + call.replace("\"", "\"\"") + "\",2,1,name,weight,stripes,stripes * 0.5,__proto__");
        assertThat(csv.get(2)).isEqualTo("\"" + Zoo.MARKUP.replace("\"", "\"\"") + "\"\"\",2,1,Zebra 1,,1,0.5,Zebra 1");
    }

    @Test
    void valuesAreShownAsThoseOfObjects() {
        String text = "two  spaces, " + "long, ".repeat(1_000) + "\uD83E\uDD81".repeat(2_000);
        try (Database db = Database.openCatalog(url, Settings.defaults())) {
            Node keeper = db.nodes().newNode("Keeper").set("name", text);
            Node lion = db.nodes().newNode("Lion").set("picture", new byte[100]).set("name", "");
            db.store(keeper);
            db.store(lion);
            openQuery("Keeper", "id = " + keeper.id(), "name, chief.name AS chief");
            browser.waitForText("(the first 4,000 of");
            assertThat(browser.text("main tbody")).contains("null");
            browser.click("Show all");
            browser.waitFor("[...document.querySelectorAll('td .value')].some(one => one.textContent === "
                    + Chromium.quoted(text) + ")");
            openQuery("Lion", "id = " + lion.id(), "picture, name LIMIT 5");
            browser.waitForText("100 bytes");
            assertThat(browser.text("main tbody")).contains("empty text");
            browser.click("Show all");
            browser.waitForText("100 bytes " + "00".repeat(100));
            openQuery("Keeper", "id = " + keeper.id(), "name");
            browser.waitForText("(the first 4,000 of");
            db.store(keeper.set("name", "another " + text));
            browser.click("Show all");
            browser.waitForText("The row has changed. Run the query again.");
            db.delete(keeper);
            db.delete(lion);
        }
    }

    @Test
    void earlierQueriesKeepTheirSelections() {
        openQuery("Lion", "", "name AS first");
        browser.waitForText("1 row in");
        openQuery("Lion", "", "");
        browser.waitForText("1 object in");
        browser.click("Earlier queries");
        browser.click("Lion: all select name AS first");
        browser.waitForText("1 row in");
        assertThat(selection()).isEqualTo("name AS first");
        browser.click("Earlier queries");
        browser.click("Save");
        assertThat(browser.evaluate(
                                "JSON.parse(localStorage.getItem('espalier-history')).filter(one => one.isSaved).map(one => one.select).join()")
                        .asText())
                .isEqualTo("name AS first");
        browser.evaluate("localStorage.removeItem('espalier-history'); 0");
    }

    @Test
    void explanationIsOfTheRows() {
        openQuery("Zebra", "stripes < 10", "keeper.name, COUNT(*) AS zebras");
        browser.waitForText("1 row in");
        browser.click("Explain");
        browser.waitForText("How it is answered");
        assertThat(browser.text("main")).contains("COUNT(*)").doesNotContain("Load");
        assertThat(browser.evaluate("location.hash").asText()).contains("select=", "explain=");
        write("keeper.nam");
        browser.click("Explain");
        awaitStatus("The selection is wrong");
    }

    @Test
    void completionOffersFieldsAndWordsOfSelections() {
        open("query?class=Lion&rql=");
        browser.evaluate(SELECTION + ".focus()");
        browser.type("keeper.");
        browser.waitFor("document.querySelector('.CodeMirror-hints')");
        assertThat(browser.text(".CodeMirror-hints")).contains("name", "chief").doesNotContain("hasMane");
        browser.press("Escape", 0);
        browser.type("name H");
        browser.waitFor("document.querySelector('.CodeMirror-hints')?.innerText.includes('HAVING')");
        browser.press("Escape", 0);
    }

    @Test
    void pageFitsAPhoneAndIsAccessible() throws Exception {
        for (boolean isDark : new boolean[] {false, true}) {
            browser.device(360, 740, isDark);
            browser.open("about:blank");
            openQuery(
                    "Lion",
                    "",
                    "name, keeper.chief.name AS a_rather_long_name_of_a_column_on_a_phone, prey.name AS prey");
            browser.waitForText("3 rows in");
            browser.click("Columns");
            openField("keeper");
            for (int i = 0; i < 4; i++) {
                openField("chief");
            }
            assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                    .isLessThanOrEqualTo(360);
            assertThat(browser.accessibilityViolations(isDark)).isEmpty();
            browser.takePicture("phone-columns-" + isDark);
        }
    }

    @Test
    void listsOfRowsAreTablesInTheirCells() {
        openQuery("Lion", "", "name, prey {2, 1, name AS __proto__, weight, keeper {name AS keeper}} AS eaten");
        browser.waitForText("1 row in");
        assertThat(browser.evaluate(
                                "[...document.querySelectorAll('main td td')].map(one => one.innerText).slice(0, 6).join()")
                        .asText())
                .isEqualTo("2,1,Zebra 0,null,keeper\nAda,Ada");
        assertThat(downloaded("JSON").lines().skip(1).findFirst().orElseThrow())
                .startsWith(
                        "{\"name\":\"Leo\",\"eaten\":[{\"2\":2,\"1\":1,\"__proto__\":\"Zebra 0\",\"weight\":null,\"keeper\":[{\"keeper\":\"Ada\"}]},{");
        assertThat(downloaded("CSV"))
                .startsWith(
                        "name,eaten\r\nLeo,\"[{\"\"2\"\":2,\"\"1\"\":1,\"\"__proto__\"\":\"\"Zebra 0\"\",\"\"weight\"\":null,");
        openQuery("Zebra", "stripes = 7", "name, <Lion.prey {name} AS eaters");
        browser.waitForText("1 row in");
        assertThat(browser.text("main tbody")).contains("empty");
        assertThat(downloaded("JSON")).contains("{\"name\":\"Zebra 7\",\"eaters\":[]}");
    }

    @Test
    void longListsOfRowsAreShownWholeOnRequest() {
        openQuery(
                "Keeper",
                "name = 'Ada'",
                "name, <Zebra.keeper {name, stripes} AS zebras, <Keeper.chief {name, <Zebra.keeper {name}} AS below");
        browser.waitForText("and 200 more");
        assertThat(downloaded("JSON")).contains("\"stripes\":99}").doesNotContain("\"stripes\":100}");
        awaitStatus("The file has 1 row, with 1 value cut short.");
        browser.click("Show all");
        browser.waitFor("document.querySelectorAll('main td tbody tr').length > 300");
        assertThat(browser.text("main tbody")).contains("Zebra 299").doesNotContain("more");
        browser.device(360, 740, true);
        assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                .isLessThanOrEqualTo(360);
    }

    @Test
    void longTextsLeaveRoomForWhatIsKeptNext() {
        browser.evaluate("localStorage.removeItem('espalier-history'); sessionStorage.clear(); 0");
        for (int i = 0; i < 20; i++) {
            openQuery("Lion", "", "concat('" + "x".repeat(400_000) + "', name) AS c" + i);
            awaitStatus("1 row in");
        }
        openQuery("Lion", "", "name AS after");
        awaitStatus("1 row in");
        assertThat(browser.evaluate(
                                "JSON.parse(localStorage.getItem('espalier-history')).length + ' ' + JSON.parse(sessionStorage.getItem('espalier-places')).length")
                        .asText())
                .isEqualTo("3 3");
        browser.evaluate("localStorage.removeItem('espalier-history'); sessionStorage.clear(); 0");
    }

    @Test
    void boxThatManyColumnsHaveIsClearedAtOnce() {
        String module =
                "import('./selection.js').then(of => of.withoutColumn('a AS first, ' + Array.from({ length: 10000 }, (none, i) => `stripes AS c${i}`).join(', ') + ', b', 'stripes'))";
        assertThat(browser.evaluate(module).asText()).isEqualTo("a AS first, b");
    }

    @Test
    void queryThatAnotherTabHasPushedOutIsSaved() {
        openQuery("Lion", "", "name AS pushed");
        awaitStatus("1 row in");
        browser.click("Earlier queries");
        browser.evaluate("localStorage.setItem('espalier-history', '[]'); 0");
        browser.click("Save");
        assertThat(browser.evaluate("localStorage.getItem('espalier-history')").asText())
                .isEqualTo("[{\"class\":\"Lion\",\"rql\":\"\",\"select\":\"name AS pushed\",\"isSaved\":true}]");
        browser.evaluate("localStorage.removeItem('espalier-history'); 0");
    }
}
