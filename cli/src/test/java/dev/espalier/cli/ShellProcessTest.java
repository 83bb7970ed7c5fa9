package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.Database;
import dev.espalier.Model;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shell as a process on a pseudo-terminal of the system, where Ctrl-C is a signal. {@code script} of util-linux makes the pseudo-terminal. */
class ShellProcessTest {

    private static final Path SCRIPT = Path.of("/usr/bin/script");

    /** A build in the background of a shell ignores the signal, and so do its processes. */
    private static final String HEARD = "--default-signal=INT";

    /** Most of what so short a process computes is compilation. */
    private static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private static final String PROMPT = "espalier> ";

    @TempDir
    private Path folder;

    private final StringBuilder screen = new StringBuilder();
    private int seen;

    @Test
    @Timeout(300)
    void ctrlCIsASignalThatCancelsTheStatementAndNotTheProcess() throws Exception {
        assumeThat(System.getProperty("os.name").equals("Linux") && Files.isExecutable(SCRIPT))
                .as("there is script of util-linux")
                .isTrue();
        assumeThat(new ProcessBuilder("env", HEARD, "true").start().waitFor())
                .as("env of coreutils")
                .isZero();
        String url = "jdbc:sqlite:" + folder.resolve("orders.db");
        try (Database db = Database.open(url, Model.of(ShellTest.Order.class, ShellTest.Urgent.class))) {
            db.store(new ShellTest.Customer());
            db.store(new ShellTest.Line()); // the condition of the view is asked for rows only
        }
        ProcessBuilder builder = new ProcessBuilder(
                        SCRIPT.toString(),
                        "-qfec",
                        // A pseudo-terminal that no window belongs to has no size.
                        "stty cols 120 rows 40 && exec env " + HEARD + " '"
                                + Path.of(System.getProperty("java.home"), "bin", "java")
                                + "' " + String.join(" ", QUICK) + " -Despalier.input=true -Despalier.terminal=true"
                                + " dev.espalier.cli.Espalier shell '" + url + "' --no-history",
                        "/dev/null")
                .redirectErrorStream(true);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        builder.environment().put("TERM", "xterm");
        Process process = builder.start();
        try (OutputStream keys = process.getOutputStream()) {
            Thread reader = new Thread(() -> read(process.getInputStream()), "screen");
            reader.setDaemon(true);
            reader.start();
            await(process, PROMPT);
            makeReadingLinesEndless(url);
            type(keys, "Line;\r");
            await(process, "Line;");
            for (int i = 1; ; i++) {
                boolean isAsked = has(PROMPT);
                if (has("cancelled")) {
                    break;
                }
                assertThat(process.isAlive() && !Thread.currentThread().isInterrupted())
                        .as(text())
                        .isTrue();
                if (isAsked) { // a signal came before the line was read, which takes the line away
                    seen = text().lastIndexOf(PROMPT) + PROMPT.length();
                    type(keys, "Line;\r");
                    await(process, "Line;");
                } else if (i % 5 == 0) {
                    // One that comes before the statement has begun does nothing, so it is sent again.
                    type(keys, "\003");
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            }
            await(process, PROMPT);
            type(keys, "Customer;\r");
            for (boolean isAsked = false; !has("1 object"); isAsked = has(PROMPT)) {
                assertThat(process.isAlive() && !Thread.currentThread().isInterrupted())
                        .as(text())
                        .isTrue();
                if (isAsked) { // a signal of before was late, and took the line away or cancelled this statement
                    seen = text().lastIndexOf(PROMPT) + PROMPT.length();
                    type(keys, "Customer;\r");
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
            type(keys, "\\quit\r");
            assertThat(process.waitFor())
                    .as("that of the statement that was cancelled")
                    .isEqualTo(Shell.FAILED);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** SIGTERM, and SIGINT without a terminal; an embedded database is written to some time after it was opened. */
    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT", "end of input"})
    @Timeout(300)
    void noRowOfTheProgramStaysBehind(String end) throws Exception {
        assumeThat(System.getProperty("os.name")).as("kill sends signals").isEqualTo("Linux");
        String url = "jdbc:sqlite:" + folder.resolve("orders.db");
        Database.open(url, Model.of(ShellTest.Order.class)).close();
        ProcessBuilder builder = new ProcessBuilder(
                        "env",
                        HEARD,
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        QUICK.get(0),
                        QUICK.get(1),
                        "-Despalier.input=false",
                        "dev.espalier.cli.Espalier",
                        "shell",
                        url)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        Process process = builder.start();
        try (OutputStream keys = process.getOutputStream()) {
            while (programs(url) == 0) {
                assertThat(process.isAlive() && !Thread.currentThread().isInterrupted())
                        .isTrue();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
            if (end.equals("end of input")) {
                keys.close();
            } else {
                new ProcessBuilder("kill", "-" + end, String.valueOf(process.pid()))
                        .start()
                        .waitFor();
            }
            process.waitFor();
            assertThat(programs(url)).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private static int programs(String url) throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM espalier_programs")) {
            return rows.getInt(1);
        }
    }

    private static void makeReadingLinesEndless(String url) throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER TABLE line RENAME TO line_rows");
            statement.execute(
                    "CREATE VIEW line AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT * FROM line_rows WHERE (SELECT COUNT(*) FROM n) > 0");
        }
    }

    private static void type(OutputStream keys, String text) throws IOException {
        keys.write(text.getBytes(StandardCharsets.UTF_8));
        keys.flush();
    }

    private void read(InputStream from) {
        byte[] some = new byte[1_000];
        try {
            for (int length = from.read(some); length >= 0; length = from.read(some)) {
                synchronized (screen) {
                    screen.append(new String(some, 0, length, StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            // the process has ended
        }
    }

    private String text() {
        synchronized (screen) {
            return screen.toString().replaceAll("\033\\[[?0-9;]*[a-zA-Z]", "");
        }
    }

    private boolean has(String text) {
        return text().indexOf(text, seen) >= 0;
    }

    /** Waits until the screen has the text, behind what was waited for before. */
    private void await(Process process, String text) {
        while (!has(text)) {
            assertThat(process.isAlive() && !Thread.currentThread().isInterrupted())
                    .as("expected %s on%n%s", text, text())
                    .isTrue();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        seen = text().indexOf(text, seen) + text.length();
    }
}
