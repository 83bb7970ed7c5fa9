package dev.espalier.internal.model;

import dev.espalier.annotation.Was;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A field through method handles, which are made when it is first read or set: most fields of a large model are not by most programs. */
final class FieldAccess implements Access {

    private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);
    private static final MethodType SETTER = MethodType.methodType(void.class, Object.class, Object.class);

    private final Field field;
    /** Null until it is needed. Two threads may make it, with the same effect. */
    private @Nullable MethodHandle getter;

    private @Nullable MethodHandle setter;
    private final @Nullable List<String> formerNames;
    private final Wrapping wrapping;
    /** The content of a primitive field without a value. */
    private final @Nullable Object zero;

    private FieldAccess(Field field, Wrapping wrapping, @Nullable Object zero) {
        this.field = field;
        Was was = field.getAnnotation(Was.class);
        this.formerNames = was == null ? null : List.of(was.value());
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
        return new FieldAccess(field, Wrapping.of(type), zero(field.getType()));
    }

    private MethodHandle getter() {
        MethodHandle made = getter;
        if (made == null) {
            try {
                made = MethodHandles.lookup().unreflectGetter(field).asType(GETTER);
            } catch (IllegalAccessException e) {
                throw new AssertionError(field + " was opened", e);
            }
            getter = made;
        }
        return made;
    }

    /** Final fields of classes can be set once they are made accessible; those of records cannot. */
    private MethodHandle setter() {
        MethodHandle made = setter;
        if (made == null) {
            if (field.getDeclaringClass().isRecord()) {
                throw new UnsupportedOperationException(field + " belongs to a record");
            }
            try {
                made = MethodHandles.lookup().unreflectSetter(field).asType(SETTER);
            } catch (IllegalAccessException e) {
                throw new AssertionError(field + " was opened", e);
            }
            setter = made;
        }
        return made;
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
        MethodHandle own = setter();
        Object held = wrap(value);
        try {
            own.invokeExact(owner, held);
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
        return formerNames;
    }

    private Object held(Object owner) {
        MethodHandle own = getter();
        try {
            return own.invokeExact(owner);
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
