package dev.espalier.lab.cli;

import dev.espalier.cli.PasswordOptions;
import dev.espalier.lab.Agent;
import dev.espalier.lab.agent.Address;
import dev.espalier.lab.target.Password;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier lab agent}: makes connections for a leader on another machine. */
@Command(
        name = "agent",
        mixinStandardHelpOptions = true,
        description = {
            "Makes connections of 'lab run --agents' on this machine, or only watches it, for whoever knows the secret; until Ctrl-C.",
            "The target is found here: by ESPALIER_<NAME>_URL, _USER and _PASSWORD, or by the leader's URL. Passwords do not travel."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  openssl rand -hex 32 > secret; chmod 600 secret",
            "  espalier lab agent --listen 10.0.0.7:7710 --secret-file secret",
            "  espalier lab agent --listen 10.0.0.9:7710 --secret-file secret --watch-only     # on the server's machine, for --watch",
            ""
        })
final class LabAgentCommand implements Callable<Integer> {

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:7710",
            description = "Where; port 0 takes one that is free. Default: ${DEFAULT-VALUE}.")
    private String listen;

    @ArgGroup(multiplicity = "1")
    private SecretOptions secret;

    @Option(
            names = "--watch-only",
            description =
                    "Makes no connections: reports processors, memory and disks of this machine to 'lab run --watch'.")
    private boolean watchOnly;

    @ArgGroup
    private PasswordOptions password = new PasswordOptions();

    @Mixin
    @SuppressWarnings("unused") // its setter acts
    private DriverJarOptions driverJar;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            converter = FolderConverter.class,
            defaultValue = "espalier-lab",
            description = "Folder on the disk to probe. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        PrintWriter terminal = command.commandLine().getOut();
        Agent agent = new Agent(
                Address.parse("--listen", listen),
                Objects.requireNonNull(secret.read(), "one of its options is given"),
                Folders.targets(out),
                Password.of(password.read()),
                out,
                watchOnly,
                line -> {
                    terminal.println(line);
                    terminal.flush();
                });
        terminal.println("listens on " + agent.address());
        terminal.flush();
        return StoppedRun.ends(out, agent::close, terminal, () -> {
            agent.serve();
            return 0;
        });
    }
}
