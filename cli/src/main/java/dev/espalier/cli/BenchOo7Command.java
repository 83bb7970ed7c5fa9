package dev.espalier.cli;

import dev.espalier.bench.oo7.Oo7Bench;
import dev.espalier.bench.oo7.Oo7Operation;
import dev.espalier.bench.oo7.Oo7Result;
import dev.espalier.bench.oo7.Oo7Size;
import dev.espalier.bench.oo7.Oo7Spec;
import dev.espalier.bench.oo7.Oo7Subject;
import dev.espalier.lab.spec.Words;
import dev.espalier.lab.target.Target;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier bench oo7}: traversals, queries and changes of a design. */
@Command(name = "oo7", mixinStandardHelpOptions = true, sortOptions = false,
        description = "OO7 (Carey, DeWitt, Naughton 1993): traversals, queries and changes of a design, beside hand-written JDBC and Hibernate.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier bench oo7 --size small --on sqlite --subject jdbc,espalier,hibernate",
            "  espalier bench oo7 --size medium --connections 9 --on postgres --operations t1,t2a,q1",
            ""})
final class BenchOo7Command implements Callable<Integer> {

    @Mixin
    private TargetOptions where;

    @Option(names = "--size", paramLabel = "SIZE", defaultValue = "small",
            description = "small: 10,000 atomic parts; medium: 100,000; tiny: 50, which is not of the report. Default: ${DEFAULT-VALUE}.")
    private String size;

    @Option(names = "--connections", paramLabel = "N", defaultValue = "3", description = "Connections of each atomic part: 3, 6 or 9. Default: ${DEFAULT-VALUE}.")
    private int connections;

    @Option(names = "--subject", paramLabel = "SUBJECTS", defaultValue = "jdbc,espalier,hibernate",
            description = "Who does the operations: jdbc, written by hand; espalier; hibernate, tuned. Default: ${DEFAULT-VALUE}.")
    private String subjects;

    @Option(names = "--operations", paramLabel = "NAMES", description = "t1, t2a to t3c, t4, t5, t6, t8, t9, q1 to q8, insert, delete. Default: all.")
    private String operations;

    @Option(names = "--warm-up-millis", paramLabel = "N", defaultValue = "500",
            description = "How long each subject does each operation before, unmeasured. Default: ${DEFAULT-VALUE}.")
    private int warmUpMillis;

    @Option(names = "--repetitions", paramLabel = "N", defaultValue = "11", description = "Measured calls of each operation. Default: ${DEFAULT-VALUE}.")
    private int repetitions;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Of the data and of drawn arguments. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "espalier-bench",
            description = "Folder for oo7.json, and for SQLite's files. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        Oo7Spec spec = new Oo7Spec(where.on(), Oo7Size.of(size, connections), Words.parse("--subject", subjects, Oo7Subject.class),
                operations == null ? Arrays.asList(Oo7Operation.values()) : Words.parse("--operations", operations, Oo7Operation.class), warmUpMillis, repetitions, seed);
        Target target = where.find(out);
        PrintWriter terminal = command.commandLine().getOut();
        Oo7Result result = new Oo7Bench(spec, target, Folders.home(), out).run(line -> {
            terminal.println(Oo7Table.title(line));
            terminal.flush();
        });
        Oo7Table.print(result, terminal);
        terminal.println("Written: " + out.resolve(Oo7Result.NAME));
        terminal.flush();
        return 0;
    }
}
