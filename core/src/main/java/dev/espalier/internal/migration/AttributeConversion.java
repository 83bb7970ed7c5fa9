package dev.espalier.internal.migration;

import dev.espalier.internal.graph.KeyedReads;
import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.EmbeddedType;
import dev.espalier.internal.model.NodeAttributes;
import dev.espalier.internal.model.NodeValues;
import dev.espalier.internal.model.Nodes;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.model.ValueConversion;
import dev.espalier.internal.model.ValueType;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts what an attribute of a node holds, or what a function has returned, to what an attribute of a program's class holds: a value to one of
 * another type, a reference to a collection with one member, a collection to one of another kind or to its only member, an embedded record to an object of
 * its own, an object to an embedded record with its attributes.
 */
final class AttributeConversion {

    private final Nodes nodes;
    private final References references;
    private final Map<Attribute, String> names;
    private final boolean isCompared;

    /** Finds the object of the program for which a node stands. */
    interface References {

        /** @param isCompared whether the object's values decide if it is equal to others, or where it stands among them */
        @Nullable
        Object find(PersistentClass type, Object node, boolean isCompared);

        /** Whether the objects have ids, and values if these are compared. */
        boolean areComplete();
    }

    AttributeConversion(Nodes nodes, References references) {
        this(nodes, references, Map.of(), false);
    }

    private AttributeConversion(Nodes nodes, References references, Map<Attribute, String> names, boolean isCompared) {
        this.nodes = nodes;
        this.references = references;
        this.names = names;
        this.isCompared = isCompared;
    }

    /** The same for records whose components have these names in the database. */
    AttributeConversion withNames(Map<Attribute, String> others) {
        return others.isEmpty() ? this : new AttributeConversion(nodes, references, others, isCompared);
    }

    /**
     * Converts what an attribute holds.
     *
     * @param old a value, a node, a map of components or a collection; or what a program's attribute holds; or null
     * @param fill stands in place of null; may be null
     * @throws IllegalArgumentException if it cannot be converted; the message says what was found and what is expected
     */
    @Nullable
    Object convert(Attribute wanted, @Nullable Object old, @Nullable Object fill) {
        Object given = old == null ? fill : old;
        if (wanted instanceof CollectionAttribute collection) {
            return forMembersOf(collection).collection(collection, given);
        }
        if (wanted instanceof ValueAttribute value) {
            Object converted = value(value.type(), single(given));
            if (converted == null && !value.nullable()) {
                throw expected(null, value.type().name() + "; a migration can fill it");
            }
            return converted;
        }
        return wanted instanceof ReferenceAttribute reference
                ? reference(reference.target(), single(given))
                : record(((EmbeddedAttribute) wanted).type(), single(given));
    }

    private @Nullable Object element(Element element, @Nullable Object given) {
        return element instanceof Element.Value value
                ? value(value.type(), given)
                : element instanceof Element.Reference reference
                        ? reference(reference.target(), given)
                        : record(((Element.Embedded) element).type(), given);
    }

    /** The only member of a collection; anything else as it is. */
    private static @Nullable Object single(@Nullable Object given) {
        if (given instanceof Collection<?> members) {
            if (members.size() > 1) {
                throw new IllegalArgumentException("found " + members.size() + " members; expected one at most");
            }
            return members.isEmpty() ? null : members.iterator().next();
        }
        return given;
    }

    private @Nullable Object value(ValueType type, @Nullable Object given) {
        if (given == null) {
            return null;
        }
        if (isNode(given) || given instanceof Map || given instanceof Collection) { // those have no text
            throw expected(given, type.name());
        }
        try {
            return ValueConversion.convert(
                    given instanceof Enum<?> constant && !type.javaClass().isInstance(given) ? constant.name() : given,
                    type);
        } catch (IllegalArgumentException e) {
            throw expected(given, Objects.requireNonNullElse(e.getMessage(), type.name()));
        }
    }

    private @Nullable Object reference(PersistentClass target, @Nullable Object given) {
        if (given != null && isNode(given)) {
            return references.find(target, given, isCompared);
        }
        if (NodeValues.isRecord(given)) {
            return object(target, (Map<?, ?>) Objects.requireNonNull(given));
        }
        if (given != null && !target.isInstance(given)) {
            throw expected(given, "an object of " + target);
        }
        return given;
    }

    private Object object(PersistentClass type, Map<?, ?> components) {
        if (type.isAbstract()) {
            throw expected(
                    components, "an object of a class below " + type + ", which is abstract; a migration can make it");
        }
        for (Object name : components.keySet()) {
            if (type.attribute((String) name) == null) {
                throw new IllegalArgumentException(
                        "found the component " + name + "; expected one of the attributes of " + type);
            }
        }
        Object[] values = type.attributes().stream()
                .map(attribute -> convert(attribute, components.get(attribute.name()), null))
                .toArray();
        if (type.isRecord()) {
            return type.construct(values, 0, 0);
        }
        Object object = type.newInstance();
        for (int i = 0; i < values.length; i++) {
            type.attributes().get(i).access().set(object, values[i]);
        }
        return object;
    }

    private @Nullable Object record(EmbeddedType type, @Nullable Object given) {
        if (given != null && (isNode(given) || NodeValues.isRecord(given))) {
            return type.construct(type.components().stream()
                    .map(component ->
                            convert(component, component(given, names.getOrDefault(component, component.name())), null))
                    .toArray());
        }
        if (given != null && !type.javaClass().isInstance(given)) {
            throw expected(given, "a record " + type.name());
        }
        return given;
    }

    private @Nullable Object component(Object given, String name) {
        if (given instanceof Map<?, ?> components) {
            return components.get(name);
        }
        PersistentClass type = Objects.requireNonNull(nodes.classOf(given));
        return type.attribute(name) == null ? null : NodeAttributes.get(type, given, name);
    }

    private boolean isNode(Object given) {
        return nodes.classOf(given) != null;
    }

    private AttributeConversion forMembersOf(CollectionAttribute wanted) {
        return new AttributeConversion(
                nodes, references, names, isKeyed(wanted) && KeyedReads.areComparedByContent(wanted));
    }

    private static boolean isKeyed(CollectionAttribute wanted) {
        return switch (wanted.container()) {
            case SET, SORTED_SET, MAP, SORTED_MAP -> true;
            default -> false;
        };
    }

    private @Nullable Object collection(CollectionAttribute wanted, @Nullable Object given) {
        List<Object> keys = new ArrayList<>();
        List<@Nullable Object> members = new ArrayList<>();
        if (wanted.key() != null) {
            if (given != null && !(given instanceof Map)) {
                throw expected(given, "a map");
            }
            if (given != null) {
                ((Map<?, ?>) given).forEach((key, member) -> {
                    keys.add(element(wanted.key(), key));
                    members.add(element(wanted.element(), member));
                });
            }
        } else {
            Set<@Nullable Object> distinct = new HashSet<>();
            for (Object member : members(given)) {
                Object converted = element(wanted.element(), member);
                members.add(converted);
                if (isKeyed(wanted)) { // two objects are two members, whatever they hold
                    requireNew(distinct, Referring.refers(wanted.element()) ? member : converted);
                }
            }
        }
        return references.areComplete() || !Referring.refers(wanted) ? filled(wanted, keys, members) : null;
    }

    private static Object filled(CollectionAttribute wanted, List<Object> keys, List<@Nullable Object> members) {
        Object container = wanted.containers().create(members.size());
        wanted.containers().fill(container, keys.toArray(), members.toArray(), 0, members.size());
        int kept = isKeyed(wanted) ? wanted.containers().size(container) : members.size();
        if (kept < members.size()) {
            throw new IllegalArgumentException("found " + members.size()
                    + " members, of which the program's equals or compareTo distinguishes " + kept
                    + "; expected members that differ");
        }
        return container;
    }

    private static void requireNew(Set<@Nullable Object> distinct, @Nullable Object member) {
        if (!distinct.add(member)) {
            throw new IllegalArgumentException(
                    "found the member " + member + " twice; expected distinct members of a set");
        }
    }

    /** A map has keys, which no other collection can keep. */
    private static Collection<?> members(@Nullable Object given) {
        if (given == null) {
            return List.of();
        }
        if (given instanceof Collection<?> collection) {
            return collection;
        }
        if (given.getClass().isArray() && !(given instanceof byte[])) {
            List<@Nullable Object> members = new ArrayList<>();
            for (int i = 0; i < Array.getLength(given); i++) {
                members.add(Array.get(given, i));
            }
            return members;
        }
        if (given instanceof Map && !NodeValues.isRecord(given)) {
            throw expected(given, "a collection");
        }
        return List.of(given);
    }

    private static IllegalArgumentException expected(@Nullable Object found, String expected) {
        String text = String.valueOf(found);
        return new IllegalArgumentException("found "
                + (found instanceof String ? "'" + shortened(text) + "'" : shortened(text)) + "; expected " + expected);
    }

    private static String shortened(String text) {
        return text.length() > 80 ? text.substring(0, 80) + "..." : text;
    }
}
