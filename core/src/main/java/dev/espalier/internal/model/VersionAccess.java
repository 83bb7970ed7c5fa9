package dev.espalier.internal.model;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the {@code @Version} field of a class that has one. The field holds one more than the version's number, so that 0 and
 * null say that no version is known. Safe for any number of threads.
 */
public final class VersionAccess {

    /** No version is known. The database never has it. */
    public static final int UNKNOWN = -1;

    /** The version of an object that was stored and never updated. */
    public static final int FIRST = 1;

    private final String name;
    private final Access access;
    private final Class<?> type;
    private final boolean isWritable;

    private VersionAccess(String name, Access access, Class<?> type, boolean isWritable) {
        this.name = name;
        this.access = access;
        this.type = type;
        this.isWritable = isWritable;
    }

    /**
     * @param type the field's type where it is seen: {@code Integer} in a class that extends {@code Base<Integer>}
     * @throws dev.espalier.error.ModelException {@code not-open} if the class's module does not open its package
     */
    static VersionAccess of(Field field, Class<?> type) {
        return new VersionAccess(
                field.getName(),
                FieldAccess.of(field),
                type,
                !field.getDeclaringClass().isRecord());
    }

    /** Returns the name of the field. */
    public String name() {
        return name;
    }

    static boolean canBe(Class<?> type) {
        return type == int.class || type == Integer.class || type == long.class || type == Long.class;
    }

    /** The version, or {@link #UNKNOWN}. */
    public int get(Object object) {
        Number value = (Number) access.get(object);
        return value == null || value.longValue() < FIRST || value.longValue() > Integer.MAX_VALUE
                ? UNKNOWN
                : value.intValue() - FIRST;
    }

    /** Writes the version, which may be {@link #UNKNOWN}; does nothing on a record, whose components are final. */
    public void set(Object object, int version) {
        if (isWritable) {
            access.set(object, value(version));
        }
    }

    /** The version as the field itself would hold it, for constructing records. */
    @Nullable
    Object value(int version) {
        if (version == UNKNOWN && !type.isPrimitive()) {
            return null;
        }
        return type == int.class || type == Integer.class
                ? (Object) (version + FIRST)
                : (Object) ((long) version + FIRST);
    }
}
