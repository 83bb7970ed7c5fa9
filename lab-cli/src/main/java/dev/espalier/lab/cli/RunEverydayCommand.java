package dev.espalier.lab.cli;

import dev.espalier.lab.everyday.EverydayLab;
import dev.espalier.lab.report.ReportPage;
import dev.espalier.lab.result.EverydayResult;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.EverydayOperation;
import dev.espalier.lab.spec.EverydaySpec;
import dev.espalier.lab.spec.EverydaySubject;
import dev.espalier.lab.spec.Sizes;
import dev.espalier.lab.spec.Words;
import dev.espalier.lab.target.Target;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier lab run everyday}: what a program does all day, beside hand-written JDBC and what else one would use. */
@Command(
        name = "everyday",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Small reads, writes and transactions on five tables, beside hand-written JDBC, Hibernate, jOOQ and Jimmer.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab run everyday --on sqlite",
            "  espalier lab run everyday --on postgres --rows 1m --threads 1,16 --subject jdbc,espalier,hibernate,jooq,jimmer --out out/everyday",
            "  espalier lab run everyday --on mysql --operations flat,whole,page --rounds 20",
            ""
        })
final class RunEverydayCommand implements Callable<Integer> {

    @Mixin
    private TargetOptions where;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "80k",
            description =
                    "Rows of all tables together, 1k to 10m: an eighth owners, two eighths pets, five eighths visits. Default: ${DEFAULT-VALUE}.")
    private String rows;

    @Option(
            names = "--subject",
            paramLabel = "SUBJECTS",
            defaultValue = "jdbc,espalier",
            description =
                    "Who does the operations: jdbc, written by hand; espalier; hibernate, jooq and jimmer, tuned. Default: ${DEFAULT-VALUE}.")
    private String subjects;

    @Option(
            names = "--operations",
            paramLabel = "NAMES",
            description = "flat, whole, range-10, range-100, range-1000, flat-range, page, parents, filters, insert,"
                    + " change, insert-change, graphs. Default: all.")
    private @Nullable String operations;

    @Option(
            names = "--threads",
            paramLabel = "NUMBERS",
            split = ",",
            defaultValue = "1",
            description =
                    "Threads that do an operation at the same time, one number after the other. Default: ${DEFAULT-VALUE}.")
    private List<Integer> threads;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "10",
            description = "Blocks of each subject, in turn. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(
            names = "--block-millis",
            paramLabel = "N",
            defaultValue = "120",
            description = "How long a block goes on. Default: ${DEFAULT-VALUE}.")
    private int blockMillis;

    @Option(
            names = "--warm-up-millis",
            paramLabel = "N",
            defaultValue = "3000",
            description = "How long each subject does each operation before, unmeasured. Default: ${DEFAULT-VALUE}.")
    private int warmUpMillis;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of the data and of the drawn ids. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--no-foreign-keys",
            description =
                    "Lets the tables of all subjects but espalier accept references to rows that are not there: less work and less safety than espalier's.")
    private boolean withoutForeignKeys;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            converter = FolderConverter.class,
            defaultValue = "espalier-lab",
            description = "Folder for result.json and report.html, and for SQLite's files. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        EverydaySpec spec = new EverydaySpec(
                where.on(),
                Sizes.rows("--rows", rows),
                Words.parse("--subject", subjects, EverydaySubject.class),
                operations == null
                        ? Arrays.asList(EverydayOperation.values())
                        : Words.parse("--operations", operations, EverydayOperation.class),
                threads,
                new EverydaySpec.Timing(rounds, blockMillis, warmUpMillis),
                seed,
                !withoutForeignKeys);
        Target target = where.find(out);
        PrintWriter terminal = command.commandLine().getOut();
        EverydayLab lab = new EverydayLab(spec, target, Folders.home(), out);
        return StoppedRun.ends(out, lab::stop, terminal, () -> {
            EverydayResult result = lab.run(line -> {
                terminal.println(EverydayTable.title(line));
                terminal.flush();
            });
            EverydayTable.print(result, terminal);
            terminal.println("Written: " + out.resolve(ResultFile.NAME) + " and " + out.resolve(ReportPage.NAME)
                    + Marks.written(result.partial()));
            terminal.flush();
            return 0;
        });
    }
}
