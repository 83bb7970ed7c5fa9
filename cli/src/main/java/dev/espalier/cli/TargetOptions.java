package dev.espalier.cli;

import java.nio.file.Path;

import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Target;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Where a pack runs: the same options for each. */
final class TargetOptions {

    @Option(names = "--on", paramLabel = "TARGET", defaultValue = "sqlite",
            description = "sqlite, mysql, mariadb, postgres, tidb, or a JDBC URL without a password. Default: ${DEFAULT-VALUE}.")
    private String on;

    @Option(names = "--user", paramLabel = "NAME", defaultValue = "", description = "Account of the server.")
    private String user;

    @ArgGroup
    private PasswordOptions password = new PasswordOptions();

    String on() {
        return on;
    }

    String user() {
        return user;
    }

    Password password() {
        return password.read();
    }

    /** The target; SQLite's files lie in the folder of the results. */
    Target find(Path out) {
        return Folders.targets(out).find(on, user, password.read());
    }
}
