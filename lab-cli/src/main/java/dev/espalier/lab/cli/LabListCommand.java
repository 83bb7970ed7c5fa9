package dev.espalier.lab.cli;

import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code espalier lab list}: the packs, each with what its command says of itself. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Lists the packs.",
        footerHeading = "%nExample:%n",
        footer = {"  espalier lab list", ""})
final class LabListCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter terminal = spec.commandLine().getOut();
        LabRunCommand.of(spec.parent())
                .getSubcommands()
                .forEach((name, pack) -> terminal.printf(
                        Locale.ROOT,
                        "%-14s %s%n",
                        name,
                        pack.getCommandSpec().usageMessage().description()[0]));
        terminal.flush();
    }
}
