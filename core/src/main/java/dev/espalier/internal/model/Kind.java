package dev.espalier.internal.model;

import static dev.espalier.error.ErrorCode.MISPLACED_ANNOTATION;
import static dev.espalier.error.ErrorCode.UNKNOWN_TYPE;
import static dev.espalier.error.ErrorCode.UNSUPPORTED_COLLECTION;
import static dev.espalier.error.ErrorCode.UNSUPPORTED_TYPE;

import dev.espalier.error.ErrorCode;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** The kind of the Java type of a field, or of a collection's member. */
sealed interface Kind {

    /** A plain value. */
    record Value(ValueType type) implements Kind {}

    /** An Optional of something. */
    record Maybe(JavaType content) implements Kind {}

    /**
     * A collection, a map or an array.
     *
     * @param key the type of a map's keys, null for everything else
     */
    record Many(Container container, @Nullable JavaType key, JavaType element) implements Kind {}

    /** A class, an interface or a record of the user's. */
    record Structure(Class<?> javaClass) implements Kind {}

    /** Nothing that can be kept; the reason follows the name of the place. */
    record Refused(ErrorCode code, String reason) implements Kind {}

    static Kind of(JavaType type) {
        Class<?> raw = type.raw();
        String mistake = raw.isEnum() ? EnumType.mistake(raw) : null;
        if (mistake != null) {
            return new Refused(MISPLACED_ANNOTATION, mistake);
        }
        ValueType value = ValueTypes.find(raw);
        if (value != null) {
            return new Value(value);
        }
        if (raw.isArray()) {
            return new Many(Container.ARRAY, null, type.argument(0));
        }
        if (raw == Optional.class) {
            return new Maybe(type.argument(0));
        }
        if (raw == OptionalInt.class) {
            return new Maybe(JavaType.of(Integer.class));
        }
        if (raw == OptionalLong.class) {
            return new Maybe(JavaType.of(Long.class));
        }
        if (raw == OptionalDouble.class) {
            return new Maybe(JavaType.of(Double.class));
        }
        if (Collection.class.isAssignableFrom(raw)) {
            return collection(type);
        }
        if (Map.class.isAssignableFrom(raw)) {
            return map(type);
        }
        if (type.unknown() != null && JavaType.isOfJdk(raw)) {
            return new Refused(
                    UNKNOWN_TYPE,
                    "the type " + type.unknown() + " is not known here; give a type argument, such as "
                            + "List<String>, or a subclass that fixes it");
        }
        if (JavaType.isOfJdk(raw)) {
            return new Refused(UNSUPPORTED_TYPE, raw.getName() + " cannot be kept; " + Advice.insteadOf(raw));
        }
        return new Structure(raw);
    }

    private static Kind collection(JavaType type) {
        Class<?> raw = type.raw();
        JavaType element = type.as(Collection.class).argument(0);
        if (SortedSet.class.isAssignableFrom(raw)) {
            return buildable(raw, Container.SORTED_SET, null, element, List.of(SortedSet.class, NavigableSet.class));
        }
        if (Set.class.isAssignableFrom(raw)) {
            return buildable(raw, Container.SET, null, element, List.of(Set.class));
        }
        return buildable(
                raw, Container.LIST, null, element, List.of(Collection.class, List.class, Queue.class, Deque.class));
    }

    private static Kind map(JavaType type) {
        Class<?> raw = type.raw();
        JavaType key = type.as(Map.class).argument(0);
        JavaType element = type.as(Map.class).argument(1);
        if (SortedMap.class.isAssignableFrom(raw)) {
            return buildable(raw, Container.SORTED_MAP, key, element, List.of(SortedMap.class, NavigableMap.class));
        }
        return buildable(raw, Container.MAP, key, element, List.of(Map.class));
    }

    private static Kind buildable(
            Class<?> raw, Container container, @Nullable JavaType key, JavaType element, List<Class<?>> interfaces) {
        if (!interfaces.contains(raw) && !ObjectFactory.hasDefaultConstructor(raw)) {
            return new Refused(
                    UNSUPPORTED_COLLECTION,
                    raw.getName() + " cannot be built, because it is abstract or has no "
                            + "constructor without parameters; use "
                            + interfaces.get(interfaces.size() > 1 ? 1 : 0).getSimpleName());
        }
        if (WeakHashMap.class.isAssignableFrom(raw)) {
            return new Refused(
                    UNSUPPORTED_COLLECTION,
                    raw.getName()
                            + " drops entries whose keys nobody else holds, which would be deleted from the database;"
                            + " use Map");
        }
        String lost = LostFields.of(raw);
        if (lost != null) {
            return new Refused(
                    UNSUPPORTED_COLLECTION,
                    raw.getName() + " has the field " + lost
                            + ", which would be lost, because a collection is kept by its"
                            + " members alone; keep the collection and the field in a class of your own, or mark the field transient, or declare "
                            + interfaces.get(interfaces.size() > 1 ? 1 : 0).getSimpleName()
                            + " here if the field is a part of how the collection works");
        }
        return new Many(container, key, element);
    }
}
