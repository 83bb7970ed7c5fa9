package dev.espalier.cli;

import dev.espalier.evolution.OpenProgram;
import dev.espalier.evolution.SchemaAdmin;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code espalier schema programs}: the programs that have a database open. */
@Command(
        name = "programs",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Shows the programs that have a database open. A program that died is shown for up to a minute.")
final class SchemaProgramsCommand implements Callable<Integer> {

    @Mixin
    private DatabaseOptions database;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        PrintWriter out = command.commandLine().getOut();
        List<OpenProgram> programs =
                SchemaAdmin.at(database.url(), database.settings()).programs();
        programs.forEach(out::println);
        if (programs.isEmpty()) {
            out.println("no program has it open");
        }
        out.flush();
        return 0;
    }
}
