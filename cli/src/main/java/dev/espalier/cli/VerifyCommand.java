package dev.espalier.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;

import dev.espalier.Database;
import dev.espalier.Settings;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.TargetKind;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.UrlAccount;
import dev.espalier.verification.Finding;
import dev.espalier.verification.Verification;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code espalier verify}: checks that a database is whole. */
@Command(name = "verify", mixinStandardHelpOptions = true, sortOptions = false, exitCodeOnExecutionException = VerifyCommand.COULD_NOT_CHECK,
        description = "Checks that a database of Espalier is whole, and repairs it if asked. Needs none of its classes. Exit code: 0 whole,"
                + " 1 something is wrong, 2 could not be checked.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier verify jdbc:sqlite:shop.db",
            "  espalier verify jdbc:mysql://db.example/shop --user shop --password-env SHOP_PASSWORD --repair",
            ""})
final class VerifyCommand implements Callable<Integer> {

    static final int COULD_NOT_CHECK = 2;

    private static final int WHOLE = 0;
    private static final int DAMAGED = 1;

    @Parameters(paramLabel = "URL", description = "Of a JDBC driver: jdbc:sqlite:, jdbc:mysql:, jdbc:mariadb: or jdbc:postgresql:.")
    private String url;

    @Option(names = "--user", paramLabel = "NAME", description = "Account of the server; where there is none, that of the URL.")
    private String user;

    @ArgGroup
    private PasswordOptions password = new PasswordOptions();

    @Option(names = "--repair", description = "Repair what can be repaired, in one transaction.")
    private boolean repair;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        Settings settings = settings();
        PrintWriter terminal = command.commandLine().getOut();
        Verification found = Database.verify(url, settings);
        terminal.println(found);
        if (repair && found.findings().stream().anyMatch(Finding::isRepairable)) {
            found = Database.repair(url, settings);
            terminal.println("Repaired. Now:");
            terminal.println(found);
        }
        terminal.flush();
        return found.isClean() ? WHOLE : DAMAGED;
    }

    /** Returns the settings with the account. The URL may name it; a file has none. */
    private Settings settings() {
        if (TargetKind.of(url).filter(kind -> kind == TargetKind.SQLITE).isPresent()) {
            for (String option : OptionRules.ACCOUNT) {
                if (command.commandLine().getParseResult().hasMatchedOption(option)) {
                    throw new SpecException(option + ": found it with " + url + ", expected a URL of a server");
                }
            }
            return Settings.defaults();
        }
        ParseResult given = command.commandLine().getParseResult();
        for (String option : OptionRules.ACCOUNT) {
            if (given.hasMatchedOption(option) && (UrlAccount.hasPassword(url) || option.equals(OptionRules.USER) && UrlAccount.hasUser(url))) {
                throw new SpecException(option + ": found it with a URL that names " + (UrlAccount.hasPassword(url) ? "user and password" : "a user")
                        + ", expected one of both");
            }
        }
        Password secret = password.read();
        if (secret != Password.NONE && user == null && !UrlAccount.hasUser(url)) {
            String option = OptionRules.ACCOUNT.stream().filter(name -> !name.equals(OptionRules.USER) && given.hasMatchedOption(name)).findFirst().orElseThrow();
            throw new SpecException(option + ": found it with " + url + " without --user, expected both");
        }
        return Settings.defaults().user(user).password(secret == Password.NONE ? null : secret.reveal());
    }
}
