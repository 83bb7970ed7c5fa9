package dev.espalier.cli;

import dev.espalier.Settings;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The URL of a database, and the account on its server. */
final class DatabaseOptions {

    private static final String USER = "--user";

    /** The account at a server. */
    private static final List<String> ACCOUNT = List.of(USER, "--password", "--password-env", "--password-file");

    @Parameters(
            index = "0",
            paramLabel = "URL",
            description =
                    "Of a JDBC driver: jdbc:sqlite:, jdbc:mysql:, jdbc:mariadb:, jdbc:postgresql:, jdbc:h2: or jdbc:duckdb:.")
    private String url;

    @Option(names = "--user", paramLabel = "NAME", description = "Account of the server. Default: that of the URL.")
    private @Nullable String user;

    @ArgGroup
    private PasswordOptions password = new PasswordOptions();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    String url() {
        return url;
    }

    /** Returns the settings with the account. A URL of no known driver is refused. */
    Settings settings() {
        Urls.check("URL", url);
        return settings(url, user, password, command);
    }

    /** Returns the settings with an account. The URL may name it; a file has none. */
    static Settings settings(String url, @Nullable String user, PasswordOptions password, CommandSpec command) {
        if (url.startsWith("jdbc:sqlite:")) {
            for (String option : ACCOUNT) {
                if (command.commandLine().getParseResult().hasMatchedOption(option)) {
                    throw new UsageException(option + ": found it with " + url + ", expected a URL of a server");
                }
            }
            return Settings.defaults();
        }
        ParseResult given = command.commandLine().getParseResult();
        for (String option : ACCOUNT) {
            if (given.hasMatchedOption(option)
                    && (UrlAccount.hasPassword(url) || option.equals(USER) && UrlAccount.hasUser(url))) {
                throw new UsageException(option + ": found it with a URL that names "
                        + (UrlAccount.hasPassword(url) ? "user and password" : "a user") + ", expected one of both");
            }
        }
        String secret = password.read();
        if (secret != null && user == null && !UrlAccount.hasUser(url)) {
            String option = ACCOUNT.stream()
                    .filter(name -> !name.equals(USER) && given.hasMatchedOption(name))
                    .findFirst()
                    .orElseThrow();
            throw new UsageException(option + ": found it with " + url + " without --user, expected both");
        }
        return Settings.defaults().user(user).password(secret);
    }
}
