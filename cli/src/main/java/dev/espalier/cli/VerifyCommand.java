package dev.espalier.cli;

import dev.espalier.Settings;
import dev.espalier.health.Health;
import dev.espalier.verification.Finding;
import dev.espalier.verification.Verification;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier verify}: checks a database for damage. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeOnExecutionException = VerifyCommand.COULD_NOT_CHECK,
        description = {"Checks a database for damage, and repairs it if asked.", "Needs no Java classes."},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The database is intact, or was repaired.",
            "1:The database is damaged.",
            "2:The database could not be checked."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier verify jdbc:sqlite:shop.db",
            "  espalier verify jdbc:mysql://db.example/shop --user shop --password-env SHOP_PASSWORD --repair",
            ""
        })
final class VerifyCommand implements Callable<Integer> {

    static final int COULD_NOT_CHECK = 2;

    private static final int WHOLE = 0;
    private static final int DAMAGED = 1;

    @Mixin
    private DatabaseOptions database;

    @Option(names = "--repair", description = "Repair what can be repaired, in one transaction.")
    private boolean repair;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        Settings settings = database.settings();
        String url = database.url();
        PrintWriter terminal = command.commandLine().getOut();
        Verification found = Health.verify(url, settings);
        terminal.println(found);
        if (repair && found.findings().stream().anyMatch(Finding::isRepairable)) {
            found = Health.repair(url, settings);
            terminal.println("Repaired. Now:");
            terminal.println(found);
        }
        terminal.flush();
        return found.isClean() ? WHOLE : DAMAGED;
    }
}
