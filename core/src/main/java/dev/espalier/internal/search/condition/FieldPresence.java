package dev.espalier.internal.search.condition;

import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.sql.Predicate;
import java.util.List;

/** Builds the condition that a row has a value of a field, and the records around it. */
record FieldPresence(SqlRow row) {

    /** Returns the predicate that the field is there and has no value. */
    Predicate missing(FieldRef field) {
        if (field.content() instanceof FieldRef.Content.Id) {
            return Predicates.FALSE;
        }
        List<Slot> slots = row.slots(field);
        return slots.isEmpty() ? Predicates.FALSE : new Predicate.IsNull(row.witness(slots.get(slots.size() - 1)));
    }

    /** Returns the predicate that the field is there: none of the records around it is missing. */
    Predicate reached(FieldRef field) {
        if (field.content() instanceof FieldRef.Content.Id) {
            return Predicates.TRUE;
        }
        List<Slot> slots = row.slots(field);
        if (slots.isEmpty()) {
            return Predicates.FALSE;
        }
        return Predicates.and(slots.subList(0, slots.size() - 1).stream()
                .map(around -> Predicates.notNull(row.witness(around)))
                .toList());
    }
}
