package dev.espalier.internal.write;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.ColumnType;
import dev.espalier.internal.model.Container;
import dev.espalier.internal.model.Containers;
import dev.espalier.internal.model.IdAccess;
import dev.espalier.internal.schema.LinkTable;
import dev.espalier.internal.schema.Slot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Members of a set, or keys of a map, that are two in the program and would be one after loading:
 *
 * <ul>
 *   <li>0.0 and -0.0 are equal in SQL, and most engines keep no sign of zero;
 *   <li>an identity set, a set with a comparator of its own, or a member that was changed in its set: their rows are equal, or the set that is loaded, which has
 *       no comparator, says that they are.
 * </ul>
 */
final class EqualMembers {

    private static final Object NEVER_EQUAL = new Object();

    private EqualMembers() {}

    /** @throws IllegalArgumentException if two members of the set, or two keys of the map, would be one after loading */
    static void refuse(LinkTable link, Object container) {
        Slot slot = distinct(link);
        if (slot == null || hasArrays(slot)) {
            return;
        }
        boolean isTrusted = DistinctMembers.areIn(container);
        boolean hasOnlyValues = isTrusted && slot.references().isEmpty() && !canChange(slot);
        if (hasOnlyValues && !hasFloats(slot)
                || isTrusted && !hasOnlyValues && !canChange(slot) && !mayHaveEqualRows(link, slot, container)) {
            return;
        }
        boolean isKey = slot == link.key();
        Map<@Nullable Object, @Nullable Object> members = new HashMap<>();
        link.attribute().containers().forEach(container, (position, key, element) -> {
            Object member = isKey ? key : element;
            if (hasOnlyValues && !hasZero(slot, member)) {
                return;
            }
            Object stored = stored(slot, member);
            if (stored != NEVER_EQUAL) {
                if (members.containsKey(stored)) {
                    throw twice(container, members.get(stored), member, isKey, hasZero(slot, member));
                }
                members.put(stored, member);
            }
        });
        if (!isTrusted) {
            refuseLoaded(link.attribute().containers(), container, isKey);
        }
    }

    private static IllegalArgumentException twice(
            Object container, @Nullable Object one, @Nullable Object other, boolean isKey, boolean hasZero) {
        String both = "both " + one + " and " + other + (isKey ? " as keys" : "");
        return new IllegalArgumentException(
                hasZero && one != null && !one.equals(other)
                        ? both + ", which differ by the sign of zero and are equal in a database; expected one of them"
                        : both + " in a " + container.getClass().getName()
                                + ", of which one would be lost, because they are equal after loading; expected one of them");
    }

    /** Where that is kept which occurs once in the collection; null if everything may occur twice. */
    private static @Nullable Slot distinct(LinkTable link) {
        if (link.key() != null) {
            return link.key();
        }
        Container container = link.attribute().container();
        return container == Container.SET || container == Container.SORTED_SET ? link.element() : null;
    }

    /** Arrays of bytes are equal only to themselves in Java, so that records with them may occur twice. */
    private static boolean hasArrays(Slot slot) {
        return slot instanceof Slot.EmbeddedSlot embedded
                ? embedded.components().stream().anyMatch(EqualMembers::hasArrays)
                : slot instanceof Slot.ValueSlot value
                        && value.type().parts().get(0).type() == ColumnType.BINARY;
    }

    /** Whether it has a value that can be changed in its set. */
    private static boolean canChange(Slot slot) {
        return slot instanceof Slot.EmbeddedSlot embedded
                ? embedded.components().stream().anyMatch(EqualMembers::canChange)
                : slot instanceof Slot.ValueSlot value
                        && java.util.Date.class.isAssignableFrom(value.type().javaClass());
    }

    /** Whether two members may have equal rows: an ordinary set may hold two Java objects that stand for one object. */
    private static boolean mayHaveEqualRows(LinkTable link, Slot slot, Object container) {
        boolean isKey = slot == link.key();
        Hashes hashes = new Hashes(link.attribute().containers().size(container));
        link.attribute()
                .containers()
                .forEach(container, (position, key, element) -> hashes.add(hash(slot, isKey ? key : element)));
        return hashes.hasTwice();
    }

    /** Hash codes in a table without objects, of which a large set takes a part of the time of a {@code HashSet}. */
    private static final class Hashes {

        private static final long GOLDEN = 0x9E3779B97F4A7C15L;
        private static final int MOST = 1 << 28;

        /** Zero is an empty place. */
        private final long[] table;

        private final int shift;
        private int free;
        private boolean hasTwice;
        private boolean hasZero;

        /** @param size how many may come; more are taken for equal ones */
        Hashes(int size) {
            table = new long[Integer.highestOneBit(Math.max(1, Math.min(size, MOST))) << 2];
            shift = Long.numberOfLeadingZeros(table.length) + 1;
            free = table.length - 1;
        }

        void add(long hash) {
            if (hash == 0) {
                hasTwice |= hasZero;
                hasZero = true;
            } else if (!hasTwice) {
                int at = (int) (hash * GOLDEN >>> shift);
                while (table[at] != 0 && table[at] != hash) {
                    at = at + 1 & table.length - 1;
                }
                hasTwice = table[at] == hash || --free == 0;
                table[at] = hash;
            }
        }

        boolean hasTwice() {
            return hasTwice;
        }
    }

    private static long hash(Slot slot, @Nullable Object value) {
        if (value == null) {
            return 0;
        }
        if (slot instanceof Slot.ReferenceSlot reference) {
            long id = idOf(reference, value);
            return id != 0 ? id : Integer.MIN_VALUE - (long) System.identityHashCode(value);
        }
        if (slot instanceof Slot.EmbeddedSlot embedded) {
            long hash = 1;
            if (embedded.type().isInstance(value)) {
                List<Attribute> components = embedded.type().components();
                for (int i = 0; i < components.size(); i++) {
                    hash = hash * 0x9E3779B97F4A7C15L
                            + hash(
                                    embedded.components().get(i),
                                    components.get(i).access().get(value));
                }
            }
            return hash;
        }
        return isFloat(slot) && value instanceof Number number
                ? Double.hashCode(number.doubleValue() + 0.0)
                : value.hashCode();
    }

    private static boolean hasFloats(Slot slot) {
        return slot instanceof Slot.EmbeddedSlot embedded
                ? embedded.components().stream().anyMatch(EqualMembers::hasFloats)
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

    /** Equal for two members exactly if their rows are equal, but for signs of zeros. */
    private static @Nullable Object stored(Slot slot, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        if (slot instanceof Slot.ReferenceSlot reference) {
            return new Same(value, idOf(reference, value));
        }
        return slot instanceof Slot.EmbeddedSlot embedded
                ? storedRecord(embedded, value)
                : storedValue((Slot.ValueSlot) slot, value);
    }

    private static Object storedRecord(Slot.EmbeddedSlot slot, Object value) {
        // one of another class is refused when its row is made
        if (!slot.type().isInstance(value)) {
            return NEVER_EQUAL;
        }
        List<Attribute> components = slot.type().components();
        List<@Nullable Object> all = new ArrayList<>(components.size());
        for (int i = 0; i < components.size(); i++) {
            Object component =
                    stored(slot.components().get(i), components.get(i).access().get(value));
            if (component == NEVER_EQUAL) {
                return NEVER_EQUAL;
            }
            all.add(component);
        }
        return all;
    }

    private static Object storedValue(Slot.ValueSlot slot, Object value) {
        if (!slot.type().isInstance(value)) {
            return NEVER_EQUAL;
        }
        if (isFloat(slot)) {
            return ((Number) value).doubleValue() + 0.0;
        }
        @Nullable Object[] columns = new Object[slot.width()];
        try {
            slot.type().encode(value, columns, 0);
        } catch (IllegalArgumentException e) {
            return NEVER_EQUAL; // is refused when its row is made
        }
        return Arrays.asList(columns);
    }

    private static long idOf(Slot.ReferenceSlot slot, Object object) {
        IdAccess id = slot.target().id();
        return id == null || !slot.target().isInstance(object) ? 0 : id.get(object);
    }

    /** Fills a collection as loading does, and compares the sizes. */
    private static void refuseLoaded(Containers containers, Object container, boolean isKey) {
        Containers.Members members = containers.members(container);
        if (loaded(containers, members, 0, members.elements().length) == members.elements().length) {
            return;
        }
        Object[] distinct = isKey && members.keys() != null ? members.keys() : members.elements();
        for (int i = 1; i < distinct.length; i++) {
            if (loaded(containers, members, 0, i + 1) == i) {
                for (int j = 0; j < i; j++) {
                    if (loaded(containers, pair(members, j, i), 0, 2) == 1) {
                        throw twice(container, distinct[j], distinct[i], isKey, false);
                    }
                }
            }
        }
    }

    private static Containers.Members pair(Containers.Members members, int one, int other) {
        Object[] keys = members.keys();
        Object[] elements = members.elements();
        return new Containers.Members(
                keys == null ? null : new Object[] {keys[one], keys[other]},
                new Object[] {elements[one], elements[other]});
    }

    /** How many members a new collection has that is filled with them; as many as they are if one cannot be filled, which loading reports. */
    private static int loaded(Containers containers, Containers.Members members, int from, int to) {
        try {
            Object container = containers.create(to - from);
            containers.fill(container, members.keys(), members.elements(), from, to);
            return containers.size(container);
        } catch (RuntimeException e) {
            return to - from;
        }
    }

    /** An object of the model, whatever its {@code equals} says: the one with that id, or that very one if it has none yet. */
    private static final class Same {
        private final Object object;
        private final long id;

        Same(Object object, long id) {
            this.object = object;
            this.id = id;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Same same && (same.object == object || id != 0 && same.id == id);
        }

        @Override
        public int hashCode() {
            return id != 0 ? Long.hashCode(id) : System.identityHashCode(object);
        }
    }
}
