package dev.espalier.write;

import dev.espalier.error.EspalierException;
import dev.espalier.error.StoreException;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Session;
import dev.espalier.model.Attribute;
import dev.espalier.model.EmbeddedAttribute;
import dev.espalier.model.ReferenceAttribute;
import dev.espalier.model.ValueAttribute;
import dev.espalier.schema.ClassTable;
import dev.espalier.schema.Schema;
import dev.espalier.schema.Slot;
import dev.espalier.sql.Expression.Bind;
import dev.espalier.sql.Operator;
import dev.espalier.sql.Predicate;
import dev.espalier.sql.Select;
import dev.espalier.sql.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Finds out which object's unique value another one has already: after the engine has refused it, for the engines say the value at most.
 * For one thread.
 */
public final class Uniqueness {

    /** So many values are looked for, one after the other; then the engine's own words must do. */
    private static final int MOST_LOOKED_FOR = 10_000;

    private final Schema schema;
    private final ConnectionSource source;

    public Uniqueness(Schema schema, ConnectionSource source) {
        this.schema = schema;
        this.source = source;
    }

    /** A value that one of the objects was to have. */
    private record Value(ClassTable table, String field, int at, int width, Object[] row, boolean isNew) {

        List<Object> key() {
            List<Object> key = new ArrayList<>(List.of(table.table().name(), at));
            for (int i = at; i < at + width; i++) {
                key.add(row[i]);
            }
            return key;
        }

        StoreException takenBy(String holder, EspalierException cause) {
            String owner = isNew ? "a new " + table.type() : table.type() + " " + row[ClassTable.ID];
            return new StoreException("not-unique", owner + "." + field + ": found " + (row[at] instanceof String text ? "'" + text + "'" : row[at])
                    + ", which " + holder + " has already; the field is unique", cause);
        }
    }

    /** The same failure in the model's words, if the writes have met a unique value; else the failure itself. */
    public EspalierException named(EspalierException failure, List<Write> writes) {
        if (!failure.code().equals("duplicate")) {
            return failure;
        }
        List<Value> values = new ArrayList<>();
        writes.forEach(write -> {
            if (write instanceof WriteSet set) {
                gather(set, values::add);
            }
        });
        Map<List<Object>, Value> first = new HashMap<>();
        for (Value value : values) {
            Value other = first.putIfAbsent(value.key(), value);
            if (other != null && !other.row()[ClassTable.ID].equals(value.row()[ClassTable.ID])) {
                return value.takenBy(other.isNew() ? "another new " + other.table().type() + " of the same call" : other.table().type() + " "
                        + other.row()[ClassTable.ID], failure);
            }
        }
        try (Session session = source.session()) {
            for (Value value : values.subList(0, Math.min(values.size(), MOST_LOOKED_FOR))) {
                long holder = holder(session, value);
                if (holder != 0) {
                    return value.takenBy(value.table().type() + " " + holder, failure);
                }
            }
        } catch (EspalierException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    private void gather(WriteSet set, Consumer<Value> each) {
        for (WriteSet.Update update : set.updates()) {
            if (update.row() != null) {
                gather(update.table(), update.row(), false, each);
            }
        }
        for (ClassTable table : schema.classTables()) {
            set.inserts().getOrDefault(table.table(), List.of()).forEach(row -> gather(table, row, true, each));
        }
    }

    private static void gather(ClassTable table, Object[] row, boolean isNew, Consumer<Value> each) {
        table.fields().forEach(field -> gather(table, field.attribute().name(), field.attribute(), field.slot(), row, isNew, each));
    }

    private static void gather(ClassTable table, String name, Attribute attribute, Slot slot, Object[] row, boolean isNew, Consumer<Value> each) {
        if (attribute instanceof EmbeddedAttribute embedded) {
            List<Slot> slots = ((Slot.EmbeddedSlot) slot).components();
            for (int i = 0; i < slots.size(); i++) {
                Attribute component = embedded.type().components().get(i);
                gather(table, name + "." + component.name(), component, slots.get(i), row, isNew, each);
            }
        } else if (row[slot.at()] != null
                && (attribute instanceof ValueAttribute value && value.unique() || attribute instanceof ReferenceAttribute reference && reference.unique())) {
            int width = slot instanceof Slot.ValueSlot value ? value.type().comparedParts() : 1;
            each.accept(new Value(table, name, slot.at(), width, row, isNew));
        }
    }

    private static long holder(Session session, Value value) {
        Source table = new Source(value.table().table(), "t");
        Predicate same = new Predicate.Compare(table.column(ClassTable.ID), Operator.NOT_EQUAL,
                new Bind(value.table().table().columns().get(ClassTable.ID).type(), value.row()[ClassTable.ID]));
        for (int i = value.at(); i < value.at() + value.width(); i++) {
            same = Predicate.and(same, new Predicate.Compare(table.column(i), Operator.EQUAL,
                    new Bind(value.table().table().columns().get(i).type(), value.row()[i])));
        }
        return session.queryLong(session.dialect().render(Select.of(table, table.column(ClassTable.ID)).where(same)));
    }
}
