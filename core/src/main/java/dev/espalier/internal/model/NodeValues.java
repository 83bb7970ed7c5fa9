package dev.espalier.internal.model;

import static dev.espalier.error.ErrorCode.BAD_VALUE;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.StoreException;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks values that a program gives to objects without Java class, as the Java compiler does for those that have one. A whole number of another Java
 * class is converted if the attribute's class can hold it; nothing else is.
 */
public final class NodeValues {

    private NodeValues() {}

    /**
     * The value as the attribute holds it; a collection is copied.
     *
     * @param place the object and the attribute, for messages
     * @throws StoreException {@code bad-value} if the attribute cannot hold it
     */
    public static @Nullable Object checked(String place, Attribute attribute, @Nullable Object value) {
        if (attribute instanceof ReferenceAttribute reference) {
            return reference(place, reference.target(), value);
        }
        if (attribute instanceof EmbeddedAttribute embedded) {
            return record(place, embedded.type(), value);
        }
        if (attribute instanceof CollectionAttribute collection) {
            return value == null
                    ? null
                    : collection.isOne()
                            ? checked(place, collection.element(), value)
                            : collection(place, collection, value);
        }
        ValueAttribute of = (ValueAttribute) attribute;
        if (value == null && !of.nullable()) {
            throw refused(place, null, of.type().name() + "; this attribute is never null");
        }
        return value(place, of.type(), value);
    }

    /** Whether a value is an embedded record. */
    public static boolean isRecord(@Nullable Object value) {
        return value instanceof NodeRecord;
    }

    /** A member, a key or a map's value, as a collection holds it. */
    static @Nullable Object checked(String place, Element element, @Nullable Object value) {
        return element instanceof Element.Value of
                ? value(place, of.type(), value)
                : element instanceof Element.Embedded embedded
                        ? record(place, embedded.type(), value)
                        : reference(place, ((Element.Reference) element).target(), value);
    }

    private static @Nullable Object value(String place, ValueType type, @Nullable Object value) {
        if (value == null || type.javaClass().isInstance(value) && !type.isEnum()) {
            return value;
        }
        if (type.isEnum()) {
            if (value instanceof String constant && type.storedNames().containsKey(constant)) {
                return value;
            }
            throw refused(
                    place,
                    value,
                    "one of the constants of " + type.name() + ": "
                            + NameList.of(type.storedNames().keySet()));
        }
        if (type instanceof IntegerType integers
                && (value instanceof Byte
                        || value instanceof Short
                        || value instanceof Integer
                        || value instanceof Long)) {
            Number converted = (Number) requireNonNull(integers.decode(new Object[] {((Number) value).longValue()}, 0));
            if (converted.longValue() == ((Number) value).longValue()) {
                return converted;
            }
        }
        throw refused(place, value, type.name());
    }

    private static @Nullable Object reference(String place, PersistentClass target, @Nullable Object value) {
        if (value != null && !target.isInstance(value)) {
            throw refused(place, value, "an object of " + target + " of this database");
        }
        return value;
    }

    private static @Nullable Object record(String place, EmbeddedType type, @Nullable Object value) {
        if (value == null || value instanceof NodeRecord record && record.isOf(type)) {
            return value;
        }
        List<Attribute> components = type.components();
        if (!(value instanceof Map<?, ?> given)) {
            throw refused(
                    place, value, "a map with the components of the record " + type.name() + ": " + names(components));
        }
        for (Object name : given.keySet()) {
            if (components.stream().noneMatch(component -> component.name().equals(name))) {
                throw new StoreException(
                        BAD_VALUE,
                        place + ": found the component " + name + "; the record " + type.name() + " has "
                                + names(components));
            }
        }
        Object[] values = new Object[components.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = checked(
                    place + "." + components.get(i).name(),
                    components.get(i),
                    given.get(components.get(i).name()));
        }
        return new NodeRecord(components, values);
    }

    private static String names(List<Attribute> components) {
        return String.join(", ", components.stream().map(Attribute::name).toList());
    }

    private static Object collection(String place, CollectionAttribute attribute, Object value) {
        List<Object> keys = new ArrayList<>();
        List<Object> elements = new ArrayList<>();
        if (attribute.key() != null) {
            if (!(value instanceof Map<?, ?> map)) {
                throw refused(place, value, "a map");
            }
            map.forEach((key, element) -> {
                keys.add(checked(place, attribute.key(), key));
                elements.add(checked(place, attribute.element(), element));
            });
        } else {
            for (Object element : members(place, value)) {
                elements.add(checked(place, attribute.element(), element));
            }
        }
        Object container = attribute.containers().create(elements.size());
        if (attribute.isInverse()) {
            // Not filled as one that was loaded: it would remember these members as stored ones.
            addAll(container, elements);
        } else {
            attribute.containers().fill(container, keys.toArray(), elements.toArray(), 0, elements.size());
        }
        return container;
    }

    @SuppressWarnings("unchecked")
    private static void addAll(Object collection, List<Object> members) {
        ((Collection<Object>) collection).addAll(members);
    }

    private static Collection<?> members(String place, Object value) {
        if (value instanceof Collection<?> collection) {
            return collection;
        }
        if (value instanceof Object[] array) {
            return Arrays.asList(array);
        }
        if (value.getClass().isArray()) {
            List<Object> members = new ArrayList<>();
            for (int i = 0; i < Array.getLength(value); i++) {
                members.add(Array.get(value, i));
            }
            return members;
        }
        throw refused(place, value, "a collection");
    }

    private static StoreException refused(String place, @Nullable Object value, String expected) {
        String found = value == null ? "null" : value.getClass().getSimpleName() + " " + shortened(value.toString());
        return new StoreException(BAD_VALUE, place + ": found " + found + "; expected " + expected);
    }

    private static String shortened(String text) {
        return text.length() > 80 ? text.substring(0, 80) + "..." : text;
    }
}
