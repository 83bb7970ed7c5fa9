package dev.espalier.lab.cli;

import dev.espalier.lab.report.EverydayPage;
import dev.espalier.lab.report.EvolutionPage;
import dev.espalier.lab.report.LoadPage;
import dev.espalier.lab.report.MarkdownFile;
import dev.espalier.lab.report.ReportPage;
import dev.espalier.lab.report.SweepPage;
import dev.espalier.lab.report.TorturePage;
import dev.espalier.lab.result.EverydayResult;
import dev.espalier.lab.result.EvolutionResult;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.Result;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.RunResult;
import dev.espalier.lab.result.SweepResult;
import dev.espalier.lab.result.TortureResult;
import dev.espalier.lab.spec.SpecException;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier lab report}: shows runs that were made before, and writes their page anew. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the table of a run and writes its report.html anew from its result.json.",
            "Several loads come into one page; those of the first one's pack are compared with it, or merged with it."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab report out/mysql",
            "  espalier lab report out/before out/after --out out/both",
            "  espalier lab report --merge out/machine1 out/machine2",
            "  espalier lab report --into docs/results/oltp/README.md out/oltp",
            ""
        })
final class LabReportCommand implements Callable<Integer> {

    @Parameters(
            arity = "1..*",
            paramLabel = "DIR",
            description = "Folders of runs, each with its result.json or result.json.gz.")
    private List<Path> folders;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            converter = FolderConverter.class,
            description = "Folder for report.html. Default: the first folder.")
    private @Nullable Path out;

    @Option(
            names = "--merge",
            description =
                    "The results are of one load, made by several machines at one time: counts are added, histograms merged.")
    private boolean merge;

    @Option(
            names = "--into",
            paramLabel = "PAGE",
            description =
                    "Put the tables of a sweep, or of one or several results of objects, into this Markdown page, between its lines <!-- measured --> and <!-- end of measured -->,"
                            + " and its charts and result.json.gz beside it.")
    private @Nullable Path into;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws IOException {
        List<Result> results = new ArrayList<>();
        Set<Path> read = new HashSet<>();
        for (Path folder : folders) {
            results.add(ResultFile.read(folder));
            if (!read.add(ResultFile.file(folder).toRealPath())) {
                throw new SpecException("lab report: found " + folder + " twice, expected each result once");
            }
        }
        return ResultFile.using(folders.get(0), () -> into == null ? show(results) : fill(results, into));
    }

    private int fill(List<Result> results, Path page) throws IOException {
        if (out != null) {
            throw new SpecException("--into: found it with --out, expected one of them");
        }
        Map<String, Result> named = new LinkedHashMap<>();
        List<String> names = names();
        for (int at = 0; at < results.size(); at++) {
            if (named.put(names.get(at), results.get(at)) != null) {
                throw new SpecException("--into: found two folders named " + names.get(at)
                        + ", expected a name of its own for each: a result is kept under that of its folder");
            }
        }
        MarkdownFile.fill(named, page);
        command.commandLine().getOut().println("Written: " + page);
        command.commandLine().getOut().flush();
        return 0;
    }

    /** Returns the name under which each result is kept: that of its folder, behind that of the folder above if several have the same. */
    private List<String> names() throws IOException {
        if (folders.size() == 1) {
            return List.of("result");
        }
        List<Path> real = new ArrayList<>();
        for (Path folder : folders) {
            real.add(ResultFile.named(folder).toRealPath());
        }
        List<String> own = real.stream().map(path -> name(path, 1)).toList();
        boolean differ = new HashSet<>(own).size() == own.size();
        return differ ? own : real.stream().map(path -> name(path, 2)).toList();
    }

    /** Returns so many of the last names of a path, without the ending of a result. */
    private static String name(Path path, int names) {
        return path.subpath(Math.max(0, path.getNameCount() - names), path.getNameCount())
                .toString()
                .replace(File.separatorChar, '-')
                .replaceFirst("\\.json(\\.gz)?$", "");
    }

    private int show(List<Result> results) throws IOException {
        Path target = out == null ? ResultFile.folder(folders.get(0)) : Files.createDirectories(out);
        PrintWriter terminal = command.commandLine().getOut();
        if (merge && results.size() == 1) {
            throw new SpecException("--merge: found it with one result, expected several of one load");
        }
        if (results.size() == 1 && results.get(0) instanceof RunResult result) {
            ResultTable.print(result, terminal);
            terminal.println("Written: " + ReportPage.write(result, target));
        } else if (results.size() == 1 && results.get(0) instanceof TortureResult result) {
            TortureTable.print(result, terminal);
            terminal.println("Written: " + TorturePage.write(result, target));
        } else if (results.size() == 1 && results.get(0) instanceof EverydayResult result) {
            EverydayTable.print(result, terminal);
            terminal.println("Written: " + EverydayPage.write(result, target));
        } else if (results.size() == 1 && results.get(0) instanceof SweepResult result) {
            SweepTable.print(result, terminal);
            terminal.println("Written: " + SweepPage.write(result, target));
        } else if (results.size() == 1 && results.get(0) instanceof EvolutionResult result) {
            RunEvolutionCommand.print(result, terminal);
            terminal.println("Written: " + EvolutionPage.write(result, target));
        } else {
            List<LoadResult> single = results.stream().map(this::load).toList();
            List<LoadResult> loads = merge ? List.of(LoadResult.merged(single)) : single;
            loads.forEach(load -> load.runs().forEach(new LoadTerminal(terminal, true)::ended));
            terminal.println("Written: " + LoadPage.write(loads, target));
        }
        terminal.flush();
        return 0;
    }

    private LoadResult load(Result result) {
        if (result instanceof LoadResult load) {
            return load;
        }
        throw new SpecException("lab report: found a result of " + result.pack()
                + " among several, expected results of loads, such as oltp;" + " a page of " + result.pack()
                + " has one result");
    }
}
