package dev.espalier.differential;

import dev.espalier.naive.Objects;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Takes every link to some objects out of other objects in memory, as a deletion does in a database. */
final class Removal {

    private final Set<Object> removed = Collections.newSetFromMap(new IdentityHashMap<>());

    Removal(Collection<?> removed) {
        this.removed.addAll(removed);
    }

    /** References become null, collections close up. */
    void from(Object owner) {
        for (Field field : Objects.fields(owner.getClass())) {
            try {
                Object value = field.get(owner);
                Object kept = kept(value);
                if (kept != value) {
                    field.set(owner, kept);
                }
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private Object kept(Object value) {
        if (removed.contains(value)) {
            return null;
        }
        if (value instanceof Optional<?> optional) {
            return optional.map(this::kept);
        }
        if (value instanceof Map<?, ?> map) {
            map.values().removeIf(removed::contains);
        } else if (value instanceof List<?> list) {
            list.removeIf(removed::contains);
            ((List<Object>) list).replaceAll(this::kept);
        } else if (value instanceof Collection<?> collection) {
            collection.removeIf(removed::contains);
        } else if (value instanceof Object[] array) {
            List<Object> members = new ArrayList<>(Arrays.asList(array));
            members.removeIf(removed::contains);
            return members.toArray((Object[]) Array.newInstance(array.getClass().getComponentType(), 0));
        } else if (value instanceof Record) {
            return rebuilt(value);
        }
        return value;
    }

    private Object rebuilt(Object embedded) {
        RecordComponent[] components = embedded.getClass().getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        try {
            for (int i = 0; i < components.length; i++) {
                Field field = embedded.getClass().getDeclaredField(components[i].getName());
                field.setAccessible(true);
                types[i] = components[i].getType();
                values[i] = kept(field.get(embedded));
            }
            Constructor<?> constructor = embedded.getClass().getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
