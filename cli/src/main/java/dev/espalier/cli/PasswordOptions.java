package dev.espalier.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The sources of a password. As an argument it would be visible in the list of processes. */
public final class PasswordOptions {

    @Option(names = "--password", interactive = true, arity = "0", description = "Asks for the password.")
    private char @Nullable [] typed;

    @Option(
            names = "--password-env",
            paramLabel = "NAME",
            description = "Environment variable that holds the password.")
    private @Nullable String variable;

    @Option(names = "--password-file", paramLabel = "FILE", description = "File whose first line is the password.")
    private @Nullable Path file;

    /**
     * Returns the password from where the options say.
     *
     * @return null if they name no place, or an empty one
     * @throws UsageException if the place cannot be read
     */
    public @Nullable String read() {
        String secret = typed != null
                ? new String(typed)
                : variable != null
                        ? ofVariable("--password-env", variable)
                        : file != null ? ofFile("--password-file", file) : "";
        return secret.isEmpty() ? null : secret;
    }

    static String ofVariable(String option, String name) {
        String secret = System.getenv(name);
        if (secret == null) {
            throw new UsageException(
                    option + ": found no environment variable '" + name + "', expected one that holds the password");
        }
        return secret;
    }

    static String ofFile(String option, Path file) {
        try {
            return Files.readString(file).lines().findFirst().orElse("");
        } catch (IOException e) {
            throw new UsageException(
                    option + ": cannot read '" + file + "', expected a file whose first line is the password");
        }
    }
}
