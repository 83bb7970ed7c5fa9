package dev.espalier.cli;

import java.nio.file.Path;

import dev.espalier.lab.target.Target;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where a pack runs: the same options for each. */
final class TargetOptions {

    @Option(names = "--on", paramLabel = "TARGET", defaultValue = "sqlite",
            description = "sqlite, mysql, mariadb, postgres, tidb, or a JDBC URL without a password. Default: ${DEFAULT-VALUE}.")
    private String on;

    @Mixin
    private AccountOptions account;

    String on() {
        return on;
    }

    /** The target; SQLite's files lie in the folder of the results. */
    Target find(Path out) {
        return Folders.targets(out).find(on, account.user(), account.password());
    }
}
