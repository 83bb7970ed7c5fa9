package dev.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import dev.espalier.lab.report.LoadPage;
import dev.espalier.lab.report.ReportPage;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.Result;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.RunResult;
import dev.espalier.lab.spec.SpecException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier lab report}: shows runs that were made before, and writes their page anew. */
@Command(name = "report", mixinStandardHelpOptions = true,
        description = "Prints the figures of runs and writes report.html anew from their result.json. Of several loads, all are compared with the"
                + " first.",
        footerHeading = "%nExamples:%n",
        footer = {"  espalier lab report out/mysql", "  espalier lab report out/before out/after", "  espalier lab report --merge out/machine1 out/machine2", ""})
final class LabReportCommand implements Callable<Integer> {

    @Parameters(paramLabel = "DIR", arity = "1..*", description = "Folders of runs, with their result.json. The page is written into the first.")
    private List<Path> folders;

    @Option(names = "--merge", description = "The results are of one load, made by several machines at one time: counts are added, histograms merged.")
    private boolean merge;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws IOException {
        PrintWriter terminal = command.commandLine().getOut();
        Path folder = folders.get(0);
        Path written;
        if (folders.size() == 1 && ResultFile.read(folder) instanceof RunResult result) {
            ResultTable.print(result, terminal);
            written = ReportPage.write(result, folder);
        } else {
            List<LoadResult> results = loads();
            results.forEach(result -> result.runs().forEach(new LoadTerminal(terminal, true)::ended));
            written = LoadPage.write(results, folder);
        }
        terminal.println("Written: " + written);
        terminal.flush();
        return 0;
    }

    private List<LoadResult> loads() throws IOException {
        List<LoadResult> results = new ArrayList<>();
        for (Path folder : folders) {
            Result read = ResultFile.read(folder);
            if (!(read instanceof LoadResult result)) {
                throw new SpecException(folder + ": found a result of " + read.pack() + ", expected loads: others are shown one by one");
            }
            if (!results.isEmpty() && !result.pack().equals(results.get(0).pack())) {
                throw new SpecException(folder + ": found a result of " + result.pack() + ", expected " + results.get(0).pack() + " as of the first");
            }
            results.add(result);
        }
        return merge ? List.of(LoadResult.merged(results)) : results;
    }
}
