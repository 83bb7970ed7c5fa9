package dev.espalier.restore;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads and writes one field.
 *
 * @param setter null for a final field
 */
record FieldAccess(String name, MethodHandle getter, MethodHandle setter) {

    private static final ClassValue<List<FieldAccess>> FIELDS = new ClassValue<>() {
        @Override
        protected List<FieldAccess> computeValue(Class<?> type) {
            List<FieldAccess> fields = new ArrayList<>();
            for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
                for (Field field : c.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                        add(field, fields);
                    }
                }
            }
            return List.copyOf(fields);
        }
    };

    /** All instance fields of a class and its superclasses. */
    static List<FieldAccess> of(Class<?> type) {
        return FIELDS.get(type);
    }

    private static void add(Field field, List<FieldAccess> fields) {
        try {
            field.setAccessible(true);
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MethodHandle getter = lookup.unreflectGetter(field).asType(MethodType.methodType(Object.class, Object.class));
            MethodHandle setter = Modifier.isFinal(field.getModifiers()) ? null
                    : lookup.unreflectSetter(field).asType(MethodType.methodType(void.class, Object.class, Object.class));
            fields.add(new FieldAccess(field.getName(), getter, setter));
        } catch (InaccessibleObjectException e) {
            // The module of the class does not open it, so the field is not persistent.
        } catch (IllegalAccessException e) {
            throw new AssertionError(field + " was made accessible", e);
        }
    }

    Object get(Object owner) {
        try {
            return getter.invokeExact(owner);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Does nothing for a final field. */
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
