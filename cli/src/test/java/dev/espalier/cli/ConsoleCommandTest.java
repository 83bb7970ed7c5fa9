package dev.espalier.cli;

import static dev.espalier.cli.Words.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.cli.CommandRun.Ended;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ConsoleCommandTest {

    static class Shop {
        long id;
        String name = "corner";
    }

    @TempDir
    private Path folder;

    @Test
    void commandsOfTheGuidePrintALinkThatAnswers() throws Exception {
        try (Database db = Database.open("jdbc:sqlite:" + folder.resolve("shop.db"), Model.of(Shop.class))) {
            db.store(new Shop());
        }
        List<String[]> commands = new ArrayList<>(GuideCommands.of("console.md", folder));
        assertThat(commands).hasSize(3);
        Path model = Files.writeString(
                folder.resolve("espalier-model.yaml"),
                "classes:\n  Shop:\n    attributes: {name: String, owner: String}\n");
        commands.add(new String[] {"console", "jdbc:sqlite:" + folder.resolve("shop.db"), "--model", model.toString()});
        for (String[] command : commands) {
            CompletableFuture<String> link = new CompletableFuture<>();
            CompletableFuture<Integer> code = new CompletableFuture<>();
            CommandLine line = Espalier.commandLine();
            line.setErr(new PrintWriter(new StringWriter(), true));
            line.setOut(new PrintWriter(new StringWriter()) {
                @Override
                public void println(String text) {
                    link.complete(text);
                }
            });
            Thread thread = new Thread(() -> {
                code.complete(line.execute(command));
                link.complete("none");
            });
            thread.start();
            try {
                assertThat(link.get()).matches("http://127\\.0\\.0\\.1:\\d+/open\\?token=[\\w-]{43}");
                HttpResponse<String> opened = HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(URI.create(link.get())).build(),
                                HttpResponse.BodyHandlers.ofString());
                String target = opened.headers().firstValue("Location").orElseThrow();
                HttpResponse<String> page = HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(URI.create(link.get()).resolve(target))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString());
                assertThat(page.body()).contains("Espalier console");
                String json = HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(URI.create(link.get()).resolve("/api/model"))
                                        .header("Content-Type", "application/json")
                                        .header("X-Espalier-Key", target.replaceAll(".*key=", ""))
                                        .header(
                                                "Cookie",
                                                opened.headers()
                                                        .firstValue("Set-Cookie")
                                                        .orElseThrow()
                                                        .replaceAll(";.*", ""))
                                        .POST(HttpRequest.BodyPublishers.ofString("{}"))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .body();
                assertThat(json)
                        .contains(
                                "\"isWritable\":" + List.of(command).contains("--write"),
                                "\"hasPlan\":" + List.of(command).contains("--model"));
                assertThat(json).contains(command[1].equals("--demo") ? "\"Maker\"" : "\"Shop\"");
            } finally {
                thread.interrupt();
                thread.join();
            }
            assertThat(code.get()).isZero();
        }
    }

    @Test
    void serverThatCannotStartAgainAfterAnErrorEndsTheCommandWithAMessage() throws Exception {
        String url = "jdbc:sqlite:" + folder.resolve("shop.db");
        try (Database db = Database.open(url, Model.of(Shop.class))) {
            db.store(new Shop());
        }
        CompletableFuture<String> link = new CompletableFuture<>();
        CompletableFuture<Integer> code = new CompletableFuture<>();
        CommandLine line = Espalier.commandLine();
        StringWriter err = new StringWriter();
        line.setErr(new PrintWriter(err, true));
        line.setOut(new PrintWriter(new StringWriter()) {
            @Override
            public void println(String text) {
                link.complete(text);
            }
        });
        Thread thread = new Thread(() -> {
            code.complete(line.execute("console", url));
            link.complete("none");
        });
        thread.start();
        try {
            assertThat(link.get()).startsWith("http://");
            while (!code.isDone()) {
                endThreadOfTheServer();
            }
        } finally {
            thread.interrupt();
            thread.join();
        }
        assertThat(code.get()).isEqualTo(1);
        assertThat(err.toString())
                .contains("the web server of the console has failed; start the console again, with more memory (-Xmx)");
    }

    /**
     * One more thread of the server's ends by an Error. Interrupted, it does not wait for a new server, so none is started; but it would be if that was ready at
     * once.
     */
    private static void endThreadOfTheServer() throws InterruptedException {
        Optional<ThreadGroup> servers = Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getThreadGroup)
                .filter(group -> group != null && group.getName().equals("espalier-console"))
                .findFirst();
        if (servers.isPresent()) {
            Thread ending = new Thread(servers.get(), () -> {
                Thread.currentThread().interrupt();
                throw new OutOfMemoryError("for the test");
            });
            ending.start();
            ending.join();
        }
    }

    @Test
    void fileThatCanOnlyBeReadIsQueriedAndNotShownForWriting() {
        String url = "jdbc:sqlite:" + folder.resolve("shop.db");
        try (Database db = Database.open(url, Model.of(Shop.class))) {
            db.store(new Shop());
        }
        Ended query = CommandRun.run("query", url + "?open_mode=1", "Shop", "");
        assertThat(query.out()).as(query.err()).contains("corner");
        Ended console = CommandRun.run("console", url + "?open_mode=1", "--write");
        assertThat(console.code()).isNotZero();
        assertThat(console.err())
                .contains("shop.db: found --write and a database that can only be read")
                .contains("leave --write out");
    }

    /** The variable PATH is there, and holds a text that no program guesses: it serves as the password. */
    @Test
    void consoleForOtherMachinesHasTlsAndAsksForThePassword() throws Exception {
        Path keystore = folder.resolve("console.p12");
        assertThat(new ProcessBuilder(words(
                                "{} -genkeypair -keyalg EC -alias console -dname CN=console -storetype PKCS12 -keystore {} -storepass:env PATH",
                                Path.of(System.getProperty("java.home"), "bin", "keytool"),
                                keystore))
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        try (Database db = Database.open("jdbc:sqlite:" + folder.resolve("shop.db"), Model.of(Shop.class))) {
            db.store(new Shop());
        }
        CompletableFuture<String> link = new CompletableFuture<>();
        CommandLine line = Espalier.commandLine();
        StringWriter err = new StringWriter();
        line.setErr(new PrintWriter(err, true));
        line.setOut(new PrintWriter(new StringWriter()) {
            @Override
            public void println(String text) {
                link.complete(text);
            }
        });
        Thread thread = new Thread(() -> {
            line.execute(
                    "console",
                    "jdbc:sqlite:" + folder.resolve("shop.db"),
                    "--address",
                    "127.0.0.1",
                    "--keystore",
                    keystore.toString(),
                    "--keystore-password-env",
                    "PATH",
                    "--console-password-env",
                    "PATH");
            link.complete(err.toString());
        });
        thread.start();
        try {
            assertThat(link.get()).matches("https://127\\.0\\.0\\.1:\\d+/");
        } finally {
            thread.interrupt();
            thread.join();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            console                             | URL: found none, expected the URL of a database, or --demo
            console jdbc:sqlite:x.db --demo     | --demo: found it with a URL, expected one of both
            console --demo --port 70000         | --port: found 70000, expected 0 to 65535
            console --demo --timeout 0          | --timeout: found 0, expected 1 or more
            console --demo --rows 0             | --rows: found 0, expected 1 or more
            console --demo --class shop.Order   | --class: found it without --classes, expected both
            console jdbc:sqlite:target/none.db  | none.db
            console --demo --address 0.0.0.0    | --address: found 0.0.0.0 without --keystore, --keystore-password-env and --console-password-env, expected TLS and a password
            console --demo --address ::         | --address: found :: without --keystore
            console --demo --address no.invalid | --address: found 'no.invalid', expected an address or a name of this machine
            console --demo --address 0.0.0.0 --keystore x.p12 --keystore-password-env PATH | --console-password-env: found none, expected --address, --keystore
            console --demo --keystore x.p12     | --address: found none, expected --address, --keystore
            console --demo --address 0.0.0.0 --console-password-env PATH | --keystore: found none
            console --demo --address 0.0.0.0 --keystore x.p12 --keystore-password-env NO_SUCH --console-password-env PATH | --keystore-password-env: found no environment variable 'NO_SUCH'
            console --demo --address 0.0.0.0 --keystore x.p12 --keystore-password-env PATH --console-password-env PATH | x.p12: found no file that can be read; expected a keystore
            """)
    void mistakesAreNamed(String command, String message) {
        Ended ended = CommandRun.run(command.split(" "));
        assertThat(ended.code()).isNotZero();
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains(message);
    }
}
