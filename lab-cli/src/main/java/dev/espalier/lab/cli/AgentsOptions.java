package dev.espalier.lab.cli;

import dev.espalier.lab.agent.Address;
import dev.espalier.lab.agent.Agents;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options that name other machines. */
final class AgentsOptions {

    @Option(
            names = "--agents",
            paramLabel = "HOST:PORT",
            split = ",",
            description =
                    "Load machines on which 'espalier lab agent' runs: the connections, in all as many as --connections says, are dealt to them.")
    private List<String> agents = List.of();

    @Option(
            names = "--watch",
            paramLabel = "HOST:PORT",
            split = ",",
            description =
                    "Machines whose processors, memory and disks are recorded, such as the server's; 'espalier lab agent --watch-only' runs there.")
    private List<String> watched = List.of();

    @ArgGroup
    private SecretOptions secret = new SecretOptions();

    Agents agents() {
        return agents.isEmpty() && watched.isEmpty()
                ? Agents.NONE
                : new Agents(addresses("--agents", agents), addresses("--watch", watched), secret.read());
    }

    private static List<Address> addresses(String option, List<String> given) {
        return given.stream().map(one -> Address.parse(option, one)).toList();
    }
}
