package dev.espalier.internal.model;

import static dev.espalier.error.ErrorCode.OUTSIDE_MODEL;
import static dev.espalier.error.ErrorCode.UNSUPPORTED_TYPE;
import static java.util.Objects.requireNonNull;

import dev.espalier.error.ModelException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes a model of what a catalog or a model file says of its classes, without any Java class. */
final class DescribedModel {

    private final List<ClassDescription> descriptions;
    private final Map<String, EnumType> enums = new HashMap<>();
    private final Nodes nodes;
    private final Map<String, PersistentClass> classes = new LinkedHashMap<>();
    private final Map<ClassDescription.Type.Embedded, EmbeddedType> embeddedTypes = new HashMap<>();
    /** The slots of each class's attributes. A class has those of its superclasses, so that one access suits the objects of all subclasses. */
    private final Map<String, Map<String, Integer>> slots = new HashMap<>();

    /** @param enums the constants of each enum */
    DescribedModel(List<ClassDescription> descriptions, Map<String, ClassDescription.Constants> enums, Nodes nodes) {
        this.descriptions = descriptions.stream()
                .sorted(Comparator.comparing(ClassDescription::name))
                .toList();
        this.nodes = nodes;
        enums.forEach((name, constants) -> this.enums.put(name, EnumType.named(name, constants)));
    }

    ObjectModel read() {
        descriptions.forEach(type -> classes.put(
                type.name(), new PersistentClass(type.name(), type.javaNames(), type.formerNames(), type.bounds())));
        for (ClassDescription type : descriptions) {
            type(type.name())
                    .completeSuperclasses(
                            type.superclasses().stream().map(this::type).collect(Collectors.toSet()));
        }
        descriptions.stream()
                .sorted(Comparator.comparing(type -> type.superclasses().size()))
                .forEach(this::complete);
        List<PersistentClass> all = List.copyOf(classes.values());
        all.forEach(type -> type.completeSubclasses(all.stream()
                .filter(other -> !other.isAbstract() && other.isSubclassOf(type))
                .toList()));
        List<CollectionAttribute> inverses = PersistentClass.inverses(all);
        all.forEach(type -> type.findInverses(inverses));
        return new ObjectModel(all, nodes);
    }

    private PersistentClass type(String name) {
        PersistentClass type = classes.get(name);
        if (type == null) {
            throw new ModelException(
                    OUTSIDE_MODEL,
                    "the catalog names the class " + name + " and does not describe it; expected one of "
                            + NameList.of(classes.keySet()));
        }
        return type;
    }

    private void complete(ClassDescription description) {
        Map<String, Integer> places = new HashMap<>();
        description.superclasses().forEach(above -> places.putAll(slots.getOrDefault(above, Map.of())));
        int next = places.values().stream().mapToInt(place -> place + 1).max().orElse(0);
        for (ClassDescription.Attribute attribute : description.attributes()) {
            if (!places.containsKey(attribute.name())) {
                places.put(attribute.name(), next++);
            }
        }
        slots.put(description.name(), places);
        Object[] empty = new Object[next];
        List<Attribute> attributes = new ArrayList<>();
        for (ClassDescription.Attribute attribute : description.attributes()) {
            int slot = requireNonNull(places.get(attribute.name()));
            empty[slot] = zero(attribute.type());
            attributes.add(
                    attribute(description.name(), attribute, nodes.access(slot, empty[slot], attribute.formerNames())));
        }
        PersistentClass type = type(description.name());
        Instantiator instantiator = description.isAbstract()
                ? null
                : new Instantiator.OfClass(ObjectFactory.of(() -> nodes.newInstance(type, empty.clone())));
        type.complete(instantiator, nodes.id(), null, attributes);
    }

    /** @param owner the class, or the record, for messages */
    private Attribute attribute(String owner, ClassDescription.Attribute attribute, Access access) {
        String place = owner + "." + attribute.name();
        ClassDescription.Type type = attribute.type();
        if (type instanceof ClassDescription.Type.Reference reference) {
            return new ReferenceAttribute(
                    attribute.name(),
                    access,
                    type(reference.target()),
                    attribute.indexed(),
                    attribute.unique(),
                    attribute.isPart());
        }
        if (type instanceof ClassDescription.Type.Embedded embedded) {
            return new EmbeddedAttribute(attribute.name(), access, embedded(place, embedded));
        }
        if (type instanceof ClassDescription.Type.Many many) {
            Element key = many.key() == null ? null : element(place, many.key());
            Element element = element(place, many.element());
            Containers plain = attribute.inverseOf() != null
                    ? Containers.ofInverse(many.container())
                    : Containers.ofNodes(many.container(), key, element);
            Containers containers = Containers.checked(place, plain, key, element, zero(many.element()) == null);
            return new CollectionAttribute(
                    attribute.name(),
                    access,
                    type(requireNonNull(attribute.declaringClass(), "a collection knows its class")),
                    many.container(),
                    containers,
                    key,
                    element,
                    attribute.indexed(),
                    attribute.inverseOf(),
                    attribute.isPart());
        }
        return new ValueAttribute(
                attribute.name(),
                access,
                value(place, type),
                zero(type) == null,
                attribute.indexed(),
                attribute.unique());
    }

    private Element element(String place, ClassDescription.Type type) {
        return type instanceof ClassDescription.Type.Reference reference
                ? new Element.Reference(type(reference.target()))
                : type instanceof ClassDescription.Type.Embedded embedded
                        ? new Element.Embedded(embedded(place, embedded))
                        : new Element.Value(value(place, type));
    }

    private EmbeddedType embedded(String place, ClassDescription.Type.Embedded type) {
        EmbeddedType known = embeddedTypes.get(type);
        if (known == null) {
            List<Attribute> components = new ArrayList<>();
            for (ClassDescription.Attribute component : type.components()) {
                components.add(attribute(
                        place, component, new NodeRecord.Component(components.size(), component.formerNames())));
            }
            known = new EmbeddedType(type.name(), components);
            embeddedTypes.put(type, known);
        }
        return known;
    }

    private ValueType value(String place, ClassDescription.Type type) {
        ValueType found = type instanceof ClassDescription.Type.Value value
                ? ValueTypes.named(value.name())
                : type instanceof ClassDescription.Type.Constant constant ? enums.get(constant.name()) : null;
        if (found == null) {
            throw new ModelException(
                    UNSUPPORTED_TYPE,
                    place + ": found the type " + type + " in the catalog, which this version does not know; open the"
                            + " database with the version of Espalier that made it");
        }
        return found;
    }

    /** Returns the zero of a primitive type; null for every other type. */
    private static @Nullable Object zero(ClassDescription.Type type) {
        Class<?> primitive =
                type instanceof ClassDescription.Type.Value value ? ValueTypes.primitive(value.name()) : null;
        return primitive == null ? null : FieldAccess.zero(primitive);
    }
}
