package dev.espalier.lab.cli;

import dev.espalier.cli.Times;
import dev.espalier.lab.CompareLab;
import dev.espalier.lab.result.Comparison;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.Result;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.SpecDifferences;
import dev.espalier.lab.spec.SpecException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier lab compare}: two runs in turn, or two results that are there. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = {
            "Says whether B is better or worse than A, and how sure that is.",
            "Two YAML files are run in turn, A B B A, each as often as its 'repeats' says, at least 5 times; two results are compared as they are."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab compare mysql.yaml mariadb.yaml --out out/compared",
            "  espalier lab compare out/before out/after",
            ""
        })
final class LabCompareCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "A", description = "A run as YAML, or a result.")
    private String a;

    @Parameters(index = "1", paramLabel = "B", description = "Of the same kind; the verdict is about it.")
    private String b;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            converter = FolderConverter.class,
            defaultValue = "espalier-compare",
            description = "Folder of both results, for two runs as YAML. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Option(names = "--quiet", description = "No line for each second.")
    private boolean quiet;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws IOException {
        PrintWriter terminal = command.commandLine().getOut();
        if (RunFile.named(a) != RunFile.named(b)) {
            throw new SpecException(
                    "lab compare: found '" + a + "' and '" + b + "', expected two runs as YAML or two results");
        }
        if (!RunFile.named(a)) {
            refuseOfRuns();
            return ResultFile.using(
                    Path.of(b), () -> printAndCheck(CompareLab.compare(result(a), result(b)), terminal));
        }
        CompareLab lab = new CompareLab(side(a, "a"), side(b, "b"), out);
        return StoppedRun.ends(out, lab::stop, terminal, () -> {
            CompareLab.Compared compared = lab.run(new LoadTerminal(terminal, quiet));
            terminal.println("Written: " + out.resolve("a").resolve(ResultFile.NAME) + " and "
                    + out.resolve("b").resolve(ResultFile.NAME));
            return printAndCheck(compared, terminal);
        });
    }

    private int printAndCheck(CompareLab.Compared compared, PrintWriter terminal) {
        print(compared, terminal);
        LoadTerminal checker = new LoadTerminal(terminal, true);
        return Math.max(checker.check(compared.a()), checker.check(compared.b()));
    }

    /** Two results are there already: nothing is run, nothing written. */
    private void refuseOfRuns() {
        for (String option : List.of("--out", "--quiet")) {
            if (command.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new SpecException(option + ": found it with two results, expected two runs as YAML");
            }
        }
    }

    private CompareLab.Side side(String file, String folder) {
        CommandLine run = LabRunCommand.of(command.parent());
        List<String> arguments = RunFile.arguments(Path.of(file), run.getSubcommands());
        CommandLine pack = new CommandLine(new LabRunCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(arguments.toArray(String[]::new))
                .subcommand()
                .commandSpec()
                .commandLine();
        if (!(pack.getCommand() instanceof PackCommand comparable)) {
            throw new SpecException(file + ": the pack " + pack.getCommandName() + " cannot be compared");
        }
        return new CompareLab.Side(
                comparable.spec(),
                Folders.targets(out.resolve(folder)),
                comparable.account().user(),
                comparable.account().password(),
                comparable.loading().agents());
    }

    private static LoadResult result(String folder) throws IOException {
        Result found = ResultFile.read(Path.of(folder));
        if (found instanceof LoadResult result) {
            return result;
        }
        throw new SpecException(
                folder + ": found a result of " + found.pack() + ", expected one of a load, such as oltp");
    }

    private static void print(CompareLab.Compared compared, PrintWriter terminal) {
        if (compared.comparisons().isEmpty()) {
            throw new SpecException(
                    "lab compare: found whole runs with " + connections(compared.a()) + " connections against "
                            + connections(compared.b()) + ", expected a number that both have run with");
        }
        terminal.println("A: " + title(compared.a()));
        terminal.println("B: " + title(compared.b()));
        differences(compared).forEach(terminal::println);
        if (compared.a().machines().size() != compared.b().machines().size()) {
            terminal.println(
                    "The connections were not made by as many machines: what that changes is in the figures, too.");
        }
        terminal.printf(
                Locale.ROOT,
                "%11s %-10s %12s %12s %8s  %-17s %7s  %s%n",
                "connections",
                "figure",
                "A",
                "B",
                "B/A",
                "95 % interval",
                "p",
                "verdict on B");
        for (Comparison one : compared.comparisons()) {
            boolean rate = one.figure().equals("goodput");
            Function<@Nullable Double, String> figure =
                    rate ? number -> number == null ? "-" : LoadTerminal.rate(number) : Times::millis;
            terminal.printf(
                    Locale.ROOT,
                    "%,11d %-10s %12s %12s %8s  %-17s %7s  %s%n",
                    one.connections(),
                    one.figure() + (rate ? ", /s" : ", ms"),
                    figure.apply(one.medianA()),
                    figure.apply(one.medianB()),
                    digits("%.3f", one.ratio()),
                    one.low() == null ? "-" : digits("%.3f", one.low()) + " to " + digits("%.3f", one.high()),
                    digits("%.4f", one.p()),
                    one.verdict().words());
        }
        terminal.println("Medians of " + compared.comparisons().get(0).a().size() + " and "
                + compared.comparisons().get(0).b().size()
                + " runs; interval by bootstrap, p by Mann and Whitney; better or worse below 0.01.");
        terminal.flush();
    }

    private static String digits(String format, @Nullable Double number) {
        return number == null ? "-" : String.format(Locale.ROOT, format, number);
    }

    /** Returns what else is not the same on both sides: a verdict is about all of it. */
    private static List<String> differences(CompareLab.Compared compared) {
        LoadResult a = compared.a();
        LoadResult b = compared.b();
        List<String> differences = new ArrayList<>();
        List<String> asked = SpecDifferences.of(a.spec(), b.spec());
        if (!asked.isEmpty()) {
            differences.add("Not the same in A and B: " + String.join("; ", asked));
        }
        a.besideOthers()
                .ifPresent(mark -> differences.add("A ran beside other processes in " + mark + " of the processors"));
        b.besideOthers()
                .ifPresent(mark -> differences.add("B ran beside other processes in " + mark + " of the processors"));
        String machineA = machine(a.environment());
        String machineB = machine(b.environment());
        if (!machineA.equals(machineB)) {
            differences.add("Not on one machine: " + machineA + " against " + machineB);
        }
        return differences;
    }

    private static String machine(Environment environment) {
        return environment.processors() + " x " + environment.processor() + ", " + environment.operatingSystem()
                + ", Java " + environment.java();
    }

    private static List<Integer> connections(LoadResult result) {
        return result.runs().stream()
                .filter(run -> !run.course().partial())
                .map(run -> run.course().connections())
                .distinct()
                .toList();
    }

    private static String title(LoadResult result) {
        String by = result.machines().isEmpty()
                ? ""
                : ", by agents: " + String.join(", ", result.machines().keySet());
        return result.pack() + " on "
                + (result.server().engine() + " " + result.server().version()).strip() + ", "
                + result.header().started() + by;
    }
}
