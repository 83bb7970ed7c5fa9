package dev.espalier.cli;

import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.console.Console;
import dev.espalier.console.ConsoleOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier console}: shows a database in the browser, until it is stopped. */
@Command(
        name = "console",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Shows a database in the browser: its model, queries, plans, objects and relations.",
            "Prints a link with a secret that opens the page once; after its use, another one. Listens on 127.0.0.1, unless --address names another address.",
            "Changes nothing in the database without --write. Ctrl-C stops it."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier console jdbc:sqlite:shop.db",
            "  espalier console jdbc:postgresql://db.example/shop --user shop --password-env SHOP_PASSWORD --port 8090",
            "  espalier console jdbc:sqlite:shop.db --write",
            "  espalier console jdbc:sqlite:shop.db --model espalier-model.yaml",
            "  espalier console jdbc:sqlite:shop.db --address db.example --keystore console.p12 --keystore-password-env KEYSTORE_PASSWORD"
                    + " --console-password-env CONSOLE_PASSWORD",
            "  espalier console --demo",
            ""
        })
final class ConsoleCommand implements Callable<Integer> {

    /** How long the process waits at a signal for the command to end, if it may wait for a server. */
    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    @Parameters(
            arity = "0..1",
            paramLabel = "URL",
            description =
                    "Of a JDBC driver: jdbc:sqlite:, jdbc:mysql:, jdbc:mariadb:, jdbc:postgresql:, jdbc:h2: or jdbc:duckdb:.")
    private @Nullable String url;

    @Option(names = "--demo", description = "Show a shop with 10,000 orders, in a file that is removed at the end.")
    private boolean demo;

    @Option(names = "--user", paramLabel = "NAME", description = "Account of the server. Default: that of the URL.")
    private @Nullable String user;

    @ArgGroup
    private PasswordOptions password = new PasswordOptions();

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "0",
            description = "Port to listen on. The browser keeps earlier queries for each port. Default: any free one.")
    private int port;

    @Option(
            names = "--timeout",
            paramLabel = "S",
            defaultValue = "60",
            description = "Cancel what takes longer than S seconds. Default: ${DEFAULT-VALUE}.")
    private int timeout;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Maximum number of rows in one answer. Default: ${DEFAULT-VALUE}.")
    private int rows;

    @Option(
            names = "--lab",
            paramLabel = "DIR",
            description =
                    "Show the figures of a run of the lab while it runs, those of its folder DIR (lab run ... --out DIR).")
    private @Nullable Path lab;

    @Mixin
    private RemoteOptions remote;

    @Mixin
    private ModelOptions planned;

    @Option(
            names = "--write",
            description = "Allow the page to change, create and delete objects. Default: it changes nothing.")
    private boolean write;

    @Spec
    private CommandSpec command;

    /** Set by a signal, of which the interruption may be lost: a driver that is loaded meanwhile takes it. */
    private volatile boolean isEnding;

    @Override
    public Integer call() throws IOException {
        if (demo && url != null) {
            throw new UsageException("--demo: found it with a URL, expected one of both");
        }
        if (!demo && url == null) {
            throw new UsageException("URL: found none, expected the URL of a database, or --demo");
        }
        if (url != null) {
            Urls.check("URL", url);
        }
        if (port < 0 || port > 65_535) {
            throw new UsageException("--port: found " + port + ", expected 0 to 65535");
        }
        if (timeout < 1 || rows < 1) {
            throw new UsageException(
                    (timeout < 1 ? "--timeout: found " + timeout : "--rows: found " + rows) + ", expected 1 or more");
        }
        ConsoleOptions options = remote.addTo(ConsoleOptions.defaults()
                .withPort(port)
                .withTimeout(Duration.ofSeconds(timeout))
                .withRows(rows));
        if (write) {
            options = options.withWrite();
        }
        if (lab != null) {
            options = options.withLab(lab);
        }
        CountDownLatch ended = new CountDownLatch(1);
        Thread ending = endingOf(Thread.currentThread(), ended);
        Runtime.getRuntime().addShutdownHook(ending);
        try {
            return showUntilTheEnd(options);
        } finally {
            ended.countDown();
            forget(ending);
        }
    }

    /**
     * Ctrl-C and SIGTERM end the process. Before, the command itself ends as if it was interrupted: it closes the database, so that nobody waits for a program that is gone, and removes the
     * file of the demo. A driver that waits for a server is not interrupted, so the process does not wait for ever. The demo has no server: on a busy machine
     * the process waits until its file is gone.
     */
    private Thread endingOf(Thread command, CountDownLatch ended) {
        return new Thread(
                () -> {
                    isEnding = true;
                    command.interrupt();
                    try {
                        if (demo) {
                            ended.await();
                        } else {
                            ended.await(LONGEST_END.toMillis(), TimeUnit.MILLISECONDS);
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "espalier-console-end");
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return; // the process is ending
        }
    }

    private int showUntilTheEnd(ConsoleOptions options) throws IOException {
        if (url != null) {
            return run(
                    url,
                    DatabaseOptions.settings(url, user, password, command),
                    options,
                    planned.isEmpty() ? null : planned.model());
        }
        Path folder = Files.createTempDirectory("espalier-console");
        Path file = folder.resolve("demo.db");
        try {
            command.commandLine().getErr().println("espalier: making a shop with 10,000 orders ...");
            DemoShop.fill("jdbc:sqlite:" + file, () -> isEnding);
            if (isEnding) {
                return 0;
            }
            return run("jdbc:sqlite:" + file, Settings.defaults(), options, planned.isEmpty() ? null : planned.model());
        } finally {
            remove(file, folder);
        }
    }

    private int run(String of, Settings settings, ConsoleOptions options, @Nullable Model model) {
        PrintWriter out = command.commandLine().getOut();
        ConsoleOptions withLinks = options.withLinks(link -> {
            out.println(link);
            out.flush();
        });
        try (Console console = Console.start(of, settings, withLinks, model)) {
            command.commandLine()
                    .getErr()
                    .println("espalier: open the link in a browser"
                            + (options.remote() == null
                                    ? "; it works once, and another one is printed then"
                                    : " and give the password")
                            + "; Ctrl-C stops the console");
            if (isEnding) {
                Thread.interrupted(); // it must not end the closing
                return 0;
            }
            if (console.awaitEnd()) {
                return 0;
            }
            command.commandLine()
                    .getErr()
                    .println(
                            "espalier: the web server of the console has failed; start the console again, with more memory (-Xmx) if that was too little");
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // whoever runs the command in a thread stops it so
            return 0;
        }
    }

    private static void remove(Path file, Path folder) {
        try {
            for (String end : List.of("", "-wal", "-shm", "-journal")) {
                Files.deleteIfExists(Path.of(file + end));
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            System.err.println("espalier: " + folder + " is left: " + e.getMessage());
        }
    }
}
