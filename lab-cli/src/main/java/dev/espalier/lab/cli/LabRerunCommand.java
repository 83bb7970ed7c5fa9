package dev.espalier.lab.cli;

import dev.espalier.lab.agent.Agents;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.Result;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.RunName;
import dev.espalier.lab.spec.SpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier lab rerun}: the same run once more. */
@Command(
        name = "rerun",
        mixinStandardHelpOptions = true,
        description =
                "Repeats a run from its result: the same specification and seed, on the same target. Passwords stand in no result.",
        footerHeading = "%nExample:%n",
        footer = {"  espalier lab rerun out/mysql/result.json --out out/again", ""})
final class LabRerunCommand implements Callable<Integer> {

    @Parameters(paramLabel = "RESULT", description = "A result.json, or its folder.")
    private Path result;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Folder for the new result, which is not that of the result that is repeated. Default: that folder's name with -rerun, -rerun-2 and so on.")
    private @Nullable Path out;

    @Mixin
    private AccountOptions account;

    @Mixin
    @SuppressWarnings("unused") // its setter acts
    private DriverJarOptions driverJar;

    @Mixin
    private AgentsOptions agents;

    @Option(names = "--quiet", description = "No line for each second.")
    private boolean quiet;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws IOException {
        Result before = ResultFile.read(result);
        if (before instanceof LoadResult again) {
            OptionRules.refuse(command.commandLine().getParseResult(), again.spec());
            Agents by = agents.agents();
            warnOfLocalConnections(again, by);
            // a database that carries the name of a run is that run's own
            PackSpec spec = RunName.of(again.spec().database()).isPresent()
                    ? again.spec().inDatabase("")
                    : again.spec();
            return new LoadTerminal(command.commandLine().getOut(), quiet).run(spec, account, target(), by);
        }
        throw new SpecException(result + ": found a result of " + before.pack()
                + ", expected one of a load, such as oltp; the options of " + before.pack() + " stand in its spec");
    }

    /** Returns a folder that does not hold the result that is repeated. */
    private Path target() throws IOException {
        Path before = ResultFile.folder(result).toRealPath();
        if (out == null) {
            Path free = before.resolveSibling(before.getFileName() + "-rerun");
            for (int number = 2; Files.exists(free); number++) {
                free = before.resolveSibling(before.getFileName() + "-rerun-" + number);
            }
            return free;
        }
        if (Files.exists(out) && out.toRealPath().equals(before)) {
            throw new SpecException(
                    "--out: found " + out
                            + ", the folder of the result that is repeated; expected another one, which it does not write over");
        }
        return out;
    }

    /** The specification does not say it: one machine asks for what several have asked before, unless they are named again. */
    private void warnOfLocalConnections(LoadResult again, Agents by) {
        if (!again.machines().isEmpty() && by.addresses().isEmpty()) {
            command.commandLine()
                    .getOut()
                    .println("The connections of " + result
                            + " were made by agents, now this process makes them; expected them again?" + " --agents "
                            + String.join(",", again.machines().keySet()));
        }
    }
}
