package dev.espalier.lab.spec;

import java.util.List;

/** Checks that several packs share. */
final class Checks {

    private static final int MOST_CONNECTIONS = 1_024;

    private Checks() {
    }

    static List<Integer> connections(List<Integer> connections) {
        if (connections.isEmpty()) {
            throw new SpecException("--connections: found nothing, expected at least one");
        }
        connections.forEach(count -> Ranges.check("--connections", count, 1, MOST_CONNECTIONS));
        return List.copyOf(connections);
    }

    static void driver(String driver) {
        if (!driver.equals("mysql") && !driver.equals("mariadb")) {
            throw new SpecException("--driver: found '" + driver + "', expected mysql or mariadb");
        }
    }

    static void database(String database) {
        if (!database.matches("|[a-z][a-z0-9_]{0,50}")) {
            throw new SpecException("--database: found '" + database + "', expected lower-case letters, digits and underscores");
        }
    }

    static void engine(String engine) {
        if (!engine.matches("[A-Za-z_]*")) {
            throw new SpecException("--engine: found '" + engine + "', expected the name of a storage engine");
        }
    }
}
