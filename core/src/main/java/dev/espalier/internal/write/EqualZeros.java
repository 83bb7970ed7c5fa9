package dev.espalier.internal.write;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.Container;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Slot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * 0.0 and -0.0 are two members of a set, or two keys of a map, in Java. In SQL they are equal, and most engines keep no sign of zero: they would come back
 * as one member.
 */
final class EqualZeros {

    private EqualZeros() {}

    /** @throws IllegalArgumentException if two members of the set, or two keys of the map, differ only by the sign of a zero */
    static void refuse(LinkTable link, Object container) {
        Slot slot = distinct(link);
        if (slot == null || !hasFloats(slot)) {
            return;
        }
        boolean isKey = slot == link.key();
        Map<Object, Object> members = new HashMap<>();
        link.attribute().containers().forEach(container, (position, key, element) -> {
            Object member = isKey ? key : element;
            if (member != null && hasZero(slot, member)) {
                Object other = members.putIfAbsent(withoutSign(slot, member), member);
                if (other != null) {
                    throw new IllegalArgumentException("both " + other + " and " + member + (isKey ? " as keys" : "")
                            + ", which differ by the sign of zero and are equal in a database; expected one of them");
                }
            }
        });
    }

    /** Where that is kept which occurs once in the collection; null if everything may occur twice. */
    private static @Nullable Slot distinct(LinkTable link) {
        if (link.key() != null) {
            return link.key();
        }
        Container container = link.attribute().container();
        return container == Container.SET || container == Container.SORTED_SET ? link.element() : null;
    }

    private static boolean hasFloats(Slot slot) {
        return slot instanceof Slot.EmbeddedSlot embedded
                ? embedded.components().stream().anyMatch(EqualZeros::hasFloats)
                : isFloat(slot);
    }

    private static boolean isFloat(Slot slot) {
        return slot instanceof Slot.ValueSlot value
                && value.type().parts().get(0).type() == ColumnType.DOUBLE;
    }

    private static boolean hasZero(Slot slot, @Nullable Object value) {
        if (slot instanceof Slot.EmbeddedSlot embedded) {
            // one of another class is refused when its row is made
            if (value == null || !embedded.type().isInstance(value)) {
                return false;
            }
            List<Attribute> components = embedded.type().components();
            for (int i = 0; i < components.size(); i++) {
                if (hasZero(
                        embedded.components().get(i), components.get(i).access().get(value))) {
                    return true;
                }
            }
            return false;
        }
        return isFloat(slot) && value instanceof Number number && number.doubleValue() == 0;
    }

    /** Equal for two members exactly if they differ at most by signs of zeros. */
    private static @Nullable Object withoutSign(Slot slot, @Nullable Object value) {
        if (slot instanceof Slot.EmbeddedSlot embedded) {
            if (value == null || !embedded.type().isInstance(value)) {
                return null;
            }
            List<@Nullable Object> all = new ArrayList<>();
            List<Attribute> components = embedded.type().components();
            for (int i = 0; i < components.size(); i++) {
                all.add(withoutSign(
                        embedded.components().get(i), components.get(i).access().get(value)));
            }
            return all;
        }
        if (slot instanceof Slot.ReferenceSlot) {
            return value == null ? null : new Same(value);
        }
        return isFloat(slot) && value instanceof Number number ? (Object) (number.doubleValue() + 0.0) : value;
    }

    /** An object of the model, whatever its {@code equals} says. */
    private static final class Same {
        private final Object object;

        Same(Object object) {
            this.object = object;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Same same && same.object == object;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }
    }
}
