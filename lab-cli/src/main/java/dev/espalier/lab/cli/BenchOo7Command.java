package dev.espalier.lab.cli;

import dev.espalier.bench.Subject;
import dev.espalier.bench.oo7.Oo7;
import dev.espalier.bench.oo7.Oo7Operation;
import dev.espalier.bench.oo7.Oo7Size;
import dev.espalier.bench.oo7.Oo7Spec;
import dev.espalier.lab.spec.Words;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code espalier bench oo7}: traversals, queries and changes of a design. */
@Command(
        name = "oo7",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "OO7 (Carey, DeWitt, Naughton 1993): traversals, queries and changes of a design, beside hand-written JDBC and Hibernate.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier bench oo7 --size small --on sqlite --subject jdbc,espalier,hibernate",
            "  espalier bench oo7 --size medium --connections 9 --on postgres --operations t1,t2a,q1",
            ""
        })
final class BenchOo7Command implements Callable<Integer> {

    @Mixin
    private BenchOptions options;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "small",
            description =
                    "small: 10,000 atomic parts; medium: 100,000; tiny: 50, which is not of the report. Default: ${DEFAULT-VALUE}.")
    private String size;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "3",
            description = "Connections of each atomic part: 3, 6 or 9. Default: ${DEFAULT-VALUE}.")
    private int connections;

    @Option(
            names = "--subject",
            paramLabel = "SUBJECTS",
            defaultValue = "jdbc,espalier,hibernate",
            description =
                    "Who does the operations: jdbc, written by hand; espalier; hibernate, tuned. Default: ${DEFAULT-VALUE}.")
    private String subjects;

    @Option(
            names = "--operations",
            paramLabel = "NAMES",
            description = "t1, t2a to t3c, t4, t5, t6, t8, t9, q1 to q8, insert, delete. Default: all.")
    private @Nullable String operations;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of the data and of drawn arguments. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Override
    public Integer call() {
        Oo7Spec spec = new Oo7Spec(
                options.on(),
                Oo7Size.of(size, connections),
                Words.parse("--subject", subjects, Subject.class),
                operations == null
                        ? Arrays.asList(Oo7Operation.values())
                        : Words.parse("--operations", operations, Oo7Operation.class),
                options.warmUpMillis(),
                options.repetitions(),
                seed);
        options.run(new Oo7(spec), spec, options.target());
        return 0;
    }
}
