package dev.espalier.lab.cli;

import dev.espalier.bench.Subject;
import dev.espalier.bench.poleposition.Circuit;
import dev.espalier.bench.poleposition.PolePosition;
import dev.espalier.bench.poleposition.PoleSize;
import dev.espalier.bench.poleposition.PoleSpec;
import dev.espalier.lab.spec.Words;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code espalier bench poleposition}: circuits whose laps write, read, change and delete objects. */
@Command(
        name = "poleposition",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "PolePosition: circuits whose laps write, read, change and delete objects, beside hand-written JDBC, Hibernate and EclipseStore.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier bench poleposition --size small --on sqlite --subject jdbc,espalier,hibernate,eclipsestore",
            "  espalier bench poleposition --circuit nested-lists,complex --on postgres",
            ""
        })
final class BenchPolePositionCommand implements Callable<Integer> {

    @Mixin
    private BenchOptions options;

    @Option(
            names = "--circuit",
            paramLabel = "NAMES",
            description = "flat-object, nested-lists, inheritance-hierarchy, complex. Default: all.")
    private @Nullable String circuits;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "small",
            description =
                    "small, medium, large: the three sizes of PolePosition; tiny, which it does not have. Default: ${DEFAULT-VALUE}.")
    private String size;

    @Option(
            names = "--subject",
            paramLabel = "SUBJECTS",
            defaultValue = "jdbc,espalier,hibernate",
            description =
                    "Who drives: jdbc, written by hand; espalier; hibernate, tuned; eclipsestore, which has files of its own, with --on sqlite. Default: ${DEFAULT-VALUE}.")
    private String subjects;

    @Override
    public Integer call() {
        PoleSpec spec = new PoleSpec(
                options.on(),
                PoleSize.of(size),
                Words.parse("--subject", subjects, Subject.class),
                circuits == null ? Arrays.asList(Circuit.values()) : Words.parse("--circuit", circuits, Circuit.class),
                options.warmUpMillis(),
                options.repetitions());
        options.run(new PolePosition(spec), spec, options.target());
        return 0;
    }
}
