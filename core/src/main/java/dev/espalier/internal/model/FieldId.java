package dev.espalier.internal.model;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * The id field of a class: a {@code long} or a {@code Long}, of an ordinary class or a record, final or not. A type variable that stands for {@code Long}
 * is a {@code Long}.
 */
abstract sealed class FieldId implements IdAccess {

    private FieldId() {}

    /** @throws dev.espalier.error.ModelException {@code not-open} if the class's module does not open its package */
    static FieldId of(Field field) {
        if (field.getDeclaringClass().isRecord()) {
            return new OfRecord(FieldAccess.of(field));
        }
        if (Modifier.isFinal(field.getModifiers())) {
            return new Final(FieldAccess.of(field));
        }
        Opened.member(field);
        try {
            VarHandle handle = MethodHandles.privateLookupIn(field.getDeclaringClass(), MethodHandles.lookup())
                    .unreflectVarHandle(field);
            return field.getType() == long.class ? new Primitive(handle) : new Boxed(handle);
        } catch (IllegalAccessException e) {
            throw new AssertionError(field + " was opened", e);
        }
    }

    @Override
    public boolean isWritable() {
        return true;
    }

    private static final class Primitive extends FieldId {
        private final VarHandle handle;

        Primitive(VarHandle handle) {
            this.handle = handle;
        }

        @Override
        public long get(Object object) {
            return (long) handle.getVolatile(object);
        }

        @Override
        public void set(Object object, long id) {
            handle.set(object, id);
        }

        @Override
        public boolean claim(Object object, long id) {
            return handle.compareAndSet(object, 0L, id);
        }
    }

    private static final class Boxed extends FieldId {
        private final VarHandle handle;

        Boxed(VarHandle handle) {
            this.handle = handle;
        }

        @Override
        public long get(Object object) {
            return unboxed((Long) handle.getVolatile(object));
        }

        @Override
        public void set(Object object, long id) {
            handle.set(object, (Long) id);
        }

        @Override
        public boolean claim(Object object, long id) {
            // The very Long that was read is what is exchanged: boxes are compared by identity.
            Long found = (Long) handle.getVolatile(object);
            return unboxed(found) == 0 && handle.compareAndSet(object, found, (Long) id);
        }
    }

    /** Final fields have no atomic exchange; one lock per class stands in for it. */
    private static final class Final extends FieldId {
        private final Access access;

        Final(Access access) {
            this.access = access;
        }

        @Override
        public synchronized long get(Object object) {
            return unboxed((Long) access.get(object));
        }

        @Override
        public synchronized void set(Object object, long id) {
            access.set(object, id);
        }

        @Override
        public synchronized boolean claim(Object object, long id) {
            if (get(object) != 0) {
                return false;
            }
            set(object, id);
            return true;
        }
    }

    private static final class OfRecord extends FieldId {
        private final Access access;

        OfRecord(Access access) {
            this.access = access;
        }

        @Override
        public long get(Object object) {
            return unboxed((Long) access.get(object));
        }

        @Override
        public void set(Object object, long id) {
            // The component was given by the constructor and stays.
        }

        @Override
        public boolean claim(Object object, long id) {
            return false;
        }

        @Override
        public boolean isWritable() {
            return false;
        }
    }

    private static long unboxed(@Nullable Long id) {
        return id == null ? 0 : id;
    }
}
