package dev.espalier.lab.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code espalier bench}: published benchmarks of object databases. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        subcommands = {BenchOo7Command.class, BenchPolePositionCommand.class, BenchTpchCommand.class},
        description = "Runs published benchmarks of object databases beside hand-written SQL and Hibernate.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier bench oo7 --size small --on sqlite --subject jdbc,espalier,hibernate",
            "  espalier bench poleposition --size small --on sqlite --subject jdbc,espalier,hibernate,eclipsestore",
            "  espalier bench tpch --scale 0.01 --on sqlite",
            ""
        })
final class BenchCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
