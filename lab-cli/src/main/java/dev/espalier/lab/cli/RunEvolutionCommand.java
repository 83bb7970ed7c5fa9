package dev.espalier.lab.cli;

import dev.espalier.lab.evolution.EvolutionLab;
import dev.espalier.lab.result.EvolutionResult;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.EvolutionSpec;
import dev.espalier.lab.spec.Scale;
import dev.espalier.lab.spec.Words;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier lab run evolution}: classes of a filled database change. */
@Command(
        name = "evolution",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Classes of a filled database change; the same changes are made by hand in SQL.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab run evolution --on sqlite --scale quick",
            "  espalier lab run evolution --on postgres --objects 100000 --repeats 3 --out out/evolution",
            ""
        })
final class RunEvolutionCommand implements Callable<Integer> {

    private static final int QUICK_OBJECTS = 10_000;
    private static final int PUBLISHED_OBJECTS = 1_000_000;

    @Mixin
    private TargetOptions where;

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            defaultValue = "published",
            description =
                    "quick: 10,000 objects of each class; published: 1,000,000. Other options override it. Default: ${DEFAULT-VALUE}.")
    private String scale;

    @Option(
            names = "--classes",
            paramLabel = "N",
            defaultValue = "12",
            description = "Classes that change. Default: ${DEFAULT-VALUE}.")
    private int classes;

    @Option(
            names = "--objects",
            paramLabel = "N",
            description = "Objects of each class. Default: 1,000,000, or 10,000.")
    private @Nullable Integer objects;

    @Option(
            names = "--repeats",
            paramLabel = "N",
            defaultValue = "3",
            description =
                    "How often each change is made, by the library and by hand in turn. Default: ${DEFAULT-VALUE}.")
    private int repeats;

    @Option(
            names = "--writers",
            paramLabel = "N",
            defaultValue = "8",
            description =
                    "Threads that change objects while an attribute is computed, half of them with the former model; 0: none. Default: ${DEFAULT-VALUE}.")
    private int writers;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            converter = FolderConverter.class,
            defaultValue = "espalier-lab",
            description = "Folder for result.json, and for SQLite's files. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        boolean isQuick = Words.parseOne("--scale", scale, Scale.class) == Scale.QUICK;
        EvolutionSpec spec = new EvolutionSpec(
                where.on(),
                classes,
                objects != null ? objects : isQuick ? QUICK_OBJECTS : PUBLISHED_OBJECTS,
                repeats,
                writers);
        PrintWriter terminal = command.commandLine().getOut();
        EvolutionLab lab = new EvolutionLab(spec, where.find(out), Folders.home(), out);
        return StoppedRun.ends(out, lab::stop, terminal, () -> {
            title(terminal);
            EvolutionResult result = lab.run(change -> print(change, terminal));
            terminal.println("Written: " + out.resolve(ResultFile.NAME) + Marks.written(result.partial()));
            terminal.flush();
            return 0;
        });
    }

    /** Prints a whole result. */
    static void print(EvolutionResult result, PrintWriter terminal) {
        title(terminal);
        result.changes().forEach(change -> print(change, terminal));
    }

    private static void title(PrintWriter terminal) {
        terminal.printf(Locale.ROOT, "%-26s %12s %12s %8s%n", "median of the repeats", "seconds", "by hand", "ratio");
        terminal.flush();
    }

    private static void print(EvolutionResult.Change change, PrintWriter terminal) {
        terminal.printf(
                Locale.ROOT,
                "%-26s %12.3f %12s %8s%n",
                change.name(),
                change.median(),
                figure("%.3f", change.medianByHand()),
                figure("%.2f", change.ratio()));
        printWriters("writers beside it", change.writers(), terminal);
        printWriters("writers beside the hand", change.writersByHand(), terminal);
        terminal.flush();
    }

    private static void printWriters(String who, List<EvolutionResult.Waiting> repeats, PrintWriter terminal) {
        repeats.forEach(waiting -> terminal.printf(
                Locale.ROOT,
                "  %-24s %,d changes, p99 %.1f ms before; %,d changes, p99 %.1f ms during: %.2f%n",
                who,
                waiting.before(),
                waiting.p99BeforeMillis(),
                waiting.during(),
                waiting.p99DuringMillis(),
                waiting.p99DuringMillis() / waiting.p99BeforeMillis()));
    }

    private static String figure(String format, double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, format, value);
    }
}
