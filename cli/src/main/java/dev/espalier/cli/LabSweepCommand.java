package dev.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import dev.espalier.lab.SweepLab;
import dev.espalier.lab.report.ReportPage;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.SweepResult;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.SweepSpec;
import dev.espalier.lab.spec.Words;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier lab sweep}: every combination of options with several values. */
@Command(name = "sweep", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Runs every combination of the given values: each option of the pack takes several, with commas between them; 5..10 stands for whole numbers.",
            "The plan and its time are printed first. A sweep that was ended, or killed, goes on by the same command. Options of the sweep stand before the pack.",
            "Results: one page and one result.json, and a whole result for each combination in cells/."},
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab sweep --plan uuid-set --on mysql,redis,hash-set --way pool,thread,new --size 1m,10m --connections 1..10",
            "  espalier lab sweep --rounds 5 --out out/sweep oltp --on mysql,mariadb --load read-only,read-write --connections 1,8,64 --seconds 30",
            ""})
final class LabSweepCommand implements Callable<Integer> {

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = "How often each combination is run. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(names = "--order", paramLabel = "ORDER", defaultValue = "shuffled",
            description = "Within a round: shuffled, or interleaved: as planned and backward in turn. Default: ${DEFAULT-VALUE}.")
    private String order;

    @Option(names = "--plan", description = "Print the plan and its time, and run nothing.")
    private boolean planOnly;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "espalier-sweep",
            description = "Folder for the results, and for SQLite's files. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Option(names = "--quiet", description = "No line for each second.")
    private boolean quiet;

    @Parameters(paramLabel = "PACK OPTIONS", arity = "1..*", description = "A pack that loads a target, and its options; or a run as YAML.")
    private List<String> words;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws IOException {
        PrintWriter terminal = command.commandLine().getOut();
        CommandLine run = command.parent().subcommands().get("run");
        List<String> asked = new ArrayList<>(RunFile.named(words.get(0)) ? RunFile.arguments(Path.of(words.get(0)), run.getSubcommands()) : List.of(words.get(0)));
        asked.addAll(words.subList(1, words.size()));
        CommandLine pack = run.getSubcommands().get(asked.get(0));
        if (pack == null || !(pack.getCommand() instanceof PackCommand)) {
            throw new SpecException("lab sweep: found '" + asked.get(0) + "', expected a pack that loads a target: " + run.getSubcommands().entrySet().stream()
                    .filter(one -> one.getValue().getCommand() instanceof PackCommand).map(one -> one.getKey()).collect(Collectors.joining(", ")));
        }
        PackCommand[] last = new PackCommand[1];
        SweepSpec plan = SweepPlan.of(pack, asked.subList(1, asked.size())).spec(rounds, Words.parseOne("--order", order, SweepSpec.Order.class), 1, arguments -> {
            last[0] = PackCommand.parsed(arguments);
            return last[0].spec();
        });
        SweepLab lab = new SweepLab(plan, Folders.targets(out), out);
        int before = lab.runsBefore();
        tell(plan, before, terminal);
        if (planOnly) {
            return 0;
        }
        AccountOptions account = last[0].account();
        return CtrlC.ends(lab::stop, terminal, () -> {
            SweepResult result = lab.run(account.user(), account.password(), new SweepTerminal(plan, before, new LoadTerminal(terminal, quiet), terminal));
            SweepTable.print(result, terminal);
            terminal.println("Written: " + out.resolve(ResultFile.NAME) + " and " + out.resolve(ReportPage.NAME) + Marks.written(result.partial())
                    + (result.partial() ? "; the same command goes on" : ""));
            terminal.flush();
            return result.partial() ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
        });
    }

    private static void tell(SweepSpec plan, int before, PrintWriter terminal) {
        plan.axes().forEach((axis, values) -> terminal.println("  " + axis + ": " + String.join(", ", values)));
        int runs = plan.cells().size() * plan.repeats();
        terminal.printf(Locale.ROOT, "%,d %s, %d %s, %s: %,d runs%s%n", plan.cells().size(), plan.cells().size() == 1 ? "combination" : "combinations", plan.repeats(),
                plan.repeats() == 1 ? "round" : "rounds", Words.word(plan.order()), runs, before > 0 ? String.format(Locale.ROOT, ", of which %,d are there already", before) : "");
        long seconds = plan.secondsOfRound() * plan.repeats() * (runs - before) / runs;
        terminal.println((plan.isTimeUnknown() ? "At most " : "About ") + SweepTerminal.time(seconds)
                + " of warm-ups and measured seconds; loading of the data comes before" + (plan.isTimeUnknown() ? "; runs that end after a number of operations may be shorter, or longer" : ""));
        terminal.flush();
    }
}
