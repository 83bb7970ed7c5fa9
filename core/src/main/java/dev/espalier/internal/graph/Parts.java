package dev.espalier.internal.graph;

import static dev.espalier.error.ErrorCode.UNREADABLE_VALUE;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.ModelException;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.schema.Slot.EmbeddedSlot;
import dev.espalier.internal.schema.Slot.ReferenceSlot;
import dev.espalier.internal.schema.Slot.ValueSlot;
import org.jspecify.annotations.Nullable;

/**
 * An embedded record that refers to persistent objects and so cannot be constructed yet.
 *
 * @param values one for each component: a value, a {@code Long} for the id of an object, {@code Parts}, or null
 */
record Parts(EmbeddedSlot slot, Object[] values) {

    /** Takes references one after the other. */
    interface Visitor {

        /**
         * @param relation the field, for example {@code Order.buyer}
         * @param target the declared class of the object referred to
         * @param id never 0
         * @param state the path state behind this relation
         */
        void reference(String relation, PersistentClass target, long id, PathState state);
    }

    /** Whether the columns hold ids of objects. */
    static boolean hasReferences(Slot slot) {
        return slot instanceof ReferenceSlot
                || slot instanceof EmbeddedSlot embedded
                        && !embedded.references().isEmpty();
    }

    /** Whether one of those objects may be a record. */
    static boolean mayReferToRecords(Slot slot) {
        return slot instanceof ReferenceSlot reference
                        && reference.target().concreteClasses().stream().anyMatch(PersistentClass::isRecord)
                || slot instanceof EmbeddedSlot embedded
                        && embedded.components().stream().anyMatch(Parts::mayReferToRecords);
    }

    /**
     * What a row's columns hold: a value, a {@code Long} for the id of an object, an embedded record or its parts, or null.
     *
     * @param cells the row's columns, each at its place in the table
     * @param field where they belong, for an error
     * @param id the owner, for an error
     * @throws DatabaseException if the columns hold something that is no value of the field's type any more
     */
    static @Nullable Object decode(Slot slot, Object[] cells, String field, long id) {
        try {
            return decode(slot, cells);
        } catch (IllegalArgumentException e) {
            throw new DatabaseException(UNREADABLE_VALUE, field + " of object " + id + ": " + e.getMessage(), e);
        } catch (ModelException e) {
            throw Answer.failed(field + " of object " + id, e);
        }
    }

    private static @Nullable Object decode(Slot slot, Object[] cells) {
        if (slot instanceof ValueSlot value) {
            return value.type().decode(cells, value.at());
        }
        if (slot instanceof ReferenceSlot reference) {
            return cells[reference.at()];
        }
        EmbeddedSlot embedded = (EmbeddedSlot) slot;
        if (cells[embedded.witness()] == null) {
            return null;
        }
        Object[] values = new Object[embedded.components().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = decode(embedded.components().get(i), cells);
        }
        return hasReferences(slot)
                ? new Parts(embedded, values)
                : embedded.type().construct(values);
    }

    /** Visits the references that are followed from the state. */
    void follow(String relation, PathState state, Visitor visitor) {
        for (int i = 0; i < values.length; i++) {
            PathState next = values[i] == null
                    ? null
                    : state.next(slot.type().components().get(i));
            if (next != null && values[i] instanceof Parts nested) {
                nested.follow(relation, next, visitor);
            } else if (next != null && slot.components().get(i) instanceof ReferenceSlot reference) {
                visitor.reference(relation, reference.target(), (Long) values[i], next);
            }
        }
    }

    /** Takes ids that are referred to. */
    interface Targets {

        /** @param target the declared class of the object referred to */
        void accept(long id, PersistentClass target);
    }

    /** Visits all references. */
    void forEach(Targets targets) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] instanceof Parts nested) {
                nested.forEach(targets);
            } else if (values[i] != null && slot.components().get(i) instanceof ReferenceSlot reference) {
                targets.accept((Long) values[i], reference.target());
            }
        }
    }

    /**
     * The record, with the objects that its references lead to.
     *
     * @param field where it belongs, for an error
     * @param owner the object in whose field it stands, for an error
     * @param takesStandIns whether an object that bounds have left out is replaced by a stand-in; else by null
     */
    Object construct(Answer answer, String field, long owner, boolean takesStandIns) {
        Object[] resolved = new Object[values.length];
        boolean isWhole = true;
        for (int i = 0; i < values.length; i++) {
            if (values[i] instanceof Parts nested) {
                resolved[i] = nested.construct(answer, field, owner, takesStandIns);
            } else if (values[i] != null && slot.components().get(i) instanceof ReferenceSlot reference) {
                long id = (Long) values[i];
                resolved[i] = answer.object(id, reference.target(), field, owner);
                if (resolved[i] == null) {
                    isWhole = false;
                    resolved[i] = takesStandIns ? answer.standIn(id, reference.target()) : null;
                }
            } else {
                resolved[i] = values[i];
            }
        }
        try {
            return slot.type().construct(resolved);
        } catch (ModelException e) {
            throw isWhole ? Answer.failed(field + " of object " + owner, e) : Answer.refused(field, owner, e);
        }
    }
}
