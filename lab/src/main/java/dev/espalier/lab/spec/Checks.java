package dev.espalier.lab.spec;

import java.util.List;

/** Checks that several packs share. */
final class Checks {

    private static final int MOST_CONNECTIONS = 1_024;

    private Checks() {}

    static List<Integer> connections(List<Integer> connections) {
        if (connections.isEmpty()) {
            throw new SpecException("--connections: found nothing, expected at least one");
        }
        connections.forEach(count -> Ranges.check("--connections", count, 1, MOST_CONNECTIONS));
        return List.copyOf(connections);
    }
}
