package dev.espalier.cli;

import dev.espalier.lab.target.Password;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Who one is to a server, and by which driver one comes. */
final class AccountOptions {

    @Option(names = "--user", paramLabel = "NAME", defaultValue = "", description = "Account of the server.")
    private String user;

    @ArgGroup
    private PasswordOptions password = new PasswordOptions();

    @Mixin
    private DriverJarOptions driverJar;

    String user() {
        return user;
    }

    Password password() {
        return password.read();
    }
}
