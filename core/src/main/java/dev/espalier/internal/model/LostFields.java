package dev.espalier.internal.model;

import static dev.espalier.error.ErrorCode.BAD_VALUE;

import dev.espalier.error.StoreException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Fields of the user's collection classes, which would be lost: a collection is kept by its members alone. */
public final class LostFields {

    /** The field that a collection of the class would lose, although the field of its owner is declared otherwise. */
    private static final ClassValue<Optional<String>> OF_HELD = new ClassValue<>() {
        @Override
        protected Optional<String> computeValue(Class<?> type) {
            return extendsWholeCollection(type) ? Optional.ofNullable(of(type)) : Optional.empty();
        }
    };

    private LostFields() {}

    /** The first field that a collection class of the user's, or one above it, declares; null for none. */
    static @Nullable String of(Class<?> collection) {
        for (Class<?> type = collection; type != null && !JavaType.isOfJdk(type); type = type.getSuperclass()) {
            List<Field> fields = KeptFields.of(type);
            if (!type.isInterface() && !fields.isEmpty()) {
                return fields.get(0).getName();
            }
        }
        return null;
    }

    /** Whether the members are kept by a class of the JDK, such as ArrayList: so a field below it is not a part of how the collection works. */
    private static boolean extendsWholeCollection(Class<?> collection) {
        Class<?> type = collection;
        while (type != null && !JavaType.isOfJdk(type)) {
            type = type.getSuperclass();
        }
        return type != null && type != Object.class && !Modifier.isAbstract(type.getModifiers());
    }

    /**
     * Refuses a collection whose class has a field that would be lost.
     *
     * @throws StoreException {@code bad-value}
     */
    public static void refuse(CollectionAttribute attribute, Object container) {
        if (container instanceof NotLoaded) {
            return;
        }
        Optional<String> lost = OF_HELD.get(container.getClass());
        if (lost.isPresent()) {
            throw new StoreException(
                    BAD_VALUE,
                    attribute.declaringClass() + "." + attribute.name() + ": found a "
                            + container.getClass().getName() + ", whose field " + lost.get()
                            + " would be lost; expected a collection that is its members alone. Keep the field in a class of your own beside the collection, or mark it transient");
        }
    }
}
