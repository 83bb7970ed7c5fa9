package dev.espalier.lab.cli;

import dev.espalier.lab.spec.SpecException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier lab sweep}: every combination of options with several values. */
@Command(
        name = "sweep",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs every combination of the given values: each option of the pack takes several, with commas between them; 5..10 stands for whole numbers.",
            "The plan and its time are printed first. A sweep that was ended, or killed, goes on by the same command. Options of the sweep stand before the pack.",
            "Results: one page and one result.json, and a whole result for each combination in cells/."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab sweep --plan uuid-set --on mysql,redis,hash-set --way pool,thread,new --size 1m,10m --connections 1..10",
            "  espalier lab sweep --rounds 5 --out out/sweep oltp --on mysql,mariadb --load read-only,read-write --connections 1,8,64 --seconds 30",
            ""
        })
final class LabSweepCommand implements Callable<Integer> {

    @Mixin
    private SweepOptions sweep;

    @Parameters(
            paramLabel = "PACK OPTIONS",
            arity = "1..*",
            description = "A pack that loads a target, and its options; or a run as YAML.")
    private List<String> words;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws IOException {
        CommandLine run = LabRunCommand.of(command.parent());
        List<String> asked = new ArrayList<>(
                RunFile.named(words.get(0))
                        ? RunFile.arguments(Path.of(words.get(0)), run.getSubcommands())
                        : List.of(words.get(0)));
        asked.addAll(words.subList(1, words.size()));
        CommandLine pack = run.getSubcommands().get(asked.get(0));
        if (pack == null || !(pack.getCommand() instanceof PackCommand)) {
            throw new SpecException("lab sweep: found '" + asked.get(0) + "', expected a pack that loads a target: "
                    + run.getSubcommands().entrySet().stream()
                            .filter(one -> one.getValue().getCommand() instanceof PackCommand)
                            .map(one -> one.getKey())
                            .collect(Collectors.joining(", ")));
        }
        return sweep.run(
                pack,
                asked.subList(1, asked.size()),
                Set.of(),
                sweep.out("espalier-sweep"),
                command.commandLine().getOut());
    }
}
