package dev.espalier.internal.write;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.ReferenceAttribute;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.rql.Literals;
import dev.espalier.internal.rql.Rql;
import dev.espalier.internal.schema.ClassTable;
import dev.espalier.internal.schema.Column;
import dev.espalier.internal.schema.Slot;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A field that carries {@code @Unique}, of a class or of a record in it.
 *
 * @param table the class's table
 * @param attribute the class's own field: itself, or the one with the record
 * @param path its name from the class on, such as {@code card} or {@code address.street}
 * @param at the place of its first column
 * @param width how many columns are compared
 * @param type of its values; null for a reference
 */
record UniqueField(
        ClassTable table,
        Attribute attribute,
        String path,
        int at,
        int width,
        @Nullable ValueType type) {

    UniqueField {
        requireNonNull(table);
        requireNonNull(attribute);
        requireNonNull(path);
    }

    /** Those of one class. */
    static List<UniqueField> of(ClassTable table) {
        List<UniqueField> found = new ArrayList<>();
        table.fields()
                .forEach(field -> find(
                        table,
                        field.attribute(),
                        field.attribute().name(),
                        field.attribute(),
                        field.slot(),
                        found::add));
        return found;
    }

    private static void find(
            ClassTable table, Attribute top, String path, Attribute attribute, Slot slot, Consumer<UniqueField> found) {
        if (attribute instanceof EmbeddedAttribute embedded) {
            List<Slot> slots = ((Slot.EmbeddedSlot) slot).components();
            for (int i = 0; i < slots.size(); i++) {
                Attribute component = embedded.type().components().get(i);
                find(table, top, path + "." + component.name(), component, slots.get(i), found);
            }
        } else if (attribute instanceof ValueAttribute value && value.unique()) {
            found.accept(
                    new UniqueField(table, top, path, slot.at(), value.type().comparedParts(), value.type()));
        } else if (attribute instanceof ReferenceAttribute reference && reference.unique()) {
            found.accept(new UniqueField(table, top, path, slot.at(), 1, null));
        }
    }

    /** The columns that are compared. */
    List<Column> columns() {
        return table.table().columns().subList(at, at + width);
    }

    /**
     * Whether an object that has this value gives it up.
     *
     * @param update what the object is going to be; null if it is deleted
     */
    boolean isGivenUp(List<Object> key, WriteSet.@Nullable Update update) {
        return update == null
                || !RowEncoder.isLeftOut(table.type(), attribute, update.notLoaded())
                        && !key.equals(key(requireNonNull(update.row())));
    }

    /** The value of the field in a row. Two values are equal if the engines take them for equal. Null if any number of rows may have it. */
    @Nullable
    List<Object> key(Object[] row) {
        List<Object> key = new ArrayList<>(width);
        for (int i = at; i < at + width; i++) {
            if (row[i] == null) {
                return null;
            }
            key.add(comparable(row[i]));
        }
        return key;
    }

    /** The value of a row as a query spells it; the id of an object that is referred to. */
    String text(Object[] row) {
        return Rql.print(Literals.of(type == null ? row[at] : type.decode(row, at)));
    }

    private static Object comparable(Object value) {
        return value instanceof BigDecimal number
                ? number.stripTrailingZeros()
                : value instanceof byte[] bytes
                        ? ByteBuffer.wrap(bytes)
                        : value instanceof Double number ? (Object) (number + 0.0) : value;
    }
}
