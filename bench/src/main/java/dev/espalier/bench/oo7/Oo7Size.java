package dev.espalier.bench.oo7;

import dev.espalier.lab.spec.SpecException;

/**
 * The parameters of the database, as in table 1 of the report.
 *
 * @param word small, medium, or tiny: a size for tests, which the report does not have
 * @param atomicParts of each composite part
 * @param connections that lead away from each atomic part: 3, 6 or 9
 * @param documentCharacters of each document
 * @param manualCharacters of the manual
 * @param compositeParts of the module
 * @param levels of the tree of assemblies
 */
public record Oo7Size(
        String word,
        int atomicParts,
        int connections,
        int documentCharacters,
        int manualCharacters,
        int compositeParts,
        int levels) {

    /** Assemblies below a complex assembly. */
    static final int BRANCHES = 3;
    /** Composite parts that a base assembly uses. */
    static final int COMPONENTS = 3;

    /**
     * Returns a size of the report.
     *
     * @param word tiny, small or medium
     * @param connections 3, 6 or 9
     * @return its parameters
     */
    public static Oo7Size of(String word, int connections) {
        if (connections != 3 && connections != 6 && connections != 9) {
            throw new SpecException("--connections: found " + connections + ", expected 3, 6 or 9");
        }
        return switch (word) {
            case "tiny" -> new Oo7Size(word, 5, connections, 200, 1_000, 10, 3);
            case "small" -> new Oo7Size(word, 20, connections, 2_000, 100_000, 500, 7);
            case "medium" -> new Oo7Size(word, 200, connections, 20_000, 1_000_000, 500, 7);
            default -> throw new SpecException("--size: found '" + word + "', expected tiny, small or medium");
        };
    }

    /** Returns the number of base assemblies. */
    int baseAssemblies() {
        return (int) Math.pow(BRANCHES, levels - 1);
    }

    /** Returns the number of atomic parts of all composite parts. */
    int allAtomicParts() {
        return compositeParts * atomicParts;
    }
}
