package dev.espalier.internal.schema;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.EmbeddedType;
import java.util.List;

/** Says in the model's words what an index leads to: {@code Order.due}, {@code Order.lines (backwards)}. */
public final class IndexedPlace {

    private IndexedPlace() {}

    /** The class and the field; {@code backwards} if the index leads from an object to those that refer to it. */
    public static String of(Schema schema, Index index) {
        int column = index.table().columns().indexOf(index.columns().get(0));
        for (ClassTable table : schema.classTables()) {
            if (table.table().name().equals(index.table().name())) {
                for (ClassTable.Field field : table.fields()) {
                    if (isIn(field.slot(), column)) {
                        return place(table.type() + "." + field.attribute().name(), field.slot(), column);
                    }
                }
            }
        }
        LinkTable link = schema.linkTables().stream()
                .filter(table -> table.table().name().equals(index.table().name()))
                .findFirst()
                .orElseThrow();
        String collection =
                link.attribute().declaringClass() + "." + link.attribute().name();
        return link.key() != null && isIn(link.key(), column)
                ? place(collection + ".key", link.key(), column)
                : place(collection, link.element(), column);
    }

    private static String place(String path, Slot slot, int column) {
        if (slot instanceof Slot.EmbeddedSlot embedded) {
            EmbeddedType type = embedded.type();
            List<Slot> components = embedded.components();
            for (int i = 0; i < components.size(); i++) {
                if (isIn(components.get(i), column)) {
                    Attribute component = type.components().get(i);
                    return place(path + "." + component.name(), components.get(i), column);
                }
            }
        }
        return slot instanceof Slot.ReferenceSlot ? path + " (backwards)" : path;
    }

    private static boolean isIn(Slot slot, int column) {
        return slot.at() <= column && column < slot.at() + slot.width();
    }
}
