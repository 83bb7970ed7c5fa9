package dev.espalier.internal.model;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Calls a record's canonical constructor, whatever its visibility. Safe for any number of threads. */
public final class RecordConstructor {

    private final Class<?> type;
    private final MethodHandle canonical;

    /** @throws dev.espalier.error.ModelException {@code not-open} if the record's module does not open its package */
    public RecordConstructor(Class<?> type) {
        this.type = type;
        Class<?>[] parameters = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = Opened.member(type.getDeclaredConstructor(parameters));
            canonical = MethodHandles.lookup()
                    .unreflectConstructor(constructor)
                    .asSpreader(Object[].class, parameters.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw new AssertionError(type + " has a canonical constructor", e);
        }
    }

    /**
     * A new record.
     *
     * @param arguments one for each component, as the component itself holds it
     * @throws dev.espalier.error.ModelException if the constructor refuses them
     */
    public Object construct(@Nullable Object[] arguments) {
        try {
            return (Object) canonical.invokeExact(arguments);
        } catch (Throwable e) {
            throw ObjectFactory.failed(type, e);
        }
    }
}
