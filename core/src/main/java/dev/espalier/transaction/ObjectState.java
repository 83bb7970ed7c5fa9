package dev.espalier.transaction;

import dev.espalier.model.ObjectModel;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.function.Consumer;

/**
 * All that the fields of one object hold, and the contents of its collections, maps and arrays, so that they can hold it again. Fields
 * that the model leaves out are kept too; final fields, and with them records, keep what they refer to anyway, and only its contents are
 * kept.
 */
final class ObjectState {

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
        contents.stream().filter(content -> !content.isHashed()).forEach(Contents::restore);
    }

    /** Brings sets and maps back. To be called when all objects' fields are back: a member's place may depend on any of them. */
    void restoreHashed() {
        contents.stream().filter(Contents::isHashed).forEach(Contents::restore);
    }

    /** What a mutable value of a field holds. */
    private sealed interface Contents {

        void restore();

        default boolean isHashed() {
            return false;
        }

        /** Finds what there is in a field's value; in that of an embedded record, in its components. */
        static void of(Object value, ObjectModel model, Consumer<Contents> found) {
            if (value instanceof Collection<?> members) {
                found.accept(new OfCollection(members, members.toArray()));
            } else if (value instanceof Map<?, ?> map) {
                found.accept(new OfMap(map, map.keySet().toArray(), map.values().toArray()));
            } else if (value instanceof Date date) {
                found.accept(new OfDate(date, date.getTime()));
            } else if (value instanceof Record && model.find(value.getClass()) == null) {
                SLOTS.get(value.getClass()).forEach(slot -> of(slot.get(value), model, found));
            } else if (value != null && value.getClass().isArray()) {
                Object copy = Array.newInstance(value.getClass().getComponentType(), Array.getLength(value));
                System.arraycopy(value, 0, copy, 0, Array.getLength(value));
                found.accept(new OfArray(value, copy));
            }
        }
    }

    private record OfArray(Object array, Object copy) implements Contents {
        @Override
        public void restore() {
            System.arraycopy(copy, 0, array, 0, Array.getLength(copy));
        }
    }

    private record OfDate(Date date, long millis) implements Contents {
        @Override
        public void restore() {
            date.setTime(millis);
        }
    }

    private record OfCollection(Collection<?> collection, Object[] members) implements Contents {

        @Override
        public boolean isHashed() {
            return !(collection instanceof List);
        }

        /** One that cannot be changed has not been. */
        @Override
        @SuppressWarnings("unchecked")
        public void restore() {
            if (collection instanceof List<?> list && list.size() == members.length) {
                int i = 0;
                for (ListIterator<Object> at = ((List<Object>) list).listIterator(); at.hasNext(); i++) {
                    if (at.next() != members[i]) {
                        at.set(members[i]);
                    }
                }
                return;
            }
            try {
                collection.clear();
                for (Object member : members) {
                    ((Collection<Object>) collection).add(member);
                }
            } catch (UnsupportedOperationException e) {
                // It is a view or an immutable one: clear() has changed nothing.
            }
        }
    }

    private record OfMap(Map<?, ?> map, Object[] keys, Object[] values) implements Contents {

        @Override
        public boolean isHashed() {
            return true;
        }

        @Override
        @SuppressWarnings("unchecked")
        public void restore() {
            try {
                map.clear();
                for (int i = 0; i < keys.length; i++) {
                    ((Map<Object, Object>) map).put(keys[i], values[i]);
                }
            } catch (UnsupportedOperationException e) {
                // As above.
            }
        }
    }

    /** A field. */
    private record Slot(MethodHandle getter, MethodHandle setter) {

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
                slots.add(new Slot(getter, setter));
            } catch (InaccessibleObjectException e) {
                // A field of a class that its module keeps to itself is no field of the model.
            } catch (IllegalAccessException e) {
                throw new AssertionError(field + " was made accessible", e);
            }
        }
    };
}
