package dev.espalier.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.EnumDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.RecordDraft;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The model of the database, as the page shows it: classes with their attributes, and which of these lead to other classes. Immutable. */
final class ModelView {

    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_$.]+");

    private final ModelDraft draft;
    private final Map<String, ClassDraft> classes;
    private final Map<String, RecordDraft> records;
    private final Shapes shapes;

    /** The kinds of contents of an attribute. */
    enum Kind {
        VALUE,
        RECORD,
        REFERENCE,
        VALUES,
        OBJECTS,
        MAP
    }

    /**
     * An attribute of a class.
     *
     * @param target the class that a reference or the members of a collection have, or the keys of a map if its values are none; null for values
     */
    record Attribute(
            AttributeDraft draft, Kind kind, @Nullable String target) {
        String name() {
            return draft.name();
        }
    }

    private ModelView(ModelDraft draft) {
        this.draft = draft;
        this.classes = draft.classes().stream()
                .collect(Collectors.toMap(ClassDraft::name, type -> type, (a, b) -> a, LinkedHashMap::new));
        this.records = draft.records().stream().collect(Collectors.toMap(RecordDraft::name, type -> type, (a, b) -> a));
        this.shapes = new Shapes(draft);
    }

    static ModelView of(ModelDraft draft) {
        return new ModelView(draft);
    }

    boolean has(String className) {
        return classes.containsKey(className);
    }

    /** @throws RequestException if there is no such class */
    String checkedName(String className) {
        if (!has(className)) {
            throw new RequestException(
                    "class: found '" + className + "'; expected one of " + String.join(", ", classNames()));
        }
        return className;
    }

    /** Returns the names of the collections of objects that a class and its subclasses have. */
    Set<String> collectionsBelow(String className) {
        return attributesBelow(className).stream()
                .filter(attribute -> attribute.kind() == Kind.OBJECTS)
                .map(Attribute::name)
                .collect(Collectors.toSet());
    }

    /** Returns the names of the attributes with parts that a class and its subclasses have. */
    Set<String> partsBelow(String className) {
        return attributesBelow(className).stream()
                .filter(attribute -> attribute.draft().part())
                .map(Attribute::name)
                .collect(Collectors.toSet());
    }

    /** Returns the paths from a class and its subclasses to the parts of what they refer to, by whatever relation. */
    Set<String> partsOfReferred(String className) {
        Set<String> found = new HashSet<>();
        attributesBelow(className).forEach(attribute -> addPartsOfReferred(attribute.name(), shape(attribute), found));
        return found;
    }

    private void addPartsOfReferred(String path, Shape shape, Set<String> into) {
        if (shape.kind() == Shape.Kind.REFERENCE) {
            partsBelow(shape.type()).forEach(part -> into.add(path + "." + part));
        }
        if (shape.key() != null) {
            addPartsOfReferred(path, shape.key(), into);
        }
        if (shape.member() != null) {
            addPartsOfReferred(path, shape.member(), into);
        }
        shape.components().forEach((name, component) -> addPartsOfReferred(path + "." + name, component, into));
    }

    /** Returns what an attribute can hold. */
    Shape shape(Attribute attribute) {
        return shapes.of(attribute.draft().type());
    }

    List<String> classNames() {
        return List.copyOf(classes.keySet());
    }

    /** Returns the attributes that a class declares and inherits, inherited ones first. */
    List<Attribute> attributes(String className) {
        Map<String, Attribute> found = new LinkedHashMap<>();
        collect(className, found, new HashSet<>());
        return List.copyOf(found.values());
    }

    private void collect(String className, Map<String, Attribute> into, Set<String> visited) {
        ClassDraft type = classes.get(className);
        if (type == null || !visited.add(className)) {
            return;
        }
        type.superclasses().forEach(superclass -> collect(superclass, into, visited));
        type.attributes().forEach(attribute -> into.put(attribute.name(), view(attribute)));
    }

    /** Returns a class and all classes below it. */
    Set<String> withSubclasses(String className) {
        Set<String> found = new LinkedHashSet<>(List.of(className));
        boolean hasMore = true;
        while (hasMore) {
            hasMore = false;
            for (ClassDraft type : classes.values()) {
                if (type.superclasses().stream().anyMatch(found::contains)) {
                    hasMore |= found.add(type.name());
                }
            }
        }
        return found;
    }

    /** Returns a class and all classes above it. */
    private Set<String> withSuperclasses(String className) {
        Set<String> found = new LinkedHashSet<>();
        collectSuperclasses(className, found);
        return found;
    }

    private void collectSuperclasses(String className, Set<String> into) {
        ClassDraft type = classes.get(className);
        if (type != null && into.add(className)) {
            type.superclasses().forEach(superclass -> collectSuperclasses(superclass, into));
        }
    }

    /** The attributes of a class and its subclasses, each once. */
    List<Attribute> attributesBelow(String className) {
        Map<String, Attribute> found = new LinkedHashMap<>();
        withSubclasses(className)
                .forEach(type -> attributes(type).forEach(attribute -> found.putIfAbsent(attribute.name(), attribute)));
        return List.copyOf(found.values());
    }

    /** Returns the texts by which objects of a class and its subclasses are found, by class; a subclass is left out if it has the same one as a class above it. */
    Map<String, String> textsBelow(String className) {
        Map<String, String> found = new LinkedHashMap<>();
        for (String type : withSubclasses(className)) {
            text(type)
                    .filter(text -> withSuperclasses(type).stream().noneMatch(above -> text.equals(found.get(above))))
                    .ifPresent(text -> found.put(type, text));
        }
        return found;
    }

    /** The path of the text that stands for an object: its name or title, else its first text, else the first one within a record. */
    private Optional<String> text(String className) {
        List<Attribute> all = attributes(className);
        List<String> texts = all.stream()
                .filter(attribute -> attribute.draft().type().equals("String"))
                .map(Attribute::name)
                .toList();
        return texts.stream()
                .filter(name -> name.equals("name") || name.equals("title"))
                .findFirst()
                .or(() -> texts.stream().findFirst())
                .or(() -> all.stream()
                        .flatMap(attribute -> textsWithin(attribute.name(), shape(attribute)))
                        .findFirst());
    }

    private static Stream<String> textsWithin(String path, Shape shape) {
        return shape.components().entrySet().stream()
                .flatMap(one -> one.getValue().type().equals("String")
                        ? Stream.of(path + "." + one.getKey())
                        : textsWithin(path + "." + one.getKey(), one.getValue()));
    }

    /**
     * A stored relation that may lead to objects of a class.
     *
     * @param owner the class that declares it
     * @param path its name; with components of records, as a query names them: {@code lines.product}
     * @param isKey whether the objects are keys of a map, or in records that are: no query reaches these
     */
    record Relation(String owner, String path, boolean isKey) {
        String name() {
            return (isKey ? "keys of " : "") + owner + "." + path;
        }

        /** The relation's attribute, without components. */
        String attribute() {
            return owner + "." + path.replaceFirst("\\..*", "");
        }
    }

    /** Returns the relations that may lead to objects of a class, those to its superclasses and those within records included; without derived ones. */
    List<Relation> relationsTo(String className) {
        Set<String> targets = withSuperclasses(className);
        List<Relation> found = new ArrayList<>();
        for (ClassDraft type : classes.values()) {
            for (AttributeDraft attribute : type.attributes()) {
                if (attribute.inverse() == null) {
                    Relation relation = new Relation(type.name(), attribute.name(), false);
                    addRelations(relation, shapes.of(attribute.type()), targets, found);
                }
            }
        }
        return found;
    }

    private static void addRelations(Relation relation, Shape shape, Set<String> targets, List<Relation> into) {
        if (shape.kind() == Shape.Kind.REFERENCE && targets.contains(shape.type())) {
            into.add(relation);
        }
        if (shape.key() != null) {
            addRelations(new Relation(relation.owner(), relation.path(), true), shape.key(), targets, into);
        }
        if (shape.member() != null) {
            addRelations(relation, shape.member(), targets, into);
        }
        shape.components().forEach((name, component) -> {
            Relation inside = new Relation(relation.owner(), relation.path() + "." + name, relation.isKey());
            addRelations(inside, component, targets, into);
        });
    }

    private Attribute view(AttributeDraft attribute) {
        List<String> names = namesIn(attribute.type());
        String target = names.stream()
                .filter(classes::containsKey)
                .reduce((first, second) -> second)
                .orElse(null);
        boolean isMap = names.get(0).endsWith("Map");
        boolean isMany = isMap
                || attribute.type().contains("[]") && !attribute.type().equals("byte[]")
                || names.size() > 1 && !names.get(0).endsWith("Optional");
        Kind kind = isMap
                ? Kind.MAP
                : isMany
                        ? target == null ? Kind.VALUES : Kind.OBJECTS
                        : target != null
                                ? Kind.REFERENCE
                                : records.containsKey(names.get(names.size() - 1)) ? Kind.RECORD : Kind.VALUE;
        return new Attribute(attribute, kind, target);
    }

    private static List<String> namesIn(String type) {
        List<String> names = new ArrayList<>();
        Matcher name = NAME.matcher(type);
        while (name.find()) {
            names.add(name.group());
        }
        return names;
    }

    /** Returns the whole model. */
    ObjectNode json() {
        ObjectNode json = Json.object();
        ArrayNode all = json.putArray("classes");
        for (ClassDraft type : classes.values()) {
            ObjectNode one = all.addObject().put("name", type.name()).put("isAbstract", type.isAbstract());
            type.superclasses().forEach(one.putArray("superclasses")::add);
            type.javaNames().forEach(one.putArray("javaNames")::add);
            Set<String> own =
                    type.attributes().stream().map(AttributeDraft::name).collect(Collectors.toSet());
            ArrayNode attributes = one.putArray("attributes");
            attributes(type.name())
                    .forEach(attribute ->
                            attributes.add(json(attribute).put("isInherited", !own.contains(attribute.name()))));
        }
        ArrayNode allRecords = json.putArray("records");
        for (RecordDraft type : draft.records()) {
            ArrayNode components =
                    allRecords.addObject().put("name", type.name()).putArray("components");
            type.components().forEach(component -> components.add(json(view(component))));
        }
        ArrayNode allEnums = json.putArray("enums");
        for (EnumDraft type : draft.enums()) {
            type.constants()
                    .forEach(allEnums.addObject().put("name", type.name()).putArray("constants")::add);
        }
        return json;
    }

    private static ObjectNode json(Attribute attribute) {
        AttributeDraft draft = attribute.draft();
        return Json.object()
                .put("name", draft.name())
                .put("type", draft.type())
                .put("kind", attribute.kind().name().toLowerCase(java.util.Locale.ROOT))
                .put("target", attribute.target())
                .put("hasIndex", draft.index())
                .put("isUnique", draft.unique())
                .put("inverse", draft.inverse())
                .put("isPart", draft.part());
    }
}
