package dev.espalier.bench.poleposition;

import dev.espalier.lab.spec.SpecException;

/**
 * The parameters of the circuits, as in {@code Circuits.properties} of PolePosition.
 *
 * @param word small, medium, large: its first, second and third column; or tiny: a size for tests
 * @param flatObjects objects of FlatObject
 * @param flatSelects queries of each lap of FlatObject
 * @param flatUpdates objects that FlatObject updates and deletes
 * @param commitInterval objects that FlatObject writes in one transaction
 * @param listWidth members of each list of NestedLists
 * @param listReuse members that are nodes made before
 * @param listDepth levels of NestedLists
 * @param hierarchyObjects objects of InheritanceHierarchy
 * @param hierarchySelects queries of InheritanceHierarchy
 * @param complexWidth children of each node of Complex
 * @param complexDepth levels of Complex
 * @param complexSelects queries of Complex
 */
public record PoleSize(String word, int flatObjects, int flatSelects, int flatUpdates, int commitInterval, int listWidth, int listReuse, int listDepth,
                       int hierarchyObjects, int hierarchySelects, int complexWidth, int complexDepth, int complexSelects) {

    /**
     * Returns a size.
     *
     * @param word tiny, small, medium or large
     * @return its parameters
     */
    public static PoleSize of(String word) {
        return switch (word) {
            case "tiny" -> new PoleSize(word, 30, 20, 10, 20, 4, 2, 3, 20, 10, 2, 5, 10);
            case "small" -> new PoleSize(word, 30_000, 3_000, 3_000, 10_000, 50, 30, 4, 3_000, 100, 5, 6, 500);
            case "medium" -> new PoleSize(word, 100_000, 3_000, 3_000, 10_000, 50, 15, 4, 10_000, 100, 6, 6, 500);
            case "large" -> new PoleSize(word, 300_000, 3_000, 3_000, 10_000, 50, 1, 4, 30_000, 100, 7, 6, 500);
            default -> throw new SpecException("--size: found '" + word + "', expected tiny, small, medium or large");
        };
    }
}
