package dev.espalier.transaction;

import dev.espalier.model.ObjectModel;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the objects of the model that a lambda, or another object that does a transaction's work, has brought along: in its fields, in
 * collections, maps, arrays and Optionals that stand there, and in the same way in the fields of the object around it.
 */
final class Captured {

    private static final Logger LOG = LoggerFactory.getLogger(Captured.class);

    private final ObjectModel model;
    private final Consumer<Object> each;

    private Captured(ObjectModel model, Consumer<Object> each) {
        this.model = model;
        this.each = each;
    }

    /** Hands out what the work has brought along, as often as it is found. */
    static void find(Object work, ObjectModel model, Consumer<Object> each) {
        new Captured(model, each).fields(work, work.getClass().getNestHost());
    }

    /** @param around the class of the object around it; null where that was seen already */
    private void fields(Object holder, Class<?> around) {
        for (Class<?> type = holder.getClass(); type != null && !isOfJdk(type); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    Object value = read(field, holder);
                    if (value != null && !value(value) && around != null && value.getClass().getNestHost() == around) {
                        fields(value, null);
                    }
                }
            }
        }
    }

    private static Object read(Field field, Object holder) {
        try {
            field.setAccessible(true);
            return field.get(holder);
        } catch (InaccessibleObjectException | IllegalAccessException e) {
            LOG.debug("cannot see what {} holds: {}", field, e.toString());
            return null;
        }
    }

    /** Whether it is one of the model's objects or may hold some. */
    private boolean value(Object value) {
        if (model.find(value.getClass()) != null) {
            each.accept(value);
        } else if (value instanceof Optional<?> optional) {
            optional.ifPresent(this::value);
        } else if (value instanceof Object[] array) {
            members(array);
        } else if (value instanceof Collection<?> collection && isOfJdk(value.getClass())) {
            members(copy(collection));
        } else if (value instanceof Map<?, ?> map && isOfJdk(value.getClass())) {
            members(copy(map.keySet()));
            members(copy(map.values()));
        } else {
            return false;
        }
        return true;
    }

    private void members(Object[] members) {
        for (Object member : members) {
            if (member != null) {
                value(member);
            }
        }
    }

    /** A collection may be somebody else's, who is changing it. */
    private static Object[] copy(Collection<?> collection) {
        try {
            return collection.toArray();
        } catch (ConcurrentModificationException e) {
            LOG.debug("cannot see what a captured collection holds: {}", e.toString());
            return (Object[]) Array.newInstance(Object.class, 0);
        }
    }

    private static boolean isOfJdk(Class<?> type) {
        return type.getClassLoader() == null;
    }
}
