package dev.espalier.lab.cli;

import dev.espalier.cli.PasswordOptions;
import dev.espalier.lab.target.Password;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The user and password options. */
final class AccountOptions {

    @Option(names = "--user", paramLabel = "NAME", defaultValue = "", description = "Account of the server.")
    private String user;

    @ArgGroup
    private PasswordOptions password = new PasswordOptions();

    String user() {
        return user;
    }

    Password password() {
        return Password.of(password.read());
    }
}
