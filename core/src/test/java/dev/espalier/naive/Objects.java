package dev.espalier.naive;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/** Looks into objects by reflection. */
public final class Objects {

    private static final ClassValue<Map<String, Field>> FIELDS = new ClassValue<>() {
        @Override
        protected Map<String, Field> computeValue(Class<?> type) {
            Map<String, Field> fields = new LinkedHashMap<>();
            if (type.getSuperclass() != null
                    && type.getSuperclass() != Object.class
                    && type.getSuperclass() != Record.class) {
                fields.putAll(FIELDS.get(type.getSuperclass()));
            }
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())
                        && !Modifier.isTransient(field.getModifiers())
                        && !field.isSynthetic()) {
                    field.setAccessible(true);
                    fields.put(field.getName(), field);
                }
            }
            return fields;
        }
    };

    private Objects() {}

    /** All fields that are kept, those of superclasses first. */
    public static List<Field> fields(Class<?> type) {
        return List.copyOf(FIELDS.get(type).values());
    }

    /** The field of that name, or null if the class has none. */
    public static Field field(Class<?> type, String name) {
        return FIELDS.get(type).get(name);
    }

    /** What a field holds; of an Optional, its content. */
    public static Object get(Field field, Object owner) {
        try {
            Object value = field.get(owner);
            return content(value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What an Optional of any kind holds, or null; anything else as it is. */
    static Object content(Object value) {
        return value instanceof Optional<?> optional
                ? optional.orElse(null)
                : value instanceof OptionalInt optional
                        ? optional.stream().boxed().findFirst().orElse(null)
                        : value instanceof OptionalLong optional
                                ? optional.stream().boxed().findFirst().orElse(null)
                                : value instanceof OptionalDouble optional
                                        ? optional.stream().boxed().findFirst().orElse(null)
                                        : value;
    }

    /** Whether a field's value has members: a collection, a map, an array but of bytes. */
    public static boolean isMany(Class<?> type) {
        return Collection.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type)
                || type.isArray() && type != byte[].class;
    }

    /** The members of a collection or an array, the values of a map; none of null. */
    public static List<Object> members(Object container) {
        if (container == null) {
            return List.of();
        }
        if (container instanceof Map<?, ?> map) {
            return new ArrayList<>(map.values());
        }
        if (container instanceof Collection<?> collection) {
            return new ArrayList<>(collection);
        }
        List<Object> members = new ArrayList<>();
        for (int i = 0; i < Array.getLength(container); i++) {
            members.add(Array.get(container, i));
        }
        return members;
    }

    /** Whether it is neither a value nor a collection: an object or an embedded record. */
    public static boolean isStructure(Object value) {
        return value != null && isStructure(value.getClass());
    }

    /** Whether objects of that class are neither values nor collections. */
    public static boolean isStructure(Class<?> type) {
        return !type.isPrimitive()
                && !type.isEnum()
                && !type.isArray()
                && !type.getName().startsWith("java.");
    }

    /** What an object refers to, through records that are embedded in it too. */
    static List<Object> referred(Object owner, Predicate<Object> isObject) {
        return fields(owner.getClass()).stream()
                .flatMap(field -> referred(field, owner, isObject).stream())
                .toList();
    }

    /** What a field refers to. */
    static List<Object> referred(Field field, Object owner, Predicate<Object> isObject) {
        List<Object> referred = new ArrayList<>();
        Object value = get(field, owner);
        for (Object each : value != null && isMany(value.getClass()) ? members(value) : Arrays.asList(value)) {
            if (isStructure(each)) {
                referred.addAll(isObject.test(each) ? List.of(each) : referred(each, isObject));
            }
        }
        return referred;
    }

    /** All objects and records that can be reached, the roots included, each once. */
    public static Set<Object> reachable(Collection<?> roots) {
        Set<Object> found = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Object> open = new ArrayList<>(roots);
        while (!open.isEmpty()) {
            Object object = open.remove(open.size() - 1);
            if (isStructure(object) && found.add(object)) {
                for (Field field : fields(object.getClass())) {
                    Object value = get(field, object);
                    if (value instanceof Map<?, ?> map) {
                        open.addAll(map.keySet());
                    }
                    open.addAll(value != null && isMany(value.getClass()) ? members(value) : Arrays.asList(value));
                }
            }
        }
        return found;
    }
}
