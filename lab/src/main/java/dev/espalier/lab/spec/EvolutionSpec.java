package dev.espalier.lab.spec;

/**
 * One run of the pack {@code evolution}.
 *
 * @param target where: the name of an engine, or a JDBC URL without a password
 * @param classes how many classes change
 * @param objects of each class
 * @param repeats how often each change is made, by the library and by hand in turn
 * @param writers threads that change objects beside one of the changes; the first half with the former model
 */
public record EvolutionSpec(String target, int classes, int objects, int repeats, int writers) {

    private static final int MOST_CLASSES = 100;
    private static final int MOST_OBJECTS = 10_000_000;
    private static final int MOST_REPEATS = 9;
    private static final int MOST_WRITERS = 100;

    /** Checks the ranges. */
    public EvolutionSpec {
        Ranges.check("--classes", classes, 2, MOST_CLASSES);
        Ranges.check("--objects", objects, 1, MOST_OBJECTS);
        Ranges.check("--repeats", repeats, 1, MOST_REPEATS);
        Ranges.check("--writers", writers, 0, MOST_WRITERS);
    }
}
