package dev.espalier.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

import dev.espalier.error.ModelException;
import dev.espalier.error.SchemaException;
import dev.espalier.lab.ObjectsLab;
import dev.espalier.lab.spec.SpecException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code espalier}: knows its sub-commands and how failures are told. */
@Command(name = "espalier", mixinStandardHelpOptions = true, versionProvider = Espalier.Version.class,
        subcommands = {BenchCommand.class, ChecksumCommand.class, ConsoleCommand.class, CopyCommand.class, DemoCommand.class, ExportCommand.class, ImportCommand.class, LabCommand.class,
            QueryCommand.class, SchemaCommand.class, ShellCommand.class, VerifyCommand.class},
        description = "Plain Java object graphs, kept flat in SQL tables, asked by path, given back whole.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier demo",
            "  espalier lab run objects --on mysql --objects 1m --indexes none,both --subject espalier,jdbc --out out/mysql",
            "  espalier lab report out/mysql",
            "  espalier bench oo7 --size small --on sqlite --subject jdbc,espalier,hibernate",
            "  espalier query jdbc:sqlite:shop.db Order \"lines.product.maker.name = 'Acme' ORDER BY due\"",
            "  espalier console jdbc:sqlite:shop.db",
            "  espalier shell jdbc:sqlite:shop.db",
            "  espalier copy jdbc:sqlite:shop.db jdbc:h2:./shop",
            "  espalier export jdbc:sqlite:shop.db --out shop",
            "  espalier schema show jdbc:sqlite:shop.db",
            "  espalier verify jdbc:sqlite:shop.db",
            ""})
public final class Espalier implements Runnable {

    private static final int BAD_ARGUMENTS = CommandLine.ExitCode.USAGE;

    @Option(names = "--trace", scope = ScopeType.INHERIT, description = "Show the stack trace of a failure.")
    private boolean trace;

    @Spec
    private CommandSpec spec;

    /**
     * Runs one command and ends the process with its exit code.
     *
     * @param arguments as typed
     */
    public static void main(String[] arguments) {
        StandardOutput output = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        PrintStream stream = output.stream();
        System.setOut(stream);
        CommandLine line = commandLine();
        int code = line.execute(arguments);
        line.getOut().flush();
        stream.flush();
        System.exit(output.end(code, line.getErr()));
    }

    static CommandLine commandLine() {
        Espalier espalier = new Espalier();
        CommandLine line = new CommandLine(espalier);
        line.setUsageHelpWidth(110);
        // what follows the pack is the pack's, with lists as values
        Map<String, CommandLine> lab = line.getSubcommands().get("lab").getSubcommands();
        List.of("sweep", "publish").forEach(name -> lab.get(name).setStopAtPositional(true));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler((exception, arguments) -> {
            CommandLine command = exception.getCommandLine();
            // an option that is taken at once wraps what it refuses
            tell(command.getErr(), exception.getCause() instanceof SpecException refused ? refused : exception);
            command.getErr().println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
            return BAD_ARGUMENTS;
        });
        line.setExecutionExceptionHandler((exception, command, parsed) -> {
            tell(command.getErr(), exception);
            if (espalier.trace) {
                exception.printStackTrace(command.getErr());
            }
            return exception instanceof SpecException ? BAD_ARGUMENTS : command.getCommandSpec().exitCodeOnExecutionException();
        });
        return line;
    }

    /** One line: what is wrong; of a model and of a database that does not fit it all lines. A failure that nobody foresaw says its kind, too. */
    private static void tell(PrintWriter err, Exception exception) {
        boolean isList = exception instanceof ModelException || exception instanceof SchemaException;
        String whole = exception.getMessage() == null ? "" : exception.getMessage();
        String message = isList ? whole.strip() : whole.lines().findFirst().orElse("").strip();
        boolean unforeseen = message.isEmpty() || exception instanceof NullPointerException;
        err.println("espalier: " + (unforeseen ? exception.getClass().getSimpleName() + " " + message + " (--trace shows where)" : message));
    }

    boolean isTracing() {
        return trace;
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** The version of the build and of the virtual machine. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"espalier " + ObjectsLab.version() + ", Java " + Runtime.version()};
        }
    }
}
