package dev.espalier.lab.cli;

import dev.espalier.lab.agent.Secret;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The sources of the secret of leader and agents. As an argument it would be visible in the list of processes. */
final class SecretOptions {

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "File whose first line is the secret that leader and agents share.")
    private @Nullable Path file;

    @Option(names = "--secret-env", paramLabel = "NAME", description = "Environment variable that holds it.")
    private @Nullable String variable;

    /** Null if none is given. */
    @Nullable
    Secret read() {
        if (file != null) {
            return Secret.fromFile(file);
        }
        return variable == null ? null : Secret.fromVariable(variable, System.getenv());
    }
}
