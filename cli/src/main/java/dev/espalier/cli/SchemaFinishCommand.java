package dev.espalier.cli;

import dev.espalier.Model;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.evolution.SchemaPlan;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier schema finish}: drops what only older programs needed. */
@Command(
        name = "finish",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Drops what this model no longer has, with its values.",
            "Give all classes that any program still uses. Refused while a program is open that knows some of what would be dropped."
        },
        exitCodeListHeading = "%nExit codes with --plan:%n",
        exitCodeList = {"0:Nothing would be dropped.", "1:Something would be dropped.", "2:There was an error."},
        exitCodeOnExecutionException = 2)
final class SchemaFinishCommand implements Callable<Integer> {

    @Mixin
    private DatabaseOptions database;

    @Mixin
    private ModelOptions classes;

    @Option(
            names = "--plan",
            description = "Lists what would be dropped, and how many values would be lost. Drops nothing.")
    private boolean isPlan;

    @Option(
            names = "--force",
            description = "Drops it even while programs are open that know it. Their statements fail from then on.")
    private boolean isForced;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        PrintWriter out = command.commandLine().getOut();
        Model model = classes.model();
        SchemaPlan plan = SchemaAdmin.at(database.url(), database.settings()).planFinish(model);
        out.println(plan.steps().isEmpty() ? "nothing has to be dropped" : plan);
        out.flush();
        if (isPlan) {
            return plan.steps().isEmpty() ? 0 : 1;
        }
        SchemaAdmin schema = SchemaAdmin.at(database.url(), database.settings());
        if (isForced) {
            schema.forceFinish(model);
        } else {
            schema.finish(model);
        }
        out.println("done");
        out.flush();
        return 0;
    }
}
