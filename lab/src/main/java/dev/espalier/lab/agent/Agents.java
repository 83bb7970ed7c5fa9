package dev.espalier.lab.agent;

import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.TargetKind;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The load machines of a run, and those that are watched meanwhile.
 *
 * @param addresses of the agents that make connections; the first one loads the data; none if the lab's own process makes them
 * @param watched addresses of agents that report what their machines do, such as the server's
 * @param secret that leader and agents share; null if there are none
 */
public record Agents(
        List<Address> addresses,
        List<Address> watched,
        @Nullable Secret secret) {

    private static final Set<TargetKind> LOCAL = EnumSet.of(TargetKind.SQLITE, TargetKind.PROCESS);

    /** The lab's own process makes all connections, and no other machine is watched. */
    public static final Agents NONE = new Agents(List.of(), List.of(), null);

    /** Checks that each is named once and that there is a secret. */
    public Agents {
        addresses = List.copyOf(addresses);
        watched = List.copyOf(watched);
        check("--agents", addresses, secret);
        check("--watch", watched, secret);
    }

    private static void check(String option, List<Address> addresses, @Nullable Secret secret) {
        if (new HashSet<>(addresses).size() < addresses.size()) {
            throw new SpecException(option + ": found " + addresses + ", expected each once");
        }
        if (!addresses.isEmpty() && secret == null) {
            throw new SpecException(option + ": found no secret, expected --secret-file or --secret-env");
        }
    }

    /**
     * Refuses a run that several machines cannot make together.
     *
     * @param spec the run
     */
    public void refuse(PackSpec spec) {
        if (TargetKind.of(spec.target()).filter(LOCAL::contains).isPresent()) {
            throw new SpecException(
                    "--on: found '" + spec.target() + "' with --agents, expected a server that several machines reach");
        }
        int fewest = Collections.min(spec.connections());
        if (fewest < addresses.size()) {
            throw new SpecException("--connections: found " + fewest + " for " + addresses.size()
                    + " agents, expected at least one for each");
        }
    }
}
