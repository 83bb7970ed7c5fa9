package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Node;
import dev.espalier.Settings;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Objects are changed in a browser, by clicks and by keys. */
class EditPagesTest extends BrowserTest {

    @SuppressWarnings("NullAway.Init") // start() has filled it before each test
    private Database db;

    private long lion;

    @Override
    Console start() throws Exception {
        String url = Zoo.make(folder, 10);
        db = Database.openCatalog(url, Settings.defaults());
        lion = db.nodes().query("Lion", "").ids()[0];
        return Console.start(url, Settings.defaults(), ConsoleOptions.defaults().withWrite());
    }

    @AfterAll
    void closeTheDatabase() {
        if (db != null) {
            db.close();
        }
    }

    @BeforeEach
    void forgetTheChangeSet() {
        browser.evaluate("sessionStorage.removeItem('espalier-changes'); sessionStorage.removeItem('espalier-drafts')");
    }

    private void focus(String label) {
        browser.evaluate("document.querySelector('[aria-label=" + Chromium.quoted(label) + "]').focus()");
    }

    /** Replaces the text of the field, as a person who selects all of it and types. */
    private void write(String label, String text) {
        focus(label);
        browser.evaluate("document.activeElement.select()");
        browser.type(text);
    }

    @Test
    void everyPageSaysThatTheDatabaseCanBeChanged() {
        for (String page : List.of("model", "changes", "edit/Zebra")) {
            open(page);
            assertThat(browser.text("header")).as(page).contains("SQLite zoo.db (can be changed)");
        }
    }

    @Test
    void valuesReferencesAndMembersAreChangedByKeysAlone() throws Exception {
        long zebra = db.nodes().query("Zebra", "stripes = 9").ids()[0];
        open("object/Lion/" + lion);
        browser.evaluate("[...document.querySelectorAll('main a')].find(one => one.innerText === 'Edit').focus()");
        browser.press("Enter", 0);
        browser.waitForText("Edit Lion " + lion);
        write("name", "Simba");
        write("born", "tomorrow");
        browser.press("Enter", 0); // sends the form
        browser.waitForText("expected a date such as");
        assertThat(browser.evaluate("document.activeElement.getAttribute('aria-label')")
                        .asText())
                .as("the field with the mistake")
                .isEqualTo("born");
        write("born", "2022-05-06");
        write("keeper", "");
        browser.press("Backspace", 0);
        write("place.row", "7");
        focus("prey: remove member 1");
        browser.press("Enter", 0);
        focus("prey: add a member");
        browser.press("Enter", 0);
        assertThat(browser.evaluate("document.activeElement.getAttribute('aria-label')")
                        .asText())
                .isEqualTo("prey, member 3");
        browser.type("Zebra " + zebra);
        focus("prey: move member 3 up");
        browser.press("Enter", 0);
        browser.takePicture("edit");
        browser.evaluate("document.querySelector('button[type=submit]').focus()");
        browser.press("Enter", 0);
        browser.waitForText("These changes are stored in one transaction");
        assertThat(browser.text("nav[aria-label=Pages]")).contains("Changes (1)");
        assertThat(browser.text("main table"))
                .contains("Leo", "Simba", "2020-02-29", "2022-05-06", "prey", "place")
                .doesNotContain("weight", "tags", "picture");
        browser.takePicture("changes");
        assertThat(db.nodes().get("Lion", lion).get("name"))
                .as("nothing is stored yet")
                .isEqualTo("Leo");
        browser.evaluate("document.querySelector('button.first').focus()");
        browser.press("Enter", 0);
        browser.waitForText("Stored 1 change.");
        Node stored = db.nodes().get("Lion", lion);
        assertThat(stored.get("name")).isEqualTo("Simba");
        assertThat(stored.get("keeper")).isNull();
        assertThat(stored.get("place")).asString().contains("West", "7");
        assertThat((java.util.List<?>) stored.get("prey"))
                .extracting(one -> ((Node) one).get("stripes"))
                .containsExactly(1, 9, 2);
        db.store(stored.set("name", "Leo"));
    }

    @Test
    void objectsAreCreatedAndDeletedTogether() {
        long keepers = db.nodes().query("Keeper", "").count();
        long zebra = db.nodes().query("Zebra", "stripes = 8").ids()[0];
        open("model/Keeper");
        browser.click("New Keeper");
        browser.waitForText("New Keeper 1");
        write("name", "Eve");
        browser.click("Keep in the change set");
        browser.waitForText("Create new Keeper 1");
        open("object/Zebra/" + zebra);
        browser.click("Delete");
        browser.waitForText("Delete Zebra " + zebra);
        open("edit/Lion/" + lion);
        write("keeper", "new Keeper 1");
        browser.click("Keep in the change set");
        browser.waitForText("Changes (3)");
        browser.click("Store");
        browser.waitForText("Stored 3 changes.");
        assertThat(db.nodes().query("Keeper", "").count()).isEqualTo(keepers + 1);
        assertThat(db.nodes().query("Zebra", "stripes = 8").count()).isZero();
        assertThat(db.nodes().query("Lion", "keeper.name = 'Eve'").count()).isEqualTo(1);
        browser.waitForText("Nothing is changed.");
    }

    @Test
    void conflictShowsBothSidesAndEitherIsTaken() throws Exception {
        long zebra = db.nodes().query("Zebra", "stripes = 7").ids()[0];
        open("edit/Zebra/" + zebra);
        write("name", "Mine");
        browser.click("Keep in the change set");
        browser.waitForText("Change Zebra " + zebra);
        db.store(db.nodes().get("Zebra", zebra).set("name", "Theirs").set("diet", "MEAT"));
        browser.click("Store");
        browser.waitForText("Somebody else has changed it");
        assertThat(browser.text("[aria-label^=Conflict] table"))
                .contains("Zebra 7", "Theirs", "Mine", "PLANTS", "MEAT", "as it is");
        assertThat(db.nodes().get("Zebra", zebra).get("name")).isEqualTo("Theirs");
        browser.takePicture("conflict");
        browser.click("Keep mine");
        browser.waitFor("!document.querySelector('[aria-label^=Conflict]')");
        browser.click("Store");
        browser.waitForText("Stored 1 change.");
        assertThat(db.nodes().get("Zebra", zebra).get("name")).isEqualTo("Mine");
        assertThat(db.nodes().get("Zebra", zebra).get("diet"))
                .as("what only they have changed")
                .isEqualTo("MEAT");
        open("object/Zebra/" + zebra);
        browser.click("Delete");
        browser.waitForText("Delete Zebra " + zebra);
        db.store(db.nodes().get("Zebra", zebra).set("name", "Theirs again"));
        browser.click("Store");
        browser.waitForText("Somebody else has changed it");
        browser.click("Take theirs");
        browser.waitForText("Nothing is changed.");
        assertThat(db.nodes().get("Zebra", zebra).get("name")).isEqualTo("Theirs again");
    }

    @Test
    void noValueAndEmptyTextAreTwoThings() {
        long zebra = db.nodes().query("Zebra", "stripes = 6").ids()[0];
        open("edit/Zebra/" + zebra);
        focus("name: no value");
        browser.press(" ", 0);
        browser.click("Keep in the change set");
        browser.waitForText("Changes (1)");
        browser.click("Store");
        browser.waitForText("Stored 1 change.");
        assertThat(db.nodes().get("Zebra", zebra).get("name")).isNull();
        open("edit/Zebra/" + zebra);
        write("name", Zoo.MARKUP);
        browser.click("Keep in the change set");
        browser.waitForText(Zoo.MARKUP);
        browser.click("Store");
        browser.waitForText("Stored 1 change.");
        assertThat(db.nodes().get("Zebra", zebra).get("name")).isEqualTo(Zoo.MARKUP);
    }

    @Test
    void pagesAreAccessibleAndFitAPhone() throws Exception {
        long zebra = db.nodes().query("Zebra", "stripes = 5").ids()[0];
        open("edit/Zebra/" + zebra);
        write("name", "Mine");
        browser.click("Keep in the change set");
        browser.waitForText("Changes (1)");
        open("object/Zebra/" + db.nodes().query("Zebra", "stripes = 4").ids()[0]);
        browser.click("Delete");
        browser.waitForText("Changes (2)");
        db.store(db.nodes().get("Zebra", zebra).set("name", "Theirs"));
        for (boolean isDark : new boolean[] {false, true}) {
            browser.device(1280, 900, isDark);
            for (String page : new String[] {"edit/Lion/" + lion, "edit/Keeper", "changes", "conflict"}) {
                browser.device(1280, 900, isDark);
                open(page.equals("conflict") ? "changes" : page);
                if (page.equals("conflict")) {
                    browser.click("Store");
                    browser.waitForText("Somebody else has changed it");
                }
                assertThat(browser.accessibilityViolations(isDark))
                        .as("%s, dark %s", page, isDark)
                        .isEmpty();
                if (isDark) {
                    continue; // as wide as in light colours
                }
                browser.device(360, 740, false);
                assertThat(browser.evaluate("document.documentElement.scrollWidth")
                                .asInt())
                        .as("width of %s", page)
                        .isLessThanOrEqualTo(360);
                browser.takePicture("phone-" + page.replaceAll("\\W.*", ""));
            }
        }
    }

    @Test
    void lostConnectionLosesNoText() {
        open("edit/Zebra/" + db.nodes().query("Zebra", "stripes = 7").ids()[0]);
        write("name", "typed with care");
        browser.evaluate(
                "window.realFetch = window.fetch; window.fetch = async () => { throw new TypeError('gone'); }; 0");
        browser.click("Keep in the change set");
        browser.waitForText("What you have written is still here.");
        assertThat(browser.evaluate("document.querySelector('[aria-label=name]').value")
                        .asText())
                .isEqualTo("typed with care");
        browser.evaluate("window.fetch = window.realFetch; 0");
        browser.click("Retry");
        browser.waitForText("These changes are stored in one transaction");
        assertThat(browser.text("main table")).contains("typed with care");
    }

    @Test
    void formThatIsLeftKeepsItsText() {
        open("object/Lion/" + lion);
        browser.click("Edit");
        browser.waitForText("Edit Lion " + lion);
        write("name", "typed with care");
        write("keeper", "nobody yet");
        browser.evaluate("document.querySelector('[aria-label=\"tags: add a member\"]').click()");
        browser.type("quick");
        browser.evaluate("document.querySelector('[aria-label=\"prey: remove member 1\"]').click()");
        browser.click("Health");
        browser.waitForText("Slowest queries of this console");
        browser.evaluate("history.back()");
        browser.waitForText("You wrote this before, and did not keep it.");
        assertThat(valueOf("name")).isEqualTo("typed with care");
        browser.evaluate("history.back()");
        browser.waitForText("Objects that refer to this one");
        db.store(db.nodes().get("Lion", lion).set("diet", "PLANTS"));
        browser.click("Edit");
        browser.waitForText("You wrote this before, and did not keep it.");
        assertThat(valueOf("name")).isEqualTo("typed with care");
        assertThat(valueOf("keeper")).as("no object yet").isEqualTo("nobody yet");
        assertThat(valueOf("tags, member 2")).isEqualTo("quick");
        assertThat(browser.evaluate("document.querySelector('[aria-label=\"prey, member 3\"]') === null")
                        .asBoolean())
                .isTrue();
        browser.click("Keep in the change set");
        browser.waitForText("keeper: found 'nobody yet'");
        write("keeper", "");
        browser.press("Backspace", 0);
        browser.click("Keep in the change set");
        browser.waitForText("These changes are stored in one transaction");
        browser.click("Store");
        browser.waitForText("Somebody else has changed it");
        browser.click("Take theirs");
        browser.waitForText("Nothing is changed.");
        db.store(db.nodes().get("Lion", lion).set("diet", "MEAT"));
    }

    @Test
    void formThatIsCancelledOrDiscardedKeepsNoText() {
        for (String end : List.of("Cancel", "Discard it")) {
            open("object/Lion/" + lion);
            browser.click("Edit");
            browser.waitForText("Edit Lion " + lion);
            write("name", "typed in vain");
            if (end.equals("Discard it")) {
                browser.click("Health");
                browser.waitForText("Slowest queries of this console");
                browser.evaluate("history.back()");
            }
            browser.click(end);
            open("object/Lion/" + lion);
            browser.click("Edit");
            browser.waitForText("Edit Lion " + lion);
            assertThat(valueOf("name")).as(end).isEqualTo("Leo");
        }
    }

    private String valueOf(String label) {
        return browser.evaluate("document.querySelector('[aria-label=" + Chromium.quoted(label) + "]').value")
                .asText();
    }

    /** The answer to each letter may take long in a large table. */
    @Test
    void searchForAReferenceEndsTheOneBefore() {
        open("edit/Lion/" + lion);
        browser.evaluate("""
                window.searches = [];
                window.realFetch = window.fetch;
                window.fetch = (path, options) => {
                  if (path !== '/api/find') return window.realFetch(path, options);
                  window.searches.push(options.signal);
                  return new Promise((done, failed) => options.signal.addEventListener('abort', () => failed(options.signal.reason)));
                };
                0""");
        write("keeper", "A");
        browser.type("d");
        browser.type("a");
        browser.waitFor("window.searches.length === 3");
        assertThat(browser.evaluate("JSON.stringify(window.searches.map(one => one.aborted))")
                        .asText())
                .isEqualTo("[true,true,false]");
        browser.evaluate("window.fetch = window.realFetch; 0");
    }

    @Test
    void referencesAreFoundByTheirTextsAndIds() {
        long ada = db.nodes().query("Keeper", "name = 'Ada'").ids()[0];
        open("edit/Lion/" + lion);
        for (String typed : List.of("aD", Long.toString(ada))) {
            write("keeper", typed);
            browser.waitFor(
                    "[...document.querySelector('[aria-label=keeper]').list.options].some(one => one.value === 'Keeper "
                            + ada + "' && one.label === 'Keeper " + ada + " · Ada')");
        }
        write("keeper", "%");
        browser.waitFor("document.querySelector('[aria-label=keeper]').list.options.length === 0");
    }

    @Test
    void whiteSpaceIsSeenBeforeItIsStored() {
        long zebra = db.nodes().query("Zebra", "stripes = 3").ids()[0];
        db.store(db.nodes().get("Zebra", zebra).set("name", "a  b\nc "));
        open("edit/Zebra/" + zebra);
        write("name", "a  b\nd");
        browser.click("Keep in the change set");
        browser.waitForText("These changes are stored in one transaction");
        assertThat(browser.text("td.before")).isEqualTo("a  b\nc ");
        assertThat(browser.text("td.after")).isEqualTo("a  b\nd");
        open("edit/Zebra/" + zebra);
        write("name", "a b\nc");
        browser.click("Keep in the change set");
        browser.waitForText("only white space differs");
        assertThat(browser.text("td.before del")).isEqualTo("a··b↵\nc·");
        assertThat(browser.text("td.after ins")).isEqualTo("a·b↵\nc");
        db.store(db.nodes().get("Zebra", zebra).set("name", "a b  c"));
        browser.click("Store");
        browser.waitForText("Somebody else has changed it");
        assertThat(browser.text("[aria-label^=Conflict] td.before")).isEqualTo("a b  c");
        browser.click("Take theirs");
        browser.waitForText("Nothing is changed.");
        db.store(db.nodes().get("Zebra", zebra).set("name", "Zebra 3"));
    }

    @Test
    void deletionSaysWhatItTouches() {
        open("object/Keeper/" + db.nodes().query("Keeper", "name = 'Ada'").ids()[0]);
        browser.click("Delete");
        browser.waitForText("Deletes 1 object, and takes it out of 11 objects that refer to it");
        assertThat(browser.text("main")).contains("Animal.keeper: 10", "Keeper.chief: 1");
    }
}
