package dev.espalier.lab.agent;

import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.TargetKind;

/**
 * The load machines of a run.
 *
 * @param addresses of their agents; the first one loads the data
 * @param secret that leader and agents share; null where there are none
 */
public record Agents(List<Address> addresses, Secret secret) {

    private static final Set<TargetKind> LOCAL = EnumSet.of(TargetKind.SQLITE, TargetKind.PROCESS);

    /** The lab's own process makes all connections. */
    public static final Agents NONE = new Agents(List.of(), null);

    /** Checks that each is named once and that there is a secret. */
    public Agents {
        addresses = List.copyOf(addresses);
        if (new HashSet<>(addresses).size() < addresses.size()) {
            throw new SpecException("--agents: found " + addresses + ", expected each once");
        }
        if (!addresses.isEmpty() && secret == null) {
            throw new SpecException("--agents: found no secret, expected --secret-file or --secret-env");
        }
    }

    /**
     * Refuses a run that several machines cannot make together.
     *
     * @param spec the run
     */
    public void refuse(PackSpec spec) {
        if (TargetKind.of(spec.target()).filter(LOCAL::contains).isPresent()) {
            throw new SpecException("--on: found '" + spec.target() + "' with --agents, expected a server that several machines reach");
        }
        int fewest = Collections.min(spec.connections());
        if (fewest < addresses.size()) {
            throw new SpecException("--connections: found " + fewest + " for " + addresses.size() + " agents, expected at least one for each");
        }
    }
}
