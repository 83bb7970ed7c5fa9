package dev.espalier.internal.model;

import dev.espalier.annotation.Was;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A field through method handles. */
final class FieldAccess implements Access {

    private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);
    private static final MethodType SETTER = MethodType.methodType(void.class, Object.class, Object.class);

    private final Field field;
    private final MethodHandle getter;
    private final @Nullable MethodHandle setter;
    private final Wrapping wrapping;
    /** The content of a primitive field without a value. */
    private final @Nullable Object zero;

    private FieldAccess(
            Field field, MethodHandle getter, @Nullable MethodHandle setter, Wrapping wrapping, @Nullable Object zero) {
        this.field = field;
        this.getter = getter;
        this.setter = setter;
        this.wrapping = wrapping;
        this.zero = zero;
    }

    /** @throws dev.espalier.error.ModelException {@code not-open} if the class's module does not open its package */
    static FieldAccess of(Field field) {
        return of(field, field.getType());
    }

    /**
     * @param type what the field holds; more than its own class says if that is a type variable
     * @throws dev.espalier.error.ModelException {@code not-open} if the class's module does not open its package
     */
    static FieldAccess of(Field field, Class<?> type) {
        Opened.member(field);
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MethodHandle getter = lookup.unreflectGetter(field).asType(GETTER);
            // Final fields of classes can be set once they are made accessible; those of records cannot.
            MethodHandle setter = field.getDeclaringClass().isRecord()
                    ? null
                    : lookup.unreflectSetter(field).asType(SETTER);
            return new FieldAccess(field, getter, setter, Wrapping.of(type), zero(field.getType()));
        } catch (IllegalAccessException e) {
            throw new AssertionError(field + " was opened", e);
        }
    }

    /** The value that a field of that type starts with. */
    static @Nullable Object zero(Class<?> type) {
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
    }

    @Override
    public @Nullable Object get(Object owner) {
        Object held = held(owner);
        return wrapping == Wrapping.NONE ? held : wrapping.unwrap(held);
    }

    @Override
    public void set(Object owner, @Nullable Object value) {
        if (setter == null) {
            throw new UnsupportedOperationException(field + " belongs to a record");
        }
        Object held = wrap(value);
        try {
            setter.invokeExact(owner, held);
        } catch (ClassCastException e) {
            throw new IllegalArgumentException(
                    field + " cannot hold " + className(value) + " in " + className(owner), e);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    @Override
    public @Nullable Object wrap(@Nullable Object value) {
        if (wrapping != Wrapping.NONE) {
            return wrapping.wrap(value);
        }
        return value == null ? zero : value;
    }

    @Override
    public @Nullable List<String> formerNames() {
        Was was = field.getAnnotation(Was.class);
        return was == null ? null : List.of(was.value());
    }

    private Object held(Object owner) {
        try {
            return getter.invokeExact(owner);
        } catch (ClassCastException e) {
            throw new IllegalArgumentException(field + " is no field of " + className(owner), e);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static String className(@Nullable Object object) {
        return object == null ? "null" : object.getClass().getName();
    }

    /** A getter or setter fails only by a wrong class or a null owner. */
    private static RuntimeException unexpected(Throwable e) {
        if (e instanceof RuntimeException unchecked) {
            return unchecked;
        }
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(e);
    }
}
