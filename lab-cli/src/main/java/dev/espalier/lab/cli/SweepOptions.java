package dev.espalier.lab.cli;

import dev.espalier.lab.SweepLab;
import dev.espalier.lab.report.ReportPage;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.SweepResult;
import dev.espalier.lab.spec.SweepSpec;
import dev.espalier.lab.spec.Words;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Options of the commands that run a sweep, and the sweep itself. */
final class SweepOptions {

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "How often each combination is run. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            defaultValue = "shuffled",
            description =
                    "Within a round: shuffled, or interleaved: as planned and backward in turn. Default: ${DEFAULT-VALUE}.")
    private String order;

    @Option(names = "--plan", description = "Print the plan and its time, and run nothing.")
    private boolean planOnly;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            converter = FolderConverter.class,
            description =
                    "Folder for the results, and for SQLite's files. Default: espalier-sweep, or espalier- and the name of the report.")
    private @Nullable Path out;

    @Option(names = "--quiet", description = "No line for each second.")
    private boolean quiet;

    int rounds() {
        return rounds;
    }

    boolean planOnly() {
        return planOnly;
    }

    Path out(String usual) {
        return out != null ? out : Path.of(usual);
    }

    /**
     * Runs a sweep, or prints its plan.
     *
     * @param pack the command of the pack
     * @param words its options, with lists as values
     * @param mayBeIdle options that nobody has given, and that need not have an effect
     * @param folder for the results
     * @return the exit code
     */
    int run(CommandLine pack, List<String> words, Set<String> mayBeIdle, Path folder, PrintWriter terminal)
            throws IOException {
        PackCommand[] last = new PackCommand[1];
        SweepSpec plan = SweepPlan.of(pack, words)
                .spec(rounds, Words.parseOne("--order", order, SweepSpec.Order.class), 1, mayBeIdle, arguments -> {
                    last[0] = PackCommand.parsed(arguments);
                    return last[0].spec();
                });
        SweepLab lab = new SweepLab(plan, Folders.targets(folder), folder);
        int before = lab.runsBefore();
        printPlan(plan, before, terminal);
        if (planOnly) {
            return 0;
        }
        AccountOptions account = last[0].account();
        return StoppedRun.ends(folder, lab::stop, terminal, () -> {
            SweepResult result = lab.run(
                    account.user(),
                    account.password(),
                    new SweepTerminal(plan, before, new LoadTerminal(terminal, quiet), terminal));
            SweepTable.print(result, terminal);
            terminal.println("Written: " + folder.resolve(ResultFile.NAME) + " and " + folder.resolve(ReportPage.NAME)
                    + Marks.written(result.partial()) + (result.partial() ? "; the same command goes on" : ""));
            terminal.flush();
            return result.partial() ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
        });
    }

    private static void printPlan(SweepSpec plan, int before, PrintWriter terminal) {
        plan.axes().forEach((axis, values) -> terminal.println("  " + axis + ": " + String.join(", ", values)));
        int runs = plan.cells().size() * plan.repeats();
        terminal.printf(
                Locale.ROOT,
                "%,d %s, %d %s, %s: %,d runs%s%n",
                plan.cells().size(),
                plan.cells().size() == 1 ? "combination" : "combinations",
                plan.repeats(),
                plan.repeats() == 1 ? "round" : "rounds",
                Words.word(plan.order()),
                runs,
                before > 0 ? String.format(Locale.ROOT, ", of which %,d are there already", before) : "");
        long seconds = plan.secondsOfRound() * plan.repeats() * (runs - before) / runs;
        terminal.println((plan.isTimeUnknown() ? "At most " : "About ") + SweepTerminal.time(seconds)
                + " of warm-ups and measured seconds; loading of the data comes before"
                + (plan.isTimeUnknown()
                        ? "; runs that end after a number of operations may be shorter, or longer"
                        : ""));
        terminal.flush();
    }
}
