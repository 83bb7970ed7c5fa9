package dev.espalier.lab.cli;

import dev.espalier.cli.MoreCommands;
import dev.espalier.lab.spec.SpecException;
import java.util.List;
import picocli.CommandLine;

/** The commands of the laboratory and of the benchmarks. */
public final class LabCommands implements MoreCommands {

    @Override
    public List<Class<?>> commands() {
        return List.of(BenchCommand.class, DemoCommand.class, LabCommand.class);
    }

    @Override
    public List<String> examples() {
        return List.of(
                "espalier demo",
                "espalier lab run objects --on mysql --objects 1m --indexes none,both --subject espalier,jdbc --out out/mysql",
                "espalier lab report out/mysql",
                "espalier bench oo7 --size small --on sqlite --subject jdbc,espalier,hibernate");
    }

    @Override
    public void configure(CommandLine espalier) {
        CommandLine lab = espalier.getSubcommands().get("lab");
        if (lab != null) {
            // what follows the pack is the pack's, with lists as values
            List.of("sweep", "publish")
                    .forEach(name -> lab.getSubcommands()
                            .computeIfPresent(name, (same, command) -> command.setStopAtPositional(true)));
        }
    }

    @Override
    public boolean isWrongUse(Exception failure) {
        return failure instanceof SpecException;
    }
}
