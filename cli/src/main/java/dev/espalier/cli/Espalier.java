package dev.espalier.cli;

import dev.espalier.error.ModelException;
import dev.espalier.error.SchemaException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code espalier}: knows its sub-commands and how failures are printed. */
@Command(
        name = "espalier",
        mixinStandardHelpOptions = true,
        versionProvider = Espalier.Version.class,
        description = "Stores plain Java object graphs in SQL tables, and finds them by path.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier query jdbc:sqlite:shop.db Order \"lines.product.maker.name = 'Acme' ORDER BY due\"",
            "  espalier console jdbc:sqlite:shop.db",
            "  espalier shell jdbc:sqlite:shop.db",
            "  espalier copy jdbc:sqlite:shop.db jdbc:h2:./shop",
            "  espalier export jdbc:sqlite:shop.db --out shop",
            "  espalier schema show jdbc:sqlite:shop.db",
            "  espalier verify jdbc:sqlite:shop.db",
            ""
        })
public final class Espalier implements Runnable {

    private static final int BAD_ARGUMENTS = CommandLine.ExitCode.USAGE;

    /** Those of other modules on the class path. */
    private static final List<MoreCommands> MORE = ServiceLoader.load(MoreCommands.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList();

    private static final List<Class<?>> COMMANDS = Stream.concat(
                    Stream.of(
                            ChecksumCommand.class,
                            ConsoleCommand.class,
                            CopyCommand.class,
                            ExportCommand.class,
                            ImportCommand.class,
                            QueryCommand.class,
                            SchemaCommand.class,
                            ShellCommand.class,
                            VerifyCommand.class),
                    MORE.stream().flatMap(more -> more.commands().stream()))
            .sorted(Comparator.comparing(Espalier::name))
            .<Class<?>>map(command -> command)
            .toList();

    /** Options that may stand before the command. */
    private static final Set<String> OWN_OPTIONS = Set.of("--trace", "-h", "--help", "-V", "--version");

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
        CommandLine line = commandLineFor(arguments);
        int code = line.execute(arguments);
        line.getOut().flush();
        stream.flush();
        System.exit(output.end(code, line.getErr()));
    }

    /** With all commands and what they have. */
    public static CommandLine commandLine() {
        return commandLine(command -> true);
    }

    /** For these arguments: the options of a command that they do not ask for are not read, which takes most of the time until the first output. */
    public static CommandLine commandLineFor(String... arguments) {
        Optional<String> first = Arrays.stream(arguments)
                .filter(argument -> !OWN_OPTIONS.contains(argument))
                .findFirst();
        boolean namesOne = first.isEmpty()
                || COMMANDS.stream().anyMatch(command -> name(command).equals(first.get()));
        return commandLine(
                command -> !namesOne || first.isPresent() && name(command).equals(first.get()));
    }

    private static CommandLine commandLine(Predicate<Class<?>> isAsked) {
        Espalier espalier = new Espalier();
        CommandLine line = new CommandLine(espalier);
        for (Class<?> command : COMMANDS) {
            line.addSubcommand(name(command), isAsked.test(command) ? command : listed(command));
        }
        line.setUsageHelpWidth(110);
        line.getCommandSpec().usageMessage().footer(examples(line));
        MORE.forEach(more -> more.configure(line));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler((exception, arguments) -> {
            CommandLine command = exception.getCommandLine();
            // an option that is taken at once wraps what it refuses
            printError(
                    command.getErr(),
                    exception.getCause() instanceof RuntimeException refused && isWrongUse(refused)
                            ? refused
                            : exception instanceof UnmatchedArgumentException unmatched
                                    ? new UsageException(unmatched(unmatched))
                                    : exception);
            command.getErr().println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
            return BAD_ARGUMENTS;
        });
        line.setExecutionExceptionHandler((exception, command, parsed) -> {
            printError(command.getErr(), exception);
            if (espalier.trace) {
                exception.printStackTrace(command.getErr());
            }
            return isWrongUse(exception)
                    ? BAD_ARGUMENTS
                    : command.getCommandSpec().exitCodeOnExecutionException();
        });
        return line;
    }

    private static String unmatched(UnmatchedArgumentException exception) {
        CommandSpec command = exception.getCommandLine().getCommandSpec();
        String found = exception.getUnmatched().get(0);
        if (exception.isUnknownOption()) {
            return exception.getMessage()
                    + (exception.getUnmatched().size() == 1
                            ? Nearest.meant(found, command.optionsMap().keySet())
                            : "");
        }
        if (!command.subcommands().isEmpty()) {
            return "found '" + found + "', expected a command: "
                    + String.join(", ", command.subcommands().keySet())
                    + Nearest.meant(found, command.subcommands().keySet());
        }
        List<PositionalParamSpec> parameters = command.positionalParameters();
        return "found '" + found + "'"
                + (parameters.isEmpty()
                        ? ", expected options only"
                        : " behind " + parameters.get(parameters.size() - 1).paramLabel()
                                + ", expected no more; text with spaces is written in quotes");
    }

    private static boolean isWrongUse(Exception failure) {
        return failure instanceof UsageException || MORE.stream().anyMatch(more -> more.isWrongUse(failure));
    }

    /** Those of other modules first: they show what a newcomer may try. */
    private static String[] examples(CommandLine line) {
        return Stream.concat(
                        MORE.stream().flatMap(more -> more.examples().stream()).map(example -> "  " + example),
                        Stream.of(line.getCommandSpec().usageMessage().footer()))
                .toArray(String[]::new);
    }

    private static String name(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    /** A command that only stands in the list of the help. */
    private static CommandSpec listed(Class<?> command) {
        CommandSpec listed = CommandSpec.create();
        listed.usageMessage().description(command.getAnnotation(Command.class).description());
        return listed;
    }

    /** One line: what is wrong, and below it where; of a model and of a database that does not fit it all lines. A failure that nobody foresaw says its kind, too. */
    private static void printError(PrintWriter err, Exception exception) {
        boolean isList = exception instanceof ModelException || exception instanceof SchemaException;
        String whole = exception.getMessage() == null ? "" : exception.getMessage();
        String message =
                isList ? whole.strip() : whole.lines().findFirst().orElse("").strip();
        boolean unforeseen = message.isEmpty() || exception instanceof NullPointerException;
        err.println("espalier: "
                + (unforeseen
                        ? exception.getClass().getSimpleName() + " " + message + " (--trace shows where)"
                        : message));
        Whereabouts.print(err, exception);
    }

    boolean isTracing() {
        return trace;
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    private static String version() {
        return Optional.ofNullable(Espalier.class.getPackage().getImplementationVersion())
                .orElse("unknown");
    }

    /** The version of the build and of the virtual machine. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"espalier " + version() + ", Java " + Runtime.version()};
        }
    }
}
