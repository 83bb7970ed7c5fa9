package dev.espalier.evolution;

import dev.espalier.internal.model.Attribute;
import dev.espalier.internal.model.CollectionAttribute;
import dev.espalier.internal.model.Container;
import dev.espalier.internal.model.Element;
import dev.espalier.internal.model.EmbeddedAttribute;
import dev.espalier.internal.model.EmbeddedType;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.model.ReferenceAttribute;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.model.ValueType;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes down a model, of Java classes or not, as a draft. For one model, by one thread. */
final class DraftReader {

    private final ObjectModel model;
    private final Map<String, RecordDraft> records = new LinkedHashMap<>();
    private final Map<String, EnumDraft> enums = new LinkedHashMap<>();
    private final Map<String, String> enumNames = new HashMap<>();
    private final Map<PersistentClass, Map<String, AttributeDraft>> attributes = new HashMap<>();
    private final Set<String> taken = new LinkedHashSet<>();

    DraftReader(ObjectModel model) {
        this.model = model;
        model.classes().forEach(type -> taken.add(type.name()));
    }

    ModelDraft read() {
        for (PersistentClass type : model.classes()) {
            Map<String, AttributeDraft> all = new LinkedHashMap<>();
            type.attributes()
                    .forEach(attribute -> all.put(attribute.name(), draft(attribute, type.inversesOfReferences())));
            attributes.put(type, all);
        }
        return ModelDraft.of(
                model.classes().stream().map(this::draft).toList(),
                List.copyOf(records.values()),
                List.copyOf(enums.values()));
    }

    private ClassDraft draft(PersistentClass type) {
        List<PersistentClass> above = model.classes().stream()
                .filter(other -> other != type && type.isSubclassOf(other))
                .toList();
        List<PersistentClass> direct = above.stream()
                .filter(one -> above.stream().noneMatch(other -> other != one && other.isSubclassOf(one)))
                .toList();
        List<AttributeDraft> own = all(type).values().stream()
                .filter(attribute -> direct.stream().noneMatch(one -> attribute.equals(all(one).get(attribute.name()))))
                .toList();
        return new ClassDraft(
                type.name(),
                type.programNames().stream().sorted().toList(),
                type.isAbstract(),
                direct.stream().map(PersistentClass::name).toList(),
                type.formerNames(),
                type.bounds() == null ? null : DefaultBounds.of(type.bounds()),
                own);
    }

    private Map<String, AttributeDraft> all(PersistentClass type) {
        return attributes.getOrDefault(type, Map.of());
    }

    /** Whether the reference is unique because its inverse holds one object: that is said there. */
    private static boolean isUniqueByInverse(ReferenceAttribute reference, List<CollectionAttribute> inverses) {
        return inverses.stream()
                .anyMatch(inverse -> inverse.isOne() && inverse.reference().equals(reference.name()));
    }

    /** @param inverses of the references of its class */
    private AttributeDraft draft(Attribute attribute, List<CollectionAttribute> inverses) {
        List<String> formerNames = attribute.access().formerNames();
        if (attribute instanceof ValueAttribute value) {
            return new AttributeDraft(
                    value.name(),
                    name(value.type(), value.nullable()),
                    value.indexed(),
                    value.unique(),
                    null,
                    false,
                    formerNames);
        }
        if (attribute instanceof ReferenceAttribute reference) {
            return new AttributeDraft(
                    reference.name(),
                    reference.target().name(),
                    reference.indexed(),
                    reference.unique() && !isUniqueByInverse(reference, inverses),
                    null,
                    reference.isPart(),
                    formerNames);
        }
        if (attribute instanceof EmbeddedAttribute embedded) {
            return AttributeDraft.of(embedded.name(), name(embedded.type())).was(formerNames);
        }
        CollectionAttribute collection = (CollectionAttribute) attribute;
        return new AttributeDraft(
                collection.name(),
                name(collection),
                collection.indexed(),
                false,
                collection.inverseOf(),
                collection.isPart(),
                formerNames);
    }

    private String name(CollectionAttribute collection) {
        boolean isPrimitive = collection.container() == Container.ARRAY
                && !collection.containers().takesNull();
        String element = name(collection.element(), !isPrimitive);
        String key = collection.key() == null ? "" : name(collection.key(), true) + ", ";
        return switch (collection.container()) {
            case LIST -> "List<" + element + ">";
            case SET -> "Set<" + element + ">";
            case SORTED_SET -> "SortedSet<" + element + ">";
            case MAP -> "Map<" + key + element + ">";
            case SORTED_MAP -> "SortedMap<" + key + element + ">";
            case ARRAY -> element + "[]";
            case ONE -> element;
        };
    }

    private String name(Element element, boolean nullable) {
        return element instanceof Element.Value value
                ? name(value.type(), nullable)
                : element instanceof Element.Reference reference
                        ? reference.target().name()
                        : name(((Element.Embedded) element).type());
    }

    private String name(ValueType type, boolean nullable) {
        if (type.isEnum()) {
            return enumNames.computeIfAbsent(type.fullName(), fullName -> {
                Map<String, String> formerNames = new LinkedHashMap<>(type.storedNames());
                formerNames
                        .entrySet()
                        .removeIf(constant -> constant.getKey().equals(constant.getValue())
                                && !type.newConstants().contains(constant.getKey()));
                String name = free(type.name());
                enums.put(
                        name,
                        new EnumDraft(
                                name, fullName, List.copyOf(type.storedNames().keySet()), formerNames));
                return name;
            });
        }
        if (!nullable) {
            return MethodType.methodType(type.javaClass()).unwrap().returnType().getName();
        }
        // A class of the model may have the simple name of a value's.
        String name = type.typeName();
        return taken.contains(name) ? type.javaClass().getCanonicalName() : name;
    }

    /** Records of one name with other components are two: of one that is generic, or of two packages. */
    private String name(EmbeddedType type) {
        List<AttributeDraft> components = type.components().stream()
                .map(component -> draft(component, List.of()))
                .toList();
        for (RecordDraft known : records.values()) {
            if (known.simpleName().equals(type.name()) && known.components().equals(components)) {
                return known.name();
            }
        }
        String name = free(type.name());
        records.put(name, new RecordDraft(name, type.name(), components));
        return name;
    }

    private String free(String wanted) {
        String name = wanted;
        for (int i = 2; !taken.add(name); i++) {
            name = wanted + "_" + i;
        }
        return name;
    }
}
