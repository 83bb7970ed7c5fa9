package dev.espalier.cli;

import dev.espalier.lab.target.Password;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The sources of a password. As an argument it would be visible in the list of processes. */
final class PasswordOptions {

    @Option(names = "--password", interactive = true, arity = "0", description = "Asks for the password.")
    private char @Nullable [] typed;

    @Option(
            names = "--password-env",
            paramLabel = "NAME",
            description = "Environment variable that holds the password.")
    private @Nullable String variable;

    @Option(names = "--password-file", paramLabel = "FILE", description = "File whose first line is the password.")
    private @Nullable Path file;

    Password read() {
        if (typed != null) {
            return Password.of(new String(typed));
        }
        if (variable != null) {
            return Password.fromVariable(variable, System.getenv());
        }
        return file == null ? Password.NONE : Password.fromFile(file);
    }
}
