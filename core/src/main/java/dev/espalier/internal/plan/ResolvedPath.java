package dev.espalier.internal.plan;

import dev.espalier.internal.model.PersistentClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A path with its names resolved.
 *
 * @param steps lead to the row of the slots
 * @param slot the field of that row; the id if the path ends at the objects themselves
 * @param owners the number of steps to the owners of the collection at the end of the path; -1 if it does not end in one
 * @param atObjects whether the slot is an id that stands for the objects themselves, and was not named in the query
 */
record ResolvedPath(List<Step> steps, FieldRef slot, int owners, boolean atObjects) {

    ResolvedPath {
        steps = List.copyOf(steps);
        Objects.requireNonNull(slot);
    }

    /** Returns this path with the type of a sum. */
    ResolvedPath summed() {
        return new ResolvedPath(steps, slot.summed(), owners, atObjects);
    }

    /** Returns whether the path reaches at most one slot. */
    boolean isSingle() {
        return steps.stream().allMatch(Step.Follow.class::isInstance);
    }

    boolean repeats() {
        return steps.stream().anyMatch(Step.Repeated.class::isInstance);
    }

    /** Returns the condition that one of the slots fulfils a condition. */
    Condition some(Condition condition) {
        return Condition.some(steps, condition);
    }

    /** Returns the condition that one of the slots does not fulfil a condition. The slot may be empty. */
    Condition someNot(Condition condition) {
        return some(Condition.and(Condition.reached(slot), Condition.not(condition)));
    }

    Condition some(Condition condition, boolean negated) {
        return negated ? someNot(condition) : some(condition);
    }

    /** Returns the class of the objects at the end; null for plain values. */
    @Nullable
    PersistentClass objects() {
        return slot.content() instanceof FieldRef.Content.Reference reference
                ? reference.target()
                : slot.content() instanceof FieldRef.Content.Id id ? id.type() : null;
    }

    /** Returns the steps to the objects themselves. */
    List<Step> stepsToObjects(PersistentClass type) {
        if (slot.content() instanceof FieldRef.Content.Id) {
            return steps;
        }
        List<Step> all = new ArrayList<>(steps);
        all.add(new Step.Follow(slot, type));
        return all;
    }
}
