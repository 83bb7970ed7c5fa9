package dev.espalier.plan;

import dev.espalier.model.PersistentClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Where a path leads.
 *
 * @param steps to the row of the slots it reaches
 * @param slot in that row; the id where the objects themselves are reached and no field that holds them
 * @param owners how many of the steps lead to the owners of the collection in which the path ends; -1 where it does not end in one
 * @param atObjects whether the slot is an id that stands for the objects themselves and was not asked for by name
 */
record ResolvedPath(List<Step> steps, FieldRef slot, int owners, boolean atObjects) {

    ResolvedPath {
        steps = List.copyOf(steps);
        Objects.requireNonNull(slot);
    }

    /** The same, of whose values a sum is made. */
    ResolvedPath summed() {
        return new ResolvedPath(steps, slot.summed(), owners, atObjects);
    }

    /** Whether it reaches one slot at most. */
    boolean isSingle() {
        return steps.stream().allMatch(Step.Follow.class::isInstance);
    }

    boolean repeats() {
        return steps.stream().anyMatch(Step.Repeated.class::isInstance);
    }

    /** One of the slots fulfils this. */
    Condition some(Condition condition) {
        return Condition.some(steps, condition);
    }

    /** One of the slots, which need not be empty, does not fulfil this. */
    Condition someNot(Condition condition) {
        return some(Condition.and(Condition.reached(slot), Condition.not(condition)));
    }

    Condition some(Condition condition, boolean negated) {
        return negated ? someNot(condition) : some(condition);
    }

    /** The class of the objects it reaches; null where it reaches values. */
    PersistentClass objects() {
        return slot.content() instanceof FieldRef.Content.Reference reference ? reference.target()
                : slot.content() instanceof FieldRef.Content.Id id ? id.type()
                : null;
    }

    /** The steps to the objects themselves. */
    List<Step> stepsToObjects(PersistentClass type) {
        if (slot.content() instanceof FieldRef.Content.Id) {
            return steps;
        }
        List<Step> all = new ArrayList<>(steps);
        all.add(new Step.Follow(slot, type));
        return all;
    }
}
