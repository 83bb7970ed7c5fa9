package dev.espalier.lab.spec;

import java.util.List;

/**
 * The injected faults during a load.
 *
 * @param killEverySeconds how often the server is killed and started again; 0 for never
 * @param servers which of {@code servers/} are killed, one after the other; none for the target's own
 * @param cuts how many connections are cut
 * @param clientKills how often the process of the clients is killed
 */
public record Faults(int killEverySeconds, List<String> servers, int cuts, int clientKills) {

    /** No faults. */
    public static final Faults NONE = new Faults(0, List.of(), 0, 0);

    private static final int MOST_CUTS = 1_000_000;

    /** Checks the ranges and what goes together. No servers, as in results that are older than this member, are none. */
    public Faults {
        servers = servers == null ? List.of() : List.copyOf(servers);
        if (!servers.isEmpty() && killEverySeconds == 0) {
            throw new SpecException(
                    "--kill: found " + String.join(",", servers) + " without --kill-every, expected both");
        }
        if (killEverySeconds < 0) {
            throw new SpecException(
                    "--kill-every: found " + killEverySeconds + ", expected seconds from 1, or 0 for never");
        }
        if (cuts < 0 || cuts > MOST_CUTS) {
            throw new SpecException("--cuts: found " + cuts + ", expected a number from 0 to " + MOST_CUTS);
        }
        if (clientKills < 0) {
            throw new SpecException("--client-kills: found " + clientKills + ", expected a number from 0");
        }
        if (clientKills > 0 && (cuts > 0 || killEverySeconds > 0)) {
            throw new SpecException(
                    "--client-kills: found it with --kill-every or --cuts, expected one kind of fault in a run");
        }
    }

    /** @return whether anything goes wrong */
    public boolean any() {
        return killEverySeconds > 0 || cuts > 0 || clientKills > 0;
    }
}
