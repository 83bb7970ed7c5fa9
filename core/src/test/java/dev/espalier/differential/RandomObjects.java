package dev.espalier.differential;

import dev.espalier.naive.Objects;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Random objects that refer to each other at random: nulls, empty lists, members that occur twice, shared objects, cycles. */
final class RandomObjects {

    private final Random random;
    private final List<Object> objects = new ArrayList<>();

    /** @param classes those that are not abstract */
    RandomObjects(Random random, List<Class<?>> classes, int objectsPerClass) {
        this.random = random;
        for (Class<?> type : classes) {
            for (int i = 0; i < objectsPerClass && !type.isRecord(); i++) {
                objects.add(create(type));
            }
        }
        // A record is made with all that it refers to.
        for (Class<?> type : classes) {
            for (int i = 0; i < objectsPerClass && type.isRecord(); i++) {
                objects.add(record(type));
            }
        }
        objects.stream().filter(object -> !(object instanceof Record)).forEach(this::fill);
    }

    /** All of them, each class's together. */
    List<Object> objects() {
        return objects;
    }

    private void fill(Object object) {
        for (Field field : Objects.fields(object.getClass())) {
            if (!field.getName().equals("id")) {
                set(field, object);
            }
        }
    }

    /** Gives some fields of an object other values, and moves, doubles and removes members of its lists where they stand. */
    void change(Object object) {
        for (Field field : Objects.fields(object.getClass())) {
            if (List.class.isAssignableFrom(field.getType()) && random.nextBoolean()) {
                change((List<?>) Objects.get(field, object));
            } else if (!field.getName().equals("id") && random.nextInt(3) == 0) {
                set(field, object);
            }
        }
    }

    private <T> void change(List<T> members) {
        if (!members.isEmpty()) {
            T one = members.remove(random.nextInt(members.size()));
            for (int i = random.nextInt(3); i > 0; i--) {
                members.add(random.nextInt(members.size() + 1), one);
            }
        }
    }

    private void set(Field field, Object object) {
        try {
            field.set(object, value(field.getGenericType()));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private Object value(Type type) {
        Class<?> raw = raw(type);
        if (raw == Optional.class) {
            return Optional.ofNullable(value(argument(type, 0)));
        }
        if (Collection.class.isAssignableFrom(raw)) {
            return collection(raw, argument(type, 0));
        }
        if (Map.class.isAssignableFrom(raw)) {
            return map(argument(type, 0), argument(type, 1));
        }
        if (raw.isArray()) {
            return array(raw.getComponentType());
        }
        return raw.isPrimitive() ? RandomValues.of(raw, random) : maybe(raw);
    }

    private Object maybe(Class<?> type) {
        return random.nextInt(4) == 0 ? null : member(type);
    }

    private Object member(Class<?> type) {
        if (!Objects.isStructure(type)) {
            return RandomValues.of(type, random);
        }
        if (type.isRecord() && Objects.field(type, "id") == null) {
            return record(type);
        }
        List<Object> candidates = objects.stream().filter(type::isInstance).toList();
        return candidates.isEmpty() ? null : candidates.get(random.nextInt(candidates.size()));
    }

    private Object collection(Class<?> raw, Type element) {
        Collection<Object> members = List.class.isAssignableFrom(raw) ? new ArrayList<>()
                : raw == java.util.SortedSet.class ? new java.util.TreeSet<>()
                : random.nextBoolean() ? new HashSet<>() : new LinkedHashSet<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            Object member = member(raw(element));
            if (member != null) {
                members.add(member);
            }
        }
        return members;
    }

    private Map<Object, Object> map(Type key, Type element) {
        Map<Object, Object> map = new java.util.HashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            map.put(member(raw(key)), member(raw(element)));
        }
        return map;
    }

    private Object array(Class<?> component) {
        Object array = Array.newInstance(component, random.nextInt(3));
        for (int i = 0; i < Array.getLength(array); i++) {
            Array.set(array, i, member(component));
        }
        return array;
    }

    private Object record(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = components[i].getName().equals("id") ? (Object) 0L : value(components[i].getGenericType());
        }
        return create(type, types, values);
    }

    private static Object create(Class<?> type) {
        return create(type, new Class<?>[0]);
    }

    private static Object create(Class<?> type, Class<?>[] parameters, Object... values) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(parameters);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static Class<?> raw(Type type) {
        return type instanceof ParameterizedType generic ? (Class<?>) generic.getRawType() : (Class<?>) type;
    }

    /** A type argument; an array's component for 0. */
    static Type argument(Type type, int at) {
        return ((ParameterizedType) type).getActualTypeArguments()[at];
    }
}
