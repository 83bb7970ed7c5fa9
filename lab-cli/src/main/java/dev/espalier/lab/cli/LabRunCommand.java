package dev.espalier.lab.cli;

import dev.espalier.lab.spec.SpecException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier lab run}: one command for each pack; what is no pack ends here. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        subcommands = {
            RunObjectsCommand.class,
            RunOltpCommand.class,
            RunKeyValueCommand.class,
            RunUuidSetCommand.class,
            RunFortyTablesCommand.class,
            RunTortureCommand.class,
            RunEverydayCommand.class,
            RunEvolutionCommand.class
        },
        synopsisSubcommandLabel = "PACK",
        description =
                "Runs a pack, or what a YAML file asks for (pack: NAME, and the pack's options without dashes), and writes what was measured; 'espalier lab run PACK --help' shows the pack's options.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab run objects --on sqlite --objects 100k",
            "  espalier lab run oltp --on mysql --user lab --password-env LAB_PASSWORD",
            "  espalier lab run read-write.yaml",
            ""
        })
final class LabRunCommand implements Callable<Integer> {

    @Parameters(hidden = true, arity = "0..1")
    private @Nullable String pack;

    @Spec
    private CommandSpec spec;

    /** The command of the lab with the packs. */
    static CommandLine of(CommandSpec lab) {
        return Objects.requireNonNull(lab.subcommands().get("run"), "the lab has the command run");
    }

    /** One of its packs. */
    static CommandLine pack(CommandLine run, String name) {
        return Objects.requireNonNull(run.getSubcommands().get(name), name);
    }

    @Override
    public Integer call() {
        if (pack == null) {
            throw new MissingParameterException(spec.commandLine(), spec.args(), "Missing required parameter: 'PACK'");
        }
        if (RunFile.named(pack)) {
            return spec.commandLine()
                    .execute(
                            RunFile.arguments(Path.of(pack), spec.subcommands()).toArray(String[]::new));
        }
        throw new SpecException("lab run: found '" + pack + "', expected a pack: "
                + String.join(", ", spec.subcommands().keySet()));
    }
}
