package dev.espalier.evolution;

import dev.espalier.Settings;
import dev.espalier.evolution.ModelDraft.Problem;
import dev.espalier.internal.Insides;
import dev.espalier.internal.model.ClassDescription;
import dev.espalier.internal.model.ClassDescription.Type;
import dev.espalier.internal.model.Container;
import dev.espalier.internal.model.Nodes;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.ValueType;
import dev.espalier.internal.opening.OpeningSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks a draft, and makes its descriptions of classes. For one draft, by one thread. */
final class DraftModel {

    private static final Nodes NODES = Insides.of(Settings.class, Settings.defaults(), OpeningSettings.class)
            .nodes();

    private static final Map<String, Container> CONTAINERS = Map.of(
            "List",
            Container.LIST,
            "Set",
            Container.SET,
            "SortedSet",
            Container.SORTED_SET,
            "Map",
            Container.MAP,
            "SortedMap",
            Container.SORTED_MAP);
    private static final Map<String, String> BOXES = Map.of(
            "int",
            "Integer",
            "char",
            "Character",
            "byte",
            "Byte",
            "short",
            "Short",
            "long",
            "Long",
            "float",
            "Float",
            "double",
            "Double",
            "boolean",
            "Boolean");
    private static final String BYTES = "byte[]";
    private static final String ID = "id";

    private final ModelDraft draft;
    private final Map<String, ClassDraft> classes = new LinkedHashMap<>();
    private final Map<String, RecordDraft> records = new LinkedHashMap<>();
    private final Map<String, EnumDraft> enums = new LinkedHashMap<>();
    private final List<Problem> problems = new ArrayList<>();
    private final Map<String, Type> embedded = new HashMap<>();
    /** The records that are being described, the innermost last. */
    private final Set<String> open = new LinkedHashSet<>();

    private final List<ClassDescription> descriptions = new ArrayList<>();

    DraftModel(ModelDraft draft) {
        this.draft = draft;
        names();
        if (problems.isEmpty()) {
            draft.records().forEach(this::record);
            draft.classes().forEach(this::superclasses);
        }
        if (problems.isEmpty()) {
            draft.classes().forEach(this::describe);
        }
    }

    List<Problem> problems() {
        return problems.stream().distinct().toList();
    }

    /** Only of a draft without problems. */
    ObjectModel model() {
        Map<String, ClassDescription.Constants> constants = new HashMap<>();
        enums.values().forEach(type -> {
            Map<String, String> stored = new LinkedHashMap<>();
            type.constants()
                    .forEach(constant -> stored.put(constant, type.formerNames().getOrDefault(constant, constant)));
            constants.put(
                    type.javaName(),
                    new ClassDescription.Constants(
                            stored,
                            type.constants().stream()
                                    .filter(constant ->
                                            constant.equals(type.formerNames().get(constant)))
                                    .collect(Collectors.toSet())));
        });
        return ObjectModel.ofDescriptions(descriptions, constants, NODES);
    }

    // ---- names

    private void names() {
        Map<String, String> kinds = new HashMap<>();
        draft.classes().forEach(type -> {
            name(kinds, type.name(), "class");
            classes.put(type.name(), type);
        });
        draft.records().forEach(type -> {
            name(kinds, type.name(), "record");
            records.put(type.name(), type);
        });
        draft.enums().forEach(type -> {
            name(kinds, type.name(), "enum");
            enums.put(type.name(), type);
            constants(type);
        });
        if (classes.isEmpty() && problems.isEmpty()) {
            problems.add(new Problem("", "", "found no class; expected at least one"));
        }
    }

    private void name(Map<String, String> kinds, String name, String kind) {
        if (!DraftType.isName(name)) {
            problem(
                    name,
                    "",
                    "found '" + name + "' as the name of " + (kind.equals("enum") ? "an " : "a ") + kind
                            + "; expected a name as Java has it");
        }
        String other = kinds.putIfAbsent(name, kind);
        if (other != null) {
            problem(
                    name,
                    "",
                    "found the name for " + (other.equals(kind) ? "two types" : "a " + other + " and for another type")
                            + "; expected one type of each name");
        }
    }

    private void constants(EnumDraft type) {
        Map<String, String> owners = new HashMap<>();
        for (String constant : type.constants()) {
            if (!DraftType.isName(constant) || constant.indexOf('.') >= 0) {
                problem(
                        type.name(),
                        "constants",
                        "found the constant '" + constant + "'; expected a name as Java has it");
            }
            String other = owners.putIfAbsent(type.formerNames().getOrDefault(constant, constant), constant);
            if (other != null) {
                problem(
                        type.name(),
                        "constants",
                        other.equals(constant)
                                ? "found the constant " + constant + " twice; expected it once"
                                : "found a former name of " + constant + " or " + other
                                        + " that is the name of the other; expected the name of one that is gone");
            }
        }
        for (String constant : type.formerNames().keySet()) {
            if (!type.constants().contains(constant)) {
                problem(
                        type.name(),
                        "was",
                        "found a former name of " + constant + "; expected one of " + type.constants());
            }
        }
        if (type.constants().isEmpty()) {
            problem(type.name(), "constants", "found no constant; expected at least one");
        }
    }

    // ---- classes

    private void superclasses(ClassDraft type) {
        Set<String> own = new HashSet<>();
        for (String name : type.superclasses()) {
            if (!classes.containsKey(name)) {
                problem(
                        type.name(),
                        "extends",
                        "found the superclass " + name + "; expected one of " + others(type.name()));
            } else if (!own.add(name)) {
                problem(type.name(), "extends", "found the superclass " + name + " twice; expected it once");
            } else if (above(name, new LinkedHashSet<>()).contains(type.name())) {
                problem(
                        type.name(),
                        "extends",
                        "found the superclass " + name + ", which is a subclass of " + type.name()
                                + "; expected no circle");
            }
        }
        List<String> holders = type.superclasses().stream()
                .filter(name -> classes.containsKey(name)
                        && above(name, new LinkedHashSet<>()).stream()
                                .anyMatch(above -> !find(above).attributes().isEmpty()))
                .toList();
        if (holders.size() > 1) {
            problem(
                    type.name(),
                    "extends",
                    "found several superclasses with attributes: " + String.join(", ", holders)
                            + "; expected at most one, as in Java");
        }
        Map<String, AttributeDraft> twice = new HashMap<>();
        for (AttributeDraft attribute : type.attributes()) {
            attributeName(type.name(), attribute, twice);
        }
    }

    /** The class itself and all above it. */
    private Set<String> above(String name, Set<String> found) {
        ClassDraft type = classes.get(name);
        if (type != null && found.add(name)) {
            type.superclasses().forEach(above -> above(above, found));
        }
        return found;
    }

    private ClassDraft find(String name) {
        return Objects.requireNonNull(classes.get(name));
    }

    private void describe(ClassDraft type) {
        Map<String, ClassDescription.Attribute> attributes = new LinkedHashMap<>();
        attributes(type.name(), attributes, new HashSet<>());
        Set<String> superclasses = new TreeSet<>(above(type.name(), new LinkedHashSet<>()));
        superclasses.remove(type.name());
        descriptions.add(new ClassDescription(
                type.name(),
                Set.copyOf(type.javaNames()),
                type.isAbstract(),
                superclasses,
                type.formerNames(),
                type.bounds() == null ? null : type.bounds().declared(),
                List.copyOf(attributes.values())));
    }

    /** Those of the superclasses first. */
    private void attributes(String name, Map<String, ClassDescription.Attribute> found, Set<String> visited) {
        if (!visited.add(name)) {
            return;
        }
        ClassDraft type = find(name);
        type.superclasses().forEach(above -> attributes(above, found, visited));
        for (AttributeDraft attribute : type.attributes()) {
            ClassDescription.Attribute inherited = found.get(attribute.name());
            ClassDescription.Attribute own =
                    attribute(name, attribute, inherited == null ? name : inherited.declaringClass(), true);
            if (own != null && inherited != null && !narrows(own.type(), inherited.type())) {
                problem(
                        name + "." + attribute.name(),
                        "",
                        "found an attribute that " + name
                                + " inherits already; expected another name, or a reference to a subclass");
            }
            if (own != null) {
                found.put(attribute.name(), own);
            }
        }
    }

    /** Whether a subclass may say so of an attribute that it inherits: if Java has a type variable with a bound for it. */
    private boolean narrows(Type own, Type inherited) {
        if (own instanceof Type.Many many && inherited instanceof Type.Many wider) {
            return many.container() == wider.container()
                    && narrows(many.element(), wider.element())
                    && (many.key() == null
                            ? wider.key() == null
                            : wider.key() != null
                                    && (many.key().equals(wider.key()) || narrows(many.key(), wider.key())));
        }
        return own instanceof Type.Reference reference
                && inherited instanceof Type.Reference wider
                && above(reference.target(), new LinkedHashSet<>()).contains(wider.target());
    }

    // ---- attributes

    private void attributeName(String owner, AttributeDraft attribute, Map<String, AttributeDraft> twice) {
        String place = owner + "." + attribute.name();
        if (!DraftType.isName(attribute.name()) || attribute.name().indexOf('.') >= 0) {
            problem(
                    place,
                    "",
                    "found '" + attribute.name() + "' as the name of an attribute; expected a name as Java has it");
        }
        if (twice.put(attribute.name(), attribute) != null) {
            problem(place, "", "found the attribute twice; expected it once");
        }
        if (attribute.name().equals(ID) && classes.containsKey(owner)) {
            problem(
                    place,
                    "",
                    "found an attribute with the name id; expected another name, because each object has an id already");
        }
    }

    private Type record(RecordDraft type) {
        Type known = embedded.get(type.name());
        if (known != null) {
            return known;
        }
        if (!open.add(type.name())) {
            problem(
                    type.name(),
                    "",
                    "found that the record contains itself: " + String.join(" > ", open) + " > " + type.name()
                            + "; expected a class in its place");
            return new Type.Embedded(type.name(), List.of()); // a model with a problem is never used
        }
        List<ClassDescription.Attribute> components = new ArrayList<>();
        Map<String, AttributeDraft> twice = new HashMap<>();
        for (AttributeDraft component : type.components()) {
            attributeName(type.name(), component, twice);
            ClassDescription.Attribute described = attribute(type.name(), component, type.name(), false);
            if (described != null) {
                components.add(described);
            }
        }
        open.remove(type.name());
        Type described = new Type.Embedded(type.simpleName(), components);
        embedded.put(type.name(), described);
        return described;
    }

    /** @return null after a problem was added */
    private ClassDescription.@Nullable Attribute attribute(
            String owner, AttributeDraft attribute, @Nullable String declaring, boolean isInClass) {
        String place = owner + "." + attribute.name();
        Type type;
        try {
            type = type(DraftType.parse(attribute.type()), true);
        } catch (IllegalArgumentException e) {
            problem(place, "type", String.valueOf(e.getMessage()));
            return null;
        }
        boolean isMany = type instanceof Type.Many;
        if (isMany && !isInClass) {
            problem(
                    place,
                    "type",
                    "found a collection in a record; expected one in a class, because a record is kept in its owner's columns");
        }
        if (attribute.unique() && isMany) {
            problem(place, "unique", "found unique on a collection; expected it on a value or a reference");
        }
        if ((attribute.index() || attribute.unique()) && type instanceof Type.Embedded) {
            problem(
                    place,
                    attribute.index() ? "index" : "unique",
                    "found an index of a record; expected one of its components");
        }
        if (attribute.inverse() != null) {
            boolean isOne = isInClass && type instanceof Type.Reference;
            type = isOne ? new Type.Many(Container.ONE, null, type) : type;
            boolean canBeInverse = isOne
                    || type instanceof Type.Many many
                            && (many.container() == Container.LIST || many.container() == Container.SET)
                            && many.element() instanceof Type.Reference;
            if (!canBeInverse) {
                problem(
                        place,
                        "inverse",
                        "found an inverse of the type " + attribute.type()
                                + "; expected a class, or a List or a Set of objects of a class");
            }
            isMany |= isOne;
        }
        if (attribute.part() && !(isInClass && isOfObjects(type))) {
            problem(
                    place,
                    "part",
                    "found part on " + (isInClass ? attribute.type() : "a component of a record")
                            + "; expected it on a reference, or on a collection of objects, in a class");
        }
        return new ClassDescription.Attribute(
                attribute.name(),
                type,
                isMany ? declaring : null,
                attribute.index(),
                attribute.unique(),
                attribute.inverse(),
                attribute.part(),
                attribute.formerNames());
    }

    private static boolean isOfObjects(Type type) {
        return type instanceof Type.Reference
                || type instanceof Type.Many many && many.element() instanceof Type.Reference;
    }

    // ---- types

    /** @throws IllegalArgumentException if there is no such type */
    private Type type(DraftType text, boolean isWhole) {
        boolean isBytes =
                text.isArray() && text.name().equals("byte") && text.arguments().isEmpty();
        if (isBytes) {
            return new Type.Value(BYTES);
        }
        if (text.isArray()
                || CONTAINERS.containsKey(text.name()) && !text.arguments().isEmpty()) {
            if (!isWhole) {
                throw new IllegalArgumentException(
                        "found a collection of collections; expected a class for what an inner collection holds");
            }
            return many(text);
        }
        if (text.name().equals("Optional") && text.arguments().size() == 1) {
            DraftType content = text.arguments().get(0);
            return type(
                    new DraftType(
                            BOXES.getOrDefault(content.name(), content.name()), content.arguments(), content.isArray()),
                    false);
        }
        if (!text.arguments().isEmpty()) {
            throw new IllegalArgumentException("found " + text + "; expected arguments only behind "
                    + String.join(", ", new TreeSet<>(CONTAINERS.keySet())) + " and Optional");
        }
        return named(text.name());
    }

    private Type many(DraftType text) {
        if (text.isArray()) {
            return new Type.Many(Container.ARRAY, null, type(text.component(), false));
        }
        Container container = Objects.requireNonNull(CONTAINERS.get(text.name()));
        boolean isMap = container == Container.MAP || container == Container.SORTED_MAP;
        if (text.arguments().size() != (isMap ? 2 : 1)) {
            throw new IllegalArgumentException(
                    "found " + text + "; expected " + text.name() + (isMap ? "<key, value>" : "<member>"));
        }
        Type key = isMap ? member(text.arguments().get(0), true) : null;
        return new Type.Many(
                container,
                key,
                member(
                        text.arguments().get(isMap ? 1 : 0),
                        container == Container.SET || container == Container.SORTED_SET));
    }

    private Type member(DraftType text, boolean isDistinct) {
        if (BOXES.containsKey(text.name()) && !text.isArray()) {
            throw new IllegalArgumentException(
                    "found " + text + " as member of a collection; expected " + BOXES.get(text.name()));
        }
        Type type = type(text, false);
        if (isDistinct && type instanceof Type.Value value && value.name().equals(BYTES)) {
            throw new IllegalArgumentException(
                    "found byte[] in a set or as a key; expected String or UUID, because arrays are equal only to themselves");
        }
        return type;
    }

    private Type named(String name) {
        if (classes.containsKey(name)) {
            return new Type.Reference(name);
        }
        if (records.containsKey(name)) {
            return record(Objects.requireNonNull(records.get(name)));
        }
        if (enums.containsKey(name)) {
            return new Type.Constant(Objects.requireNonNull(enums.get(name)).javaName());
        }
        if (!ValueType.isName(name)) {
            throw new IllegalArgumentException("found the type " + name + "; expected " + expected());
        }
        return new Type.Value(name);
    }

    private String expected() {
        List<String> own = new ArrayList<>(classes.keySet());
        own.addAll(records.keySet());
        own.addAll(enums.keySet());
        return "a class, record or enum of the model (" + listed(own) + "), a value ("
                + String.join(", ", ValueType.names()) + "), or "
                + CONTAINERS.keySet().stream()
                        .sorted()
                        .map(container -> container + (container.endsWith("Map") ? "<K, V>" : "<T>"))
                        .collect(Collectors.joining(", "))
                + ", T[] of them";
    }

    private String others(String name) {
        List<String> all = new ArrayList<>(classes.keySet());
        all.remove(name);
        return listed(all);
    }

    private static String listed(List<String> names) {
        return names.isEmpty()
                ? "none"
                : names.stream().limit(20).collect(Collectors.joining(", ")) + (names.size() > 20 ? " ..." : "");
    }

    private void problem(String place, String key, String message) {
        problems.add(new Problem(place, key, message));
    }
}
