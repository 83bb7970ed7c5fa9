package dev.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import dev.espalier.lab.report.ReportPage;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.Result;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.result.RunResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier lab report}: shows a run that was made before, and writes its page anew. */
@Command(name = "report", mixinStandardHelpOptions = true,
        description = "Prints the table of a run and writes its report.html anew from its result.json.",
        footerHeading = "%nExample:%n", footer = {"  espalier lab report out/mysql", ""})
final class LabReportCommand implements Callable<Integer> {

    @Parameters(paramLabel = "DIR", description = "Folder of a run, with its result.json.")
    private Path folder;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws IOException {
        PrintWriter terminal = command.commandLine().getOut();
        Result read = ResultFile.read(folder);
        if (read instanceof RunResult result) {
            ResultTable.print(result, terminal);
            terminal.println("Written: " + ReportPage.write(result, folder));
        } else if (read instanceof LoadResult result) {
            result.runs().forEach(new LoadTerminal(terminal, true)::ended);
        }
        terminal.flush();
        return 0;
    }
}
