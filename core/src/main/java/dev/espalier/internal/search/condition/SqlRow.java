package dev.espalier.internal.search.condition;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.plan.FieldRef;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Slot;
import dev.espalier.internal.sql.Expression;
import dev.espalier.internal.sql.Source;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row in a statement, with the columns of its fields. */
public sealed interface SqlRow {

    /** Returns the slot of a field's outermost part: the field, the record around it, or the member. Null if the row has none. */
    @Nullable
    Slot outermost(FieldRef field);

    /** Returns the column at an index of its table. */
    Expression column(int at);

    /** Returns the table of the row; null if only an id is there. */
    @Nullable
    Source source();

    /** A row of a class's table. */
    record OfObject(Source source, ClassTable table) implements SqlRow {

        @Override
        public @Nullable Slot outermost(FieldRef field) {
            Attribute attribute = table.type().attribute(field.chain().get(0).name());
            return attribute == null || attribute instanceof CollectionAttribute ? null : table.slot(attribute);
        }

        @Override
        public Expression column(int at) {
            return source.column(at);
        }
    }

    /** A row of a collection's table. */
    record OfMember(Source source, LinkTable table) implements SqlRow {

        @Override
        public @Nullable Slot outermost(FieldRef field) {
            return field.row() instanceof FieldRef.Row.Keys ? table.key() : table.element();
        }

        @Override
        public Expression column(int at) {
            return source.column(at);
        }
    }

    /** An object of which only the id is used, so that its table need not be read. */
    record OfId(Expression id) implements SqlRow {

        @Override
        public @Nullable Source source() {
            return null;
        }

        @Override
        public Slot outermost(FieldRef field) {
            throw new IllegalStateException(field + " is asked of a row that has only an id");
        }

        @Override
        public Expression column(int at) {
            if (at != ClassTable.ID) {
                throw new IllegalStateException("only the id is there");
            }
            return id;
        }
    }

    /** Returns the id of the row's object. */
    default Expression id() {
        return column(ClassTable.ID);
    }

    /** Returns the slots from the outermost record to the field itself; empty if the row has no such field. Not for ids. */
    default List<Slot> slots(FieldRef field) {
        List<Slot> slots = new ArrayList<>();
        Slot slot = outermost(field);
        if (slot == null) {
            return slots;
        }
        slots.add(slot);
        int first = this instanceof OfMember ? 0 : 1;
        for (Attribute component : field.chain().subList(first, field.chain().size())) {
            Slot.EmbeddedSlot embedded = (Slot.EmbeddedSlot) slot;
            slot = embedded.components()
                    .get(indexOf(component.name(), embedded.type().components()));
            slots.add(slot);
        }
        return slots;
    }

    private static int indexOf(String name, List<Attribute> components) {
        for (int i = 0; i < components.size(); i++) {
            if (components.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalStateException("no component " + name);
    }

    /** Returns the compared columns of a field, the most significant first; empty if the row has no such field. */
    default List<Expression> compared(FieldRef field) {
        if (field.content() instanceof FieldRef.Content.Id) {
            return List.of(id());
        }
        List<Slot> slots = slots(field);
        List<Expression> columns = new ArrayList<>();
        if (!slots.isEmpty()) {
            Slot slot = slots.get(slots.size() - 1);
            List<ColumnType> types = field.columnTypes();
            for (int i = 0; i < types.size(); i++) {
                columns.add(column(slot.at() + i));
            }
        }
        return columns;
    }

    /** Returns the column that is null if and only if the slot is empty. */
    default Expression witness(Slot slot) {
        return column(slot instanceof Slot.EmbeddedSlot embedded ? embedded.witness() : slot.at());
    }
}
