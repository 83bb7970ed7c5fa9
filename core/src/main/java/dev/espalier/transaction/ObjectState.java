package dev.espalier.transaction;

import dev.espalier.model.Attribute;
import dev.espalier.model.ObjectModel;
import dev.espalier.model.PersistentClass;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Date;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that the fields of one object hold, and the contents of its collections, maps and arrays, so that they can hold it again. Fields
 * that the model leaves out are kept too; final fields, and with them records, keep what they refer to anyway, and only its contents are
 * kept.
 */
final class ObjectState {

    private static final Logger LOG = LoggerFactory.getLogger(ObjectState.class);

    private final Object object;
    private final Object[] values;
    private final List<Contents> contents = new ArrayList<>(0);

    /** @param model whose objects have states of their own */
    ObjectState(Object object, ObjectModel model) {
        this.object = object;
        List<Slot> slots = SLOTS.get(object.getClass());
        this.values = new Object[slots.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = slots.get(i).get(object);
            Contents.of(values[i], model, contents::add);
        }
    }

    /** Brings the fields back and what has no order of its own: lists and arrays. */
    void restoreFields() {
        List<Slot> slots = SLOTS.get(object.getClass());
        for (int i = 0; i < values.length; i++) {
            slots.get(i).set(object, values[i]);
        }
        contents.stream().filter(content -> !content.isHashed()).forEach(ObjectState::restore);
    }

    /** Brings sets and maps back. To be called when all objects' fields are back: a member's place may depend on any of them. */
    void restoreHashed() {
        contents.stream().filter(Contents::isHashed).forEach(ObjectState::restore);
    }

    /** Brings back once more what others have emptied in being brought back: views of it. */
    void restoreViewed() {
        contents.stream().filter(content -> content.isHashed() && !isRestored(content)).forEach(ObjectState::restore);
    }

    /** The field of the model whose collection could not be made what it was. */
    Optional<Attribute> lost(PersistentClass type) {
        List<Slot> slots = SLOTS.get(object.getClass());
        return IntStream.range(0, values.length)
                .filter(i -> contents.stream().anyMatch(content -> content.container() == values[i] && !isRestored(content)))
                .mapToObj(i -> type.attribute(slots.get(i).name()))
                .filter(Objects::nonNull)
                .findFirst();
    }

    /** What cannot be changed has not been, or is a view of something that is brought back itself; else it is {@link #lost}. */
    private static void restore(Contents contents) {
        try {
            contents.restore();
        } catch (RuntimeException e) {
            LOG.debug("a collection cannot be brought back by itself", e);
        }
    }

    /** A view that its list has left behind holds nothing. */
    private static boolean isRestored(Contents contents) {
        try {
            return contents.isRestored();
        } catch (ConcurrentModificationException e) {
            return true;
        }
    }

    /** What a mutable value of a field holds. */
    private sealed interface Contents {

        /** The value itself. */
        Object container();

        void restore();

        boolean isRestored();

        default boolean isHashed() {
            return false;
        }

        /** Finds what there is in a field's value, and in its members; in that of an embedded record, in its components. */
        static void of(Object value, ObjectModel model, Consumer<Contents> found) {
            if (value instanceof Collection<?> collection) {
                Object[] members = members(collection);
                if (members != null) {
                    found.accept(new OfCollection(collection, members));
                    ofEach(members, model, found);
                }
            } else if (value instanceof Map<?, ?> map) {
                OfMap contents = new OfMap(map, map.keySet().toArray(), map.values().toArray());
                found.accept(contents);
                ofEach(contents.keys, model, found);
                ofEach(contents.values, model, found);
            } else if (value instanceof Date date) {
                found.accept(new OfDate(date, (Date) date.clone()));
            } else if (value instanceof Record && model.find(value.getClass()) == null) {
                SLOTS.get(value.getClass()).forEach(slot -> of(slot.get(value), model, found));
            } else if (value != null && value.getClass().isArray()) {
                Object copy = Array.newInstance(value.getClass().getComponentType(), Array.getLength(value));
                System.arraycopy(value, 0, copy, 0, Array.getLength(value));
                found.accept(new OfArray(value, copy));
                if (value instanceof Object[] members) {
                    ofEach(members, model, found);
                }
            }
        }

        private static void ofEach(Object[] members, ObjectModel model, Consumer<Contents> found) {
            for (Object member : members) {
                if (member instanceof Date || member instanceof Record || member instanceof byte[]) {
                    of(member, model, found);
                }
            }
        }

        /** Null for a view that its list has left behind: it holds nothing that could be kept. */
        private static Object[] members(Collection<?> collection) {
            try {
                return collection.toArray();
            } catch (ConcurrentModificationException e) {
                return null;
            }
        }
    }

    private record OfArray(Object container, Object copy) implements Contents {
        @Override
        public void restore() {
            System.arraycopy(copy, 0, container, 0, Array.getLength(copy));
        }

        @Override
        public boolean isRestored() {
            return true;
        }
    }

    private record OfDate(Date container, Date copy) implements Contents {
        @Override
        public void restore() {
            container.setTime(copy.getTime());
            if (container instanceof Timestamp timestamp) {
                timestamp.setNanos(((Timestamp) copy).getNanos());
            }
        }

        @Override
        public boolean isRestored() {
            return true;
        }
    }

    private record OfCollection(Collection<?> container, Object[] members) implements Contents {

        @Override
        public boolean isHashed() {
            return !(container instanceof List);
        }

        @Override
        public void restore() {
            if (!(container instanceof List<?> list && list.size() == members.length && isSet(list))) {
                replace();
            }
        }

        /** Whether its members could be replaced in their places, as those of a list of fixed size. */
        @SuppressWarnings("unchecked")
        private boolean isSet(List<?> list) {
            try {
                int i = 0;
                for (ListIterator<Object> at = ((List<Object>) list).listIterator(); at.hasNext(); i++) {
                    if (at.next() != members[i]) {
                        at.set(members[i]);
                    }
                }
                return true;
            } catch (UnsupportedOperationException e) {
                return false;
            }
        }

        @SuppressWarnings("unchecked")
        private void replace() {
            container.clear();
            for (Object member : members) {
                ((Collection<Object>) container).add(member);
            }
        }

        @Override
        public boolean isRestored() {
            Object[] now = container.toArray();
            return now.length == members.length
                    && (isHashed() ? areTheSame(now, members) : IntStream.range(0, now.length).allMatch(i -> now[i] == members[i]));
        }

        private static boolean areTheSame(Object[] some, Object[] others) {
            Map<Object, Integer> counts = new IdentityHashMap<>();
            for (Object one : some) {
                counts.merge(one, 1, Integer::sum);
            }
            for (Object other : others) {
                counts.merge(other, -1, Integer::sum);
            }
            return counts.values().stream().allMatch(count -> count == 0);
        }
    }

    private record OfMap(Map<?, ?> container, Object[] keys, Object[] values) implements Contents {

        @Override
        public boolean isHashed() {
            return true;
        }

        @Override
        @SuppressWarnings("unchecked")
        public void restore() {
            container.clear();
            for (int i = 0; i < keys.length; i++) {
                ((Map<Object, Object>) container).put(keys[i], values[i]);
            }
        }

        @Override
        public boolean isRestored() {
            Map<Object, Object> now = new IdentityHashMap<>(container);
            return now.size() == keys.length && IntStream.range(0, keys.length).allMatch(i -> now.containsKey(keys[i]) && now.get(keys[i]) == values[i]);
        }
    }

    /** A field. */
    private record Slot(String name, MethodHandle getter, MethodHandle setter) {

        Object get(Object owner) {
            try {
                return getter.invokeExact(owner);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        void set(Object owner, Object value) {
            if (setter != null) {
                try {
                    setter.invokeExact(owner, value);
                } catch (Throwable e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    private static final ClassValue<List<Slot>> SLOTS = new ClassValue<>() {
        @Override
        protected List<Slot> computeValue(Class<?> type) {
            List<Slot> slots = new ArrayList<>();
            for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
                for (Field field : c.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                        add(field, slots);
                    }
                }
            }
            return List.copyOf(slots);
        }

        private void add(Field field, List<Slot> slots) {
            try {
                field.setAccessible(true);
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                MethodHandle getter = lookup.unreflectGetter(field).asType(MethodType.methodType(Object.class, Object.class));
                MethodHandle setter = Modifier.isFinal(field.getModifiers()) ? null
                        : lookup.unreflectSetter(field).asType(MethodType.methodType(void.class, Object.class, Object.class));
                slots.add(new Slot(field.getName(), getter, setter));
            } catch (InaccessibleObjectException e) {
                // A field of a class that its module keeps to itself is no field of the model.
            } catch (IllegalAccessException e) {
                throw new AssertionError(field + " was made accessible", e);
            }
        }
    };
}
