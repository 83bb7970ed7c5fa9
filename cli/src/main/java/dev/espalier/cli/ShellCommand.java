package dev.espalier.cli;

import dev.espalier.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier shell}: asks a database statement by statement. */
@Command(
        name = "shell",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeOnExecutionException = Shell.FAILED,
        description = {
            "Runs queries and commands typed by a person, or read from standard input.",
            "Needs no Java classes. Prints no prompts if standard input is not a terminal."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:No statement failed.",
            "1:The last statement that failed was a wrong query.",
            "2:The last statement that failed could not be run."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier shell jdbc:sqlite:shop.db",
            "  echo \"Order buyer.name = 'Ada';\" | espalier shell jdbc:sqlite:shop.db",
            ""
        })
final class ShellCommand implements Callable<Integer> {

    @Mixin
    private DatabaseOptions database;

    @Option(names = "--no-history", description = "Neither read nor write the file of earlier statements.")
    private boolean noHistory;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws IOException {
        Settings settings = database.settings();
        if (!isTerminal()) {
            return piped(settings);
        }
        try (Terminal terminal = TerminalBuilder.builder().system(true).build()) {
            return new ShellTerminal(
                            terminal,
                            noHistory
                                    ? null
                                    : ShellTerminal.historyFile(System.getenv(), System.getProperty("user.home")))
                    .run(database.url(), settings);
        }
    }

    /** The launcher finds out whether both ends are terminals; the JDK does only from 22 on. */
    @SuppressWarnings("SystemConsoleNull") // without the launcher only: a newer JDK takes a pipe for a terminal there
    private static boolean isTerminal() {
        String input = System.getProperty("espalier.input");
        return input != null
                ? Boolean.parseBoolean(input) && Boolean.getBoolean("espalier.terminal")
                : System.console() != null;
    }

    private int piped(Settings settings) {
        PrintWriter out = command.commandLine().getOut();
        PrintWriter err = command.commandLine().getErr();
        try (Shell shell = new Shell(database.url(), settings, out, err, () -> true)) {
            BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            StringBuilder text = new StringBuilder();
            for (String line = lines.readLine(); line != null && !shell.hasEnded(); line = lines.readLine()) {
                text.append(text.isEmpty() ? "" : "\n").append(line);
                if (shell.isComplete(text.toString())) {
                    shell.run(text.toString());
                    text.setLength(0);
                }
            }
            if (!shell.hasEnded()) {
                shell.run(text.toString()); // the last statement needs no semicolon
            }
            return shell.code();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
