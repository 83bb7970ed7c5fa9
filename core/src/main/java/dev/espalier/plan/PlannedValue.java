package dev.espalier.plan;

import dev.espalier.model.PersistentClass;
import java.util.List;
import java.util.Objects;

/**
 * A value of an object: what a path reaches, or an aggregate of it.
 *
 * @param text the expression
 * @param type the class of the objects
 * @param aggregation null for a path that reaches one slot at most
 * @param condition a condition on the row of a slot
 */
public record PlannedValue(String text, PersistentClass type, Condition.Aggregation aggregation, List<Step> steps, Condition condition, FieldRef slot) {

    public PlannedValue {
        Objects.requireNonNull(text);
        Objects.requireNonNull(type);
        steps = List.copyOf(steps);
        Objects.requireNonNull(condition);
        Objects.requireNonNull(slot);
    }
}
