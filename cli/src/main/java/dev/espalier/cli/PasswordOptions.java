package dev.espalier.cli;

import java.nio.file.Path;

import dev.espalier.lab.target.Password;
import picocli.CommandLine.Option;

/** The sources of a password. As an argument it would be visible in the list of processes. */
final class PasswordOptions {

    @Option(names = "--password", interactive = true, arity = "0", description = "Asks for the password.")
    private char[] typed;

    @Option(names = "--password-env", paramLabel = "NAME", description = "Environment variable that holds the password.")
    private String variable;

    @Option(names = "--password-file", paramLabel = "FILE", description = "File whose first line is the password.")
    private Path file;

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
