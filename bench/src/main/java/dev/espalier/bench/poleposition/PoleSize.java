package dev.espalier.bench.poleposition;

import dev.espalier.lab.spec.SpecException;

/**
 * The parameters of the circuits, as in {@code Circuits.properties} of PolePosition.
 *
 * @param word small, medium, large: its first, second and third column; or tiny: a size for tests
 * @param flat of FlatObject
 * @param lists of NestedLists
 * @param hierarchy of InheritanceHierarchy
 * @param complex of Complex
 */
public record PoleSize(String word, Flat flat, Lists lists, Hierarchy hierarchy, Complex complex) {

    /**
     * FlatObject.
     *
     * @param objects how many
     * @param selects queries of each lap
     * @param updates objects that are updated and deleted
     * @param commitInterval objects that one transaction writes
     */
    public record Flat(int objects, int selects, int updates, int commitInterval) {}

    /**
     * NestedLists.
     *
     * @param width members of each list
     * @param reuse members that are nodes made before
     * @param depth levels
     */
    public record Lists(int width, int reuse, int depth) {}

    /**
     * InheritanceHierarchy.
     *
     * @param objects how many
     * @param selects queries
     */
    public record Hierarchy(int objects, int selects) {}

    /**
     * Complex.
     *
     * @param width children of each node
     * @param depth levels
     * @param selects queries
     */
    public record Complex(int width, int depth, int selects) {}

    /**
     * Returns a size.
     *
     * @param word tiny, small, medium or large
     * @return its parameters
     */
    public static PoleSize of(String word) {
        return switch (word) {
            case "tiny" ->
                new PoleSize(
                        word,
                        new Flat(30, 20, 10, 20),
                        new Lists(4, 2, 3),
                        new Hierarchy(20, 10),
                        new Complex(2, 5, 10));
            case "small" ->
                new PoleSize(
                        word,
                        new Flat(30_000, 3_000, 3_000, 10_000),
                        new Lists(50, 30, 4),
                        new Hierarchy(3_000, 100),
                        new Complex(5, 6, 500));
            case "medium" ->
                new PoleSize(
                        word,
                        new Flat(100_000, 3_000, 3_000, 10_000),
                        new Lists(50, 15, 4),
                        new Hierarchy(10_000, 100),
                        new Complex(6, 6, 500));
            case "large" ->
                new PoleSize(
                        word,
                        new Flat(300_000, 3_000, 3_000, 10_000),
                        new Lists(50, 1, 4),
                        new Hierarchy(30_000, 100),
                        new Complex(7, 6, 500));
            default -> throw new SpecException("--size: found '" + word + "', expected tiny, small, medium or large");
        };
    }
}
