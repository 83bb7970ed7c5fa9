package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Settings;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.testing.Proxied;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

/** A query that takes long: it is cancelled by its button, and replaces no answer that was asked for later. */
class CancelledQueryTest {

    /** https://www.sqlite.org/rescode.html#interrupt */
    private static final int INTERRUPT = 9;

    @TempDir
    private Path folder;

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private volatile boolean isSlow;

    private Database database;
    private Server server;
    private Chromium browser;

    @BeforeEach
    void start() throws Exception {
        browser = Chromium.start();
        String url = Zoo.make(folder, 10);
        ConsoleOptions options = ConsoleOptions.defaults();
        SQLiteDataSource real = new SQLiteDataSource();
        real.setUrl(url);
        database = Database.openCatalog(
                wrapped(DataSource.class, real), Settings.defaults().statementTimeout(options.timeout()));
        ModelView model = ModelView.of(ModelDraft.ofDatabase(url, Settings.defaults()));
        Api api = new Api(database, model, options, null, "zoo");
        Operations operations = // whether the schema has changed is asked by statements, which would be slow, too
                name -> name.equals("schema") ? request -> Json.object() : api.find(name);
        server = Server.start(options, operations, ServerLimits.defaults());
        browser.open(server.link());
        browser.waitForText("Classes of the database");
        browser.open(server.link().replaceAll("open.*", "#/query?class=Zebra&rql=stripes%20%3D%203"));
        browser.waitForText("1 object in");
    }

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            server.close();
        }
        if (database != null) {
            database.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    /** The same connections and statements, but a query of one that is slow lasts until it is cancelled; those for settings are not prepared. */
    private <T> T wrapped(Class<T> type, T real) {
        return Proxied.of(type, call -> {
            if (isSlow && type == PreparedStatement.class && call.name().equals("executeQuery")) {
                begun.countDown();
                awaitAsDriversDo(cancelled);
                throw new SQLException("interrupted", null, INTERRUPT);
            }
            if (isSlow && call.name().equals("cancel")) {
                cancelled.countDown();
            }
            Object answer = call.on(real);
            return answer instanceof PreparedStatement statement
                    ? wrapped(PreparedStatement.class, statement)
                    : answer instanceof Statement statement
                            ? wrapped(Statement.class, statement)
                            : answer instanceof Connection connection && type == DataSource.class
                                    ? wrapped(Connection.class, connection)
                                    : answer;
        });
    }

    /** No driver ends a statement because its thread was interrupted, and the thread stays so. */
    private static void awaitAsDriversDo(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    private void runSlowly() throws InterruptedException {
        isSlow = true;
        browser.click("Run");
        begun.await();
    }

    @Test
    void buttonCancelsTheStatement() throws Exception {
        assertThat(isDisabled("Cancel")).isTrue();
        runSlowly();
        browser.click("Cancel");
        browser.waitFor("document.getElementById('status').textContent === 'Cancelled'");
        cancelled.await();
        isSlow = false;
        assertThat(isDisabled("Cancel")).isTrue();
        browser.click("Run");
        browser.waitFor("document.getElementById('status').textContent.startsWith('1 object in')");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void buttonCancelsTheStatementOfASelection() throws Exception {
        browser.evaluate("document.querySelector('.line .CodeMirror').CodeMirror.setValue('name'); 0");
        runSlowly();
        browser.click("Cancel");
        browser.waitFor("document.getElementById('status').textContent === 'Cancelled'");
        cancelled.await();
        isSlow = false;
        browser.click("Run");
        browser.waitFor("document.getElementById('status').textContent.startsWith('1 row in')");
        assertThat(browser.complaints()).isEmpty();
    }

    private boolean isDisabled(String button) {
        return browser.evaluate("[...document.querySelectorAll('button')].find(one => one.textContent === "
                        + Chromium.quoted(button) + ").disabled")
                .asBoolean();
    }

    @Test
    void laterQueryCancelsTheOneBefore() throws Exception {
        runSlowly();
        browser.click("Run");
        cancelled.await();
    }

    @Test
    void lateAnswerDoesNotReplaceALaterOne() {
        // The first answer has arrived, as if it could not be aborted any more, and is held.
        browser.evaluate("""
                const real = window.fetch;
                window.fetch = async (path, options) => {
                  window.fetch = real;
                  const text = await (await real(path, { ...options, signal: undefined })).text();
                  await new Promise(done => { window.release = done; });
                  return { text: async () => text };
                };
                0""");
        browser.click("Run");
        browser.waitFor("window.release");
        browser.evaluate("document.querySelector('select').value = 'Keeper'; document.querySelector('.CodeMirror')"
                + ".CodeMirror.setValue(''); 0");
        browser.click("Run");
        browser.waitFor("document.querySelector('main tbody th')?.textContent.includes('Keeper')");
        browser.evaluate("window.release(); new Promise(done => setTimeout(done))");
        assertThat(browser.text("main tbody")).contains("Keeper").doesNotContain("Zebra");
    }
}
