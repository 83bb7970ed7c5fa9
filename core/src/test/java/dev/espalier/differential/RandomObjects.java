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
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Random objects that refer to each other at random: nulls, empty lists, members that occur twice, shared objects, cycles. In some sets
 * references lead only to objects further behind, or nearly only: then there are roots and long ways.
 */
final class RandomObjects {

    private final Random random;
    private final RandomValues values = new RandomValues();
    private final List<Object> objects = new ArrayList<>();
    private final Map<Object, Integer> places = new IdentityHashMap<>();
    private final int forwardPercent;
    private final int missing;
    private int place;

    /** @param classes those that are not abstract */
    RandomObjects(Random random, List<Class<?>> classes, int objectsPerClass) {
        this.random = random;
        forwardPercent = new int[] {0, 0, 90, 100}[random.nextInt(4)];
        missing = new int[] {2, 4, 4, 8}[random.nextInt(4)];
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
        objects.forEach(object -> places.put(object, places.size()));
        objects.stream().filter(object -> !(object instanceof Record)).forEach(this::fill);
        new TwoSides(objects).makeUnique();
    }

    /** All of them, each class's together. */
    List<Object> objects() {
        return objects;
    }

    private void fill(Object object) {
        place = places.get(object);
        for (Field field : Objects.fields(object.getClass())) {
            if (!field.getName().equals("id") && !TwoSides.isInverse(field)) {
                set(field, object);
            }
        }
    }

    /** Gives some fields of an object other values, and moves, doubles and removes members of its lists where they stand. */
    void change(Object object) {
        place = places.get(object);
        for (Field field : Objects.fields(object.getClass())) {
            if (TwoSides.isInverse(field)) {
                continue;
            }
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
        if (raw.isArray() && raw != byte[].class) {
            return array(raw.getComponentType());
        }
        return raw.isPrimitive() ? values.of(raw, random) : maybe(raw);
    }

    private Object maybe(Class<?> type) {
        return random.nextInt(missing) == 0 ? null : member(type);
    }

    private Object member(Class<?> type) {
        if (!Objects.isStructure(type)) {
            return values.of(type, random);
        }
        if (type.isRecord() && Objects.field(type, "id") == null) {
            return record(type);
        }
        boolean forward = random.nextInt(100) < forwardPercent;
        List<Object> candidates = objects.stream()
                .filter(type::isInstance)
                .filter(object -> !forward || places.getOrDefault(object, -1) > place)
                .toList();
        return candidates.isEmpty() ? null : candidates.get(random.nextInt(candidates.size()));
    }

    private Object collection(Class<?> raw, Type element) {
        boolean sorted = SortedSet.class.isAssignableFrom(raw);
        Collection<Object> members = List.class.isAssignableFrom(raw)
                ? new ArrayList<>()
                : sorted ? new TreeSet<>() : random.nextBoolean() ? new HashSet<>() : new LinkedHashSet<>();
        members.addAll(members(raw(element), 4, !sorted));
        return members;
    }

    private Map<Object, Object> map(Type key, Type element) {
        Map<Object, Object> map = new HashMap<>();
        members(raw(element), 4, true).forEach(member -> map.put(member(raw(key)), member));
        return map;
    }

    private Object array(Class<?> component) {
        List<Object> members = members(component, 3, !component.isPrimitive());
        Object array = Array.newInstance(component, members.size());
        for (int i = 0; i < members.size(); i++) {
            Array.set(array, i, members.get(i));
        }
        return array;
    }

    /** Seldom null. */
    private List<Object> members(Class<?> type, int fewerThan, boolean maybeNull) {
        List<Object> members = new ArrayList<>();
        for (int i = random.nextInt(fewerThan); i > 0; i--) {
            Object member = member(type);
            if (maybeNull && random.nextInt(15) == 0) {
                members.add(null);
            } else if (member != null) {
                members.add(member);
            }
        }
        return members;
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
