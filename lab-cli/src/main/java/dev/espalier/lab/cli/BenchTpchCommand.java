package dev.espalier.lab.cli;

import dev.espalier.bench.tpch.TpchRun;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier bench tpch}: questions of TPC-H by selections and by SQL. */
@Command(
        name = "tpch",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "The 22 questions of TPC-H by selections, beside hand-written SQL on the same tables.",
            "Prints a table in Markdown: rows of each answer, and medians of both times. The data are of a generator of Espalier's own."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  espalier bench tpch", "  espalier bench tpch --scale 0.1 --on postgres", ""})
final class BenchTpchCommand implements Callable<Integer> {

    @Mixin
    private TargetOptions where;

    @Option(
            names = "--scale",
            paramLabel = "N",
            defaultValue = "0.01",
            description = "0.001 to 1, which has 6,000,000 line items. Default: ${DEFAULT-VALUE}.")
    private double scale;

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            defaultValue = "5",
            description = "Measured calls of each question, after one that is not. Default: ${DEFAULT-VALUE}.")
    private int repetitions;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            converter = FolderConverter.class,
            defaultValue = "espalier-bench",
            description = "Folder for SQLite's files while it runs. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        TpchRun run = new TpchRun(scale, repetitions);
        PrintWriter terminal = command.commandLine().getOut();
        terminal.println(TpchRun.Line.HEAD);
        run.run(where.findAny(out), line -> {
            terminal.println(line);
            terminal.flush();
        });
        terminal.flush();
        return 0;
    }
}
