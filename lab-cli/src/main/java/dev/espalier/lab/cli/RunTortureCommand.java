package dev.espalier.lab.cli;

import dev.espalier.lab.report.ReportPage;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.TortureResult;
import dev.espalier.lab.spec.Faults;
import dev.espalier.lab.spec.Scale;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.spec.TortureSpec;
import dev.espalier.lab.spec.TortureSpec.Contention;
import dev.espalier.lab.spec.Words;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.torture.TortureLab;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier lab run torture}: many threads, the same few objects, everything checked. */
@Command(
        name = "torture",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Many threads change the same few objects; every promise of a transaction is checked.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab run torture --on sqlite --scale quick",
            "  espalier lab run torture --on mysql --threads 20 --seconds 60 --subject espalier,jdbc --out out/torture",
            "  espalier lab run torture --on postgres --seconds 200 --kill-every 10",
            "  espalier lab run torture --on mysql --seconds 60 --cuts 1000",
            "  espalier lab run torture --on sqlite --seconds 60 --client-kills 20",
            "",
            "Ends with 1 if a check fails.",
            ""
        })
final class RunTortureCommand implements Callable<Integer> {

    private static final int CHECK_FAILED = 1;
    private static final int QUICK_THREADS = 8;
    private static final int QUICK_SECONDS = 10;
    private static final int PUBLISHED_THREADS = 20;
    private static final int PUBLISHED_SECONDS = 60;

    @Mixin
    private TargetOptions where;

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            defaultValue = "published",
            description =
                    "quick: within two minutes on 2 cores; published: 20 threads, 60 s. Other options override it. Default: ${DEFAULT-VALUE}.")
    private String scale;

    @Option(names = "--threads", paramLabel = "N", description = "Clients at the same time. Default: 20, or 8.")
    private @Nullable Integer threads;

    @Option(names = "--seconds", paramLabel = "N", description = "How long each load runs. Default: 60, or 10.")
    private @Nullable Integer seconds;

    @Option(
            names = "--objects",
            paramLabel = "N",
            defaultValue = "20",
            description = "Hot accounts; there are fewer logs, boards and pins. Default: ${DEFAULT-VALUE}.")
    private int objects;

    @Option(
            names = "--subject",
            paramLabel = "SUBJECTS",
            description =
                    "Who does the operations; jdbc is written by hand. Default: espalier,jdbc; espalier if things go wrong.")
    private @Nullable String subjects;

    @Option(
            names = "--contention",
            paramLabel = "LOADS",
            description =
                    "On objects that all threads want, on objects of each thread's own. Default: hot,none; hot if things go wrong.")
    private @Nullable String contention;

    @Option(
            names = "--kill-every",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description =
                    "Kill the server with SIGKILL and start it again, every so often; it must be one of servers/.")
    private int killEvery;

    @Option(
            names = "--kill",
            paramLabel = "NAMES",
            split = ",",
            description = "Which of servers/ are killed, one after the other. Default: that of the target.")
    private List<String> servers = List.of();

    @Option(
            names = "--cuts",
            paramLabel = "N",
            defaultValue = "0",
            description = "Cut so many connections: anywhere, before, during and after COMMIT.")
    private int cuts;

    @Option(
            names = "--client-kills",
            paramLabel = "N",
            defaultValue = "0",
            description = "Run the clients in a process, and kill that so many times.")
    private int clientKills;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of the operations. Default: ${DEFAULT-VALUE}.")
    private long seed;

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
        Faults faults = new Faults(killEvery, servers, cuts, clientKills);
        String everyone = faults.any() ? "espalier" : "espalier,jdbc";
        String everywhere = faults.any() ? "hot" : "hot,none";
        boolean isQuick = Words.parseOne("--scale", scale, Scale.class) == Scale.QUICK;
        int clients = threads != null ? threads : isQuick ? QUICK_THREADS : PUBLISHED_THREADS;
        int time = seconds != null ? seconds : isQuick ? QUICK_SECONDS : PUBLISHED_SECONDS;
        TortureSpec spec = new TortureSpec(
                where.on(),
                Words.parse("--subject", subjects == null ? everyone : subjects, SubjectName.class),
                Words.parse("--contention", contention == null ? everywhere : contention, Contention.class),
                clients,
                time,
                objects,
                seed,
                faults);
        Target target = where.find(out);
        PrintWriter terminal = command.commandLine().getOut();
        TortureLab lab = new TortureLab(spec, target, Folders.home(), out);
        return StoppedRun.ends(out, lab::stop, terminal, () -> {
            TortureResult result = lab.run(part -> {
                terminal.println(TortureTable.title(part) + (part.holds() ? "" : "  FAILED"));
                terminal.flush();
            });
            TortureTable.print(result, terminal);
            terminal.println("Written: " + out.resolve(ResultFile.NAME) + " and " + out.resolve(ReportPage.NAME)
                    + Marks.written(result.partial()));
            terminal.flush();
            return result.holds() ? 0 : CHECK_FAILED;
        });
    }
}
