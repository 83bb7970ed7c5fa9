package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Settings;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person logs in, in a browser, by keys alone. */
class LogInPageTest {

    private static final String PASSWORD = "correct horse battery";

    @TempDir
    static Path folder;

    private static Console console;
    private static Chromium browser;

    @BeforeAll
    static void start() throws Exception {
        // each tab, from its first request on, trusts a certificate that nobody has signed, as a person does who has
        // made it
        browser = Chromium.start("--ignore-certificate-errors");
        String address = Keystores.address();
        Path keystore = Keystores.make(folder.resolve("console.p12"), "-ext", "SAN=ip:" + address);
        console = Console.start(
                Zoo.make(folder, 10),
                Settings.defaults(),
                ConsoleOptions.defaults()
                        .withWrite()
                        .withRemoteAccess(RemoteAccess.of(address, keystore, Keystores.PASSWORD, PASSWORD)));
    }

    @AfterAll
    static void stop() throws Exception {
        if (console != null) {
            console.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void passwordLeadsToThePageThatWasAskedFor() throws Exception {
        browser.open(console.link() + "#/query?class=Zebra&rql=stripes%20%3D%203");
        browser.waitFor("document.activeElement.name === 'password'");
        assertThat(browser.text("main")).doesNotContain("Zebra");
        for (boolean isDark : new boolean[] {false, true}) {
            browser.device(360, 740, isDark);
            assertThat(browser.accessibilityViolations(isDark))
                    .as("dark %s", isDark)
                    .isEmpty();
            assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                    .isLessThanOrEqualTo(360);
            browser.takePicture("login" + (isDark ? "-dark" : ""));
        }
        browser.device(1280, 900, false);
        browser.type("wrong horse battery");
        browser.press("Enter", 0);
        browser.waitForText("the password is wrong");
        browser.waitFor("document.activeElement.name === 'password'");
        assertThat(browser.evaluate("localStorage.getItem('espalier-key') === null && document.cookie === ''")
                        .asBoolean())
                .isTrue();
        browser.type(PASSWORD); // in the place of the wrong one, which is selected
        browser.press("Enter", 0);
        browser.waitForText("1 object in");
        assertThat(browser.evaluate(
                                "location.href + JSON.stringify(sessionStorage) + JSON.stringify(localStorage) + document.documentElement.outerHTML")
                        .asText())
                .doesNotContain(PASSWORD);
        browser.evaluate("window.isOld = true; setTimeout(() => location.reload()); 0");
        browser.waitFor("!window.isOld && document.body.innerText.includes('1 object in')");
        assertThat(browser.accessibilityViolations(false)).isEmpty();
        assertThat(browser.evaluate("localStorage.getItem('espalier-history')").asText())
                .as("kept while the person is logged in")
                .contains("stripes = 3");
        browser.evaluate(
                "const all = JSON.parse(localStorage.getItem('espalier-history'));"
                        + " localStorage.setItem('espalier-history', JSON.stringify([{...all[0], rql: 'stripes = 4', isSaved: true}, ...all])); 0");
        browser.click("Log out");
        browser.waitForText("Password of the console");
        assertThat(browser.evaluate("JSON.stringify(localStorage) + document.cookie")
                        .asText())
                .contains("stripes = 4")
                .doesNotContain("stripes = 3", "espalier-key");
        // The browser itself reports each answer with the status 401.
        assertThat(browser.complaints())
                .allSatisfy(complaint -> assertThat(complaint).contains("status of 401"));
    }

    /** All tabs of a browser have one cookie. */
    @Test
    void textsOfATabGoIfAnotherTabHasLoggedOutBefore() throws Exception {
        browser.open(console.link() + "#/query?class=Zebra&rql=stripes%20%3D%203");
        browser.waitFor("document.activeElement.name === 'password'");
        browser.type(PASSWORD);
        browser.press("Enter", 0);
        browser.waitForText("1 object in");
        browser.evaluate("document.querySelector('.CodeMirror').CodeMirror.setValue('secret'); 0");
        assertThat(browser.evaluate("JSON.stringify(sessionStorage)").asText()).contains("secret");
        Chromium tab = browser.tab();
        tab.open(console.link() + "#/health");
        tab.waitForText("Slowest queries of this console");
        tab.click("Log out");
        tab.waitForText("Password of the console");
        browser.bringToFront();
        browser.click("Log out");
        browser.waitForText("Password of the console");
        assertThat(browser.evaluate("JSON.stringify(sessionStorage)").asText()).doesNotContain("secret");
    }

    /** A log-in ends by rest, too. */
    @Test
    void endedLogInLosesNoText() throws Exception {
        browser.open("about:blank"); // not the form of the test before
        browser.open(console.link() + "#/edit/Keeper");
        logIn();
        browser.waitForText("New Keeper 1");
        writeName("typed with care");
        logOutInAnotherTab();
        browser.click("Keep in the change set");
        browser.waitForText("What you have written is still here.");
        browser.waitFor("document.activeElement.name === 'password'");
        assertThat(browser.accessibilityViolations(false)).isEmpty();
        browser.type(PASSWORD);
        browser.press("Enter", 0);
        browser.waitForText("These changes are stored in one transaction");
        assertThat(browser.text("main table")).contains("typed with care");

        browser.open("about:blank");
        browser.open(console.link() + "#/edit/Keeper");
        browser.waitForText("New Keeper 2");
        writeName("with care, too");
        logOutInAnotherTab();
        browser.evaluate("window.isOld = true; setTimeout(() => location.reload()); 0");
        browser.waitFor("!window.isOld && document.activeElement.name === 'password'");
        logIn();
        browser.waitForText("New Keeper 2");
        assertThat(browser.evaluate("document.querySelector('[aria-label=name]').value")
                        .asText())
                .isEqualTo("with care, too");
        browser.click("Log out");
        browser.waitForText("Password of the console");
        assertThat(browser.evaluate("JSON.stringify(sessionStorage)").asText()).doesNotContain("care");
    }

    private static void logIn() {
        browser.waitFor("document.activeElement.name === 'password'");
        browser.type(PASSWORD);
        browser.press("Enter", 0);
    }

    private static void writeName(String text) {
        browser.evaluate("document.querySelector('[aria-label=name]').focus()");
        browser.type(text);
    }

    /** All tabs of a browser have one cookie. */
    private static void logOutInAnotherTab() throws Exception {
        Chromium tab = browser.tab();
        tab.open(console.link() + "#/health");
        tab.waitForText("Slowest queries of this console");
        tab.click("Log out");
        tab.waitForText("Password of the console");
        browser.bringToFront();
    }
}
