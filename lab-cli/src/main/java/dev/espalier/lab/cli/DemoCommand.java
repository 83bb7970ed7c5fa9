package dev.espalier.lab.cli;

import dev.espalier.lab.ObjectsLab;
import dev.espalier.lab.report.ReportPage;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.RunResult;
import dev.espalier.lab.spec.CacheState;
import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.spec.ObjectsSpec;
import dev.espalier.lab.spec.Sizes;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.target.Password;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier demo}: the published experiment in embedded files, all four index levels, in about a minute. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Loads 1.2 million objects into SQLite files, queries them, and reports the times.",
            "Uses the published model of twelve classes, at all four index levels. Runs the published query cold and warm, checks every answer, and shows the times beside the published ones."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  espalier demo", "  espalier demo --objects 1m --out out/demo-1m", ""})
final class DemoCommand implements Callable<Integer> {

    private static final int THREADS = 20;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            converter = FolderConverter.class,
            defaultValue = "espalier-demo",
            description =
                    "Folder for result.json, report.html and, while it runs, the databases. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Option(
            names = "--objects",
            paramLabel = "N",
            defaultValue = "100k",
            description = "Objects of each class, a multiple of 100k. Default: ${DEFAULT-VALUE}.")
    private String objects;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        ObjectsSpec spec = new ObjectsSpec(
                "sqlite",
                Sizes.parse(objects),
                List.of(Indexes.values()),
                List.of(SubjectName.ESPALIER),
                THREADS,
                List.of(CacheState.values()),
                1,
                true,
                false);
        PrintWriter terminal = command.commandLine().getOut();
        ObjectsLab lab =
                new ObjectsLab(spec, Folders.targets(out).find(spec.target(), "", Password.NONE), Folders.home(), out);
        RunResult result;
        try (ProgressLine progress = ProgressLine.on(terminal, spec.databases())) {
            result = lab.run(progress);
        }
        ResultTable.print(result, terminal);
        terminal.println("Every query found what it must: 4 roots in each 100,000.");
        terminal.println("Written: " + out.resolve(ResultFile.NAME) + " and " + out.resolve(ReportPage.NAME));
        terminal.flush();
        return 0;
    }
}
