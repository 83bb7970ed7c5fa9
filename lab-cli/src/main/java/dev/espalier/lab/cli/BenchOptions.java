package dev.espalier.lab.cli;

import dev.espalier.bench.BenchProgram;
import dev.espalier.bench.BenchResult;
import dev.espalier.bench.BenchRun;
import dev.espalier.bench.BenchSpec;
import dev.espalier.bench.Benchmark;
import dev.espalier.lab.target.Target;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of all benchmarks, and their run. */
final class BenchOptions {

    @Mixin
    private TargetOptions where;

    @Option(
            names = "--warm-up-millis",
            paramLabel = "N",
            defaultValue = "500",
            description = "How long each subject does each operation before, unmeasured. Default: ${DEFAULT-VALUE}.")
    private int warmUpMillis;

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            defaultValue = "11",
            description = "Measured calls of each operation. Default: ${DEFAULT-VALUE}.")
    private int repetitions;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            converter = FolderConverter.class,
            defaultValue = "espalier-bench",
            description = "Folder for the result as JSON, and for SQLite's files. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    String on() {
        return where.on();
    }

    int warmUpMillis() {
        return warmUpMillis;
    }

    int repetitions() {
        return repetitions;
    }

    Target target() {
        return where.find(out);
    }

    /** Runs, and prints a line for each one measured, then the table. */
    <P extends BenchProgram, S extends BenchSpec> void run(Benchmark<P> benchmark, S spec, Target target) {
        PrintWriter terminal = command.commandLine().getOut();
        BenchResult<S> result = new BenchRun<>(benchmark, spec, target, Folders.home(), out).run(line -> {
            terminal.println(BenchTable.title(line));
            terminal.flush();
        });
        BenchTable.print(result, terminal);
        terminal.println("Written: " + out.resolve(result.file()));
        terminal.flush();
    }
}
