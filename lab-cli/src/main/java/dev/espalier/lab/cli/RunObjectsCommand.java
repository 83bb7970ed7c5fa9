package dev.espalier.lab.cli;

import dev.espalier.lab.ObjectsLab;
import dev.espalier.lab.report.ReportPage;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.RunResult;
import dev.espalier.lab.spec.CacheState;
import dev.espalier.lab.spec.CreateMode;
import dev.espalier.lab.spec.IndexTime;
import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.spec.ObjectsSpec;
import dev.espalier.lab.spec.Scale;
import dev.espalier.lab.spec.Sizes;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.spec.Words;
import dev.espalier.lab.target.Target;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier lab run objects}: the published experiment of twelve databases, on one target. */
@Command(
        name = "objects",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "An object model in twelve databases: created, asked cold and warm, every answer checked.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab run objects --on sqlite --objects 100k",
            "  espalier lab run objects --on mysql --create transactions --threads 20 --objects 10k",
            "  espalier lab run objects --on mysql --objects 1m,2m --subject espalier,jdbc --repeats 3 --out out/mysql",
            "  espalier lab run objects --on jdbc:postgresql://db.example/postgres --user lab --password-env LAB_PASSWORD",
            ""
        })
final class RunObjectsCommand implements Callable<Integer> {

    private static final String QUICK_OBJECTS = "100k";
    private static final String PUBLISHED_OBJECTS = "100k,1m,2m";
    private static final int PUBLISHED_REPEATS = 3;

    @Mixin
    private TargetOptions where;

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            defaultValue = "quick",
            description =
                    "quick: 100k objects of each class; published: 100k,1m,2m, three times each. Default: ${DEFAULT-VALUE}.")
    private String scale;

    @Option(
            names = "--objects",
            paramLabel = "SIZES",
            description =
                    "Objects of each class: 100k,1m,2m; less than 100k to try something out. Default: the scale's.")
    private @Nullable String objects;

    @Option(
            names = "--indexes",
            paramLabel = "LEVELS",
            defaultValue = "none,values,relations,both",
            description = "Index levels. Default: ${DEFAULT-VALUE}.")
    private String indexes;

    @Option(
            names = "--subject",
            paramLabel = "SUBJECTS",
            defaultValue = "espalier,jdbc",
            description =
                    "Who stores and finds: espalier; jdbc, written by hand, the practical limit; hibernate, tuned. Default: ${DEFAULT-VALUE}.")
    private String subjects;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "20",
            description = "Writers at the same time. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(
            names = "--create",
            paramLabel = "MODE",
            defaultValue = "bulk",
            description =
                    "bulk: by the fastest way of each subject; transactions: as published, each object graph is a transaction of its own. Default: ${DEFAULT-VALUE}.")
    private String create;

    @Option(
            names = "--index-when",
            paramLabel = "TIME",
            description =
                    "When indexes are built: before the first object, as published, or after the last one. Default: after with bulk, before with transactions.")
    private @Nullable String indexWhen;

    @Option(
            names = "--cache",
            paramLabel = "STATES",
            defaultValue = "cold,warm",
            description = "Cache states in which the query is timed. Default: ${DEFAULT-VALUE}.")
    private String cache;

    @Option(
            names = "--repeats",
            paramLabel = "N",
            description = "How often each database is made and measured; results are medians. Default: the scale's.")
    private @Nullable Integer repeats;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            converter = FolderConverter.class,
            defaultValue = "espalier-lab",
            description = "Folder for result.json and report.html, and for SQLite's files. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Option(
            names = "--go-on",
            description =
                    "Run the sizes and levels that the result in --out lacks. It must be of this very run, ended early or killed.")
    private boolean goOn;

    @Option(names = "--no-warm-up", description = "Do not make a small database by each subject first, unmeasured.")
    private boolean noWarmUp;

    @Option(names = "--keep", description = "Leave the databases there.")
    private boolean keep;

    @Spec
    private CommandSpec command;

    private ObjectsSpec.Making making() {
        CreateMode mode = Words.parseOne("--create", create, CreateMode.class);
        IndexTime time = indexWhen != null
                ? Words.parseOne("--index-when", indexWhen, IndexTime.class)
                : mode == CreateMode.BULK ? IndexTime.AFTER : IndexTime.BEFORE;
        return new ObjectsSpec.Making(mode, time);
    }

    @Override
    public Integer call() {
        boolean published = Words.parseOne("--scale", scale, Scale.class) == Scale.PUBLISHED;
        ObjectsSpec spec = new ObjectsSpec(
                where.on(),
                Sizes.parse(objects != null ? objects : published ? PUBLISHED_OBJECTS : QUICK_OBJECTS),
                Words.parse("--indexes", indexes, Indexes.class),
                Words.parse("--subject", subjects, SubjectName.class),
                threads,
                Words.parse("--cache", cache, CacheState.class),
                repeats != null ? repeats : published ? PUBLISHED_REPEATS : 1,
                !noWarmUp,
                keep,
                making());
        Target target = where.findAny(out);
        PrintWriter terminal = command.commandLine().getOut();
        ObjectsLab lab = new ObjectsLab(spec, target, Folders.home(), out);
        return StoppedRun.ends(out, lab::stop, terminal, () -> {
            RunResult result;
            try (ProgressLine progress = ProgressLine.on(terminal, spec.databases())) {
                result = goOn ? lab.goOn(progress) : lab.run(progress);
            }
            ResultTable.print(result, terminal);
            terminal.println("Written: " + out.resolve(ResultFile.NAME) + " and " + out.resolve(ReportPage.NAME)
                    + Marks.written(result.partial()) + (result.partial() && goOn ? "; the same command goes on" : ""));
            terminal.flush();
            return result.partial() && goOn ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
        });
    }
}
