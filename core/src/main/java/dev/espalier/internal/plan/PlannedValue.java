package dev.espalier.internal.plan;

import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.plan.Condition.Aggregation;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A value of an object: what a path reaches, or an aggregate of it.
 *
 * @param text the expression
 * @param type the class of the objects
 * @param aggregation null for a path that reaches one slot at most
 * @param condition a condition on the row of a slot
 */
public record PlannedValue(
        String text,
        PersistentClass type,
        @Nullable Aggregation aggregation,
        List<Step> steps,
        Condition condition,
        FieldRef slot)
        implements ObjectValue {

    public PlannedValue {
        Objects.requireNonNull(text);
        Objects.requireNonNull(type);
        steps = List.copyOf(steps);
        Objects.requireNonNull(condition);
        Objects.requireNonNull(slot);
    }

    /**
     * Whether the value may depend on an attribute of other objects. A condition counts as reading every attribute whose name is in the text.
     *
     * @param owner a class of the same model that has the attribute
     */
    public boolean mayReadOfOthers(PersistentClass owner, String attribute) {
        if (steps.isEmpty()) {
            return false;
        }
        boolean isSlot = slot.row() instanceof FieldRef.Row.Objects objects
                && (objects.type().isSubclassOf(owner) || owner.isSubclassOf(objects.type()))
                && !slot.chain().isEmpty()
                && slot.chain().get(0).name().equals(attribute);
        return isSlot
                || !condition.equals(Condition.ALWAYS)
                        && Pattern.compile("\\b" + Pattern.quote(attribute) + "\\b")
                                .matcher(text)
                                .find();
    }
}
