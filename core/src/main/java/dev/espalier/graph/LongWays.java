package dev.espalier.graph;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Notices where an answer goes on from one object to the next of the same class, level after level, as it does along a linked list: then the rest
 * of the way is worth one statement of its own. For one answer, by one thread.
 */
final class LongWays {

    /** How many levels make a long way; docs/decisions/loading.md has what that costs and saves. */
    private static final int LEVELS = 8;
    /** How many objects of a level at most make a thin one. */
    private static final int ABREAST = 4;

    private final Map<String, Integer> levels = new HashMap<>();

    /**
     * The reference by which the objects are reached that are asked for next, if it has led to few for many levels.
     *
     * @param classes those that the objects can be of
     * @param relations what leads to them
     * @param count how many they are
     */
    Optional<ClassLayout.Reference> of(List<ClassLayout> classes, Set<String> relations, int count) {
        if (classes.size() != 1 || relations.size() != 1 || count > ABREAST) {
            return Optional.empty();
        }
        return classes.get(0).references.stream()
                .filter(reference -> relations.contains(reference.name()) && reference.slot().target().concreteClasses().equals(List.of(classes.get(0).type)))
                .filter(reference -> levels.merge(reference.name(), 1, Integer::sum) > LEVELS)
                .findFirst();
    }

    /** Begins to count anew. Ways that lead to what is there already are not worth a statement: the levels that they are long are few. */
    void walked(ClassLayout.Reference reference, int objects, int newObjects) {
        levels.put(reference.name(), newObjects < objects / 2 ? Integer.MIN_VALUE : 0);
    }
}
