package dev.espalier.internal.restore;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.IdAccess;
import dev.espalier.internal.model.PersistentClass;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes one field of a Java object, or one attribute or the id of an object without Java class. */
sealed interface FieldAccess {

    ClassValue<List<FieldAccess>> FIELDS = new ClassValue<>() {
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

    String name();

    @Nullable
    Object get(Object owner);

    /** Does nothing for a final field. */
    void set(Object owner, @Nullable Object value);

    /** All instance fields of a class and its superclasses. */
    static List<FieldAccess> of(Class<?> type) {
        return FIELDS.get(type);
    }

    /** The id and all attributes of a class without Java class. */
    static List<FieldAccess> of(PersistentClass type) {
        List<FieldAccess> all = new ArrayList<>();
        all.add(new OfId(requireNonNull(type.id(), "a node has an id")));
        type.attributes().forEach(attribute -> all.add(new OfAttribute(attribute)));
        return all;
    }

    private static void add(Field field, List<FieldAccess> fields) {
        try {
            field.setAccessible(true);
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MethodHandle getter =
                    lookup.unreflectGetter(field).asType(MethodType.methodType(Object.class, Object.class));
            MethodHandle setter = Modifier.isFinal(field.getModifiers())
                    ? null
                    : lookup.unreflectSetter(field)
                            .asType(MethodType.methodType(void.class, Object.class, Object.class));
            fields.add(new OfField(field.getName(), getter, setter));
        } catch (InaccessibleObjectException e) {
            // The module of the class does not open it, so the field is not persistent.
        } catch (IllegalAccessException e) {
            throw new AssertionError(field + " was made accessible", e);
        }
    }

    /** @param setter null for a final field */
    record OfField(
            String name, MethodHandle getter, @Nullable MethodHandle setter) implements FieldAccess {

        @Override
        public @Nullable Object get(Object owner) {
            try {
                return getter.invokeExact(owner);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void set(Object owner, @Nullable Object value) {
            if (setter != null) {
                try {
                    setter.invokeExact(owner, value);
                } catch (RuntimeException | Error e) {
                    throw e;
                } catch (Throwable e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    /** An attribute of an object without Java class. */
    record OfAttribute(Attribute attribute) implements FieldAccess {

        @Override
        public String name() {
            return attribute.name();
        }

        @Override
        public @Nullable Object get(Object owner) {
            return attribute.access().get(owner);
        }

        @Override
        public void set(Object owner, @Nullable Object value) {
            attribute.access().set(owner, value);
        }
    }

    /** The id of an object without Java class. */
    record OfId(IdAccess access) implements FieldAccess {

        @Override
        public String name() {
            return "id";
        }

        @Override
        public Object get(Object owner) {
            return access.get(owner);
        }

        @Override
        public void set(Object owner, @Nullable Object value) {
            access.set(owner, (long) requireNonNull(value, "an id is a number"));
        }
    }
}
