package dev.espalier.cli;

import java.util.List;

import dev.espalier.lab.agent.Address;
import dev.espalier.lab.agent.Agents;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options that name the load machines. */
final class AgentsOptions {

    @Option(names = "--agents", paramLabel = "HOST:PORT", split = ",",
            description = "Load machines on which 'espalier lab agent' runs: the connections, in all as many as --connections says, are dealt to them.")
    private List<String> agents = List.of();

    @ArgGroup
    private SecretOptions secret = new SecretOptions();

    Agents agents() {
        return agents.isEmpty() ? Agents.NONE : new Agents(agents.stream().map(one -> Address.parse("--agents", one)).toList(), secret.read());
    }
}
