package dev.espalier.internal.graph;

import dev.espalier.internal.model.PersistentClass;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Detects reference chains: objects of one class, each of which refers to the next one, as in a linked list. One statement then loads the rest of
 * the chain. For one result, by one thread.
 */
final class ReferenceChains {

    /** The number of levels from which on a chain is loaded at once; docs/measurements/reference-chains.md has the figures. */
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
        PersistentClass only = classes.get(0).type;
        for (ClassLayout.Reference reference : classes.get(0).references) {
            List<PersistentClass> targets = reference.slot().target().concreteClasses();
            if (targets.size() == 1
                    && targets.get(0) == only
                    && relations.contains(reference.name())
                    && levels.merge(reference.name(), 1, Integer::sum) > LEVELS) {
                return Optional.of(reference);
            }
        }
        return Optional.empty();
    }

    /** Begins to count anew. Ways that lead to what is there already are not worth a statement: the levels that they are long are few. */
    void walked(ClassLayout.Reference reference, int objects, int newObjects) {
        levels.put(reference.name(), newObjects < objects / 2 ? Integer.MIN_VALUE : 0);
    }
}
