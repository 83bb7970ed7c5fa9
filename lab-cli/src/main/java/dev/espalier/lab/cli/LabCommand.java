package dev.espalier.lab.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code espalier lab}: measures databases. */
@Command(
        name = "lab",
        mixinStandardHelpOptions = true,
        subcommands = {
            LabListCommand.class,
            LabRunCommand.class,
            LabCompareCommand.class,
            LabSweepCommand.class,
            LabPublishCommand.class,
            LabRerunCommand.class,
            LabReportCommand.class,
            LabLeftoversCommand.class,
            LabCalibrateCommand.class,
            LabAgentCommand.class
        },
        description = "Measures Espalier beside hand-written JDBC, and databases by themselves, on real engines.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab list",
            "  espalier lab run objects --on sqlite --objects 100k,1m --out out/sqlite",
            "  espalier lab report out/sqlite",
            ""
        })
final class LabCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
