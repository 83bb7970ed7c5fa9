package dev.espalier.cli;

import dev.espalier.evolution.StoredClass;
import dev.espalier.evolution.StoredEnum;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The classes and fields of a database, for completion and colours. Immutable.
 *
 * @param classes by their names
 * @param names all by which a query may name a class: its own, those that programs have for it, and the last parts of both
 * @param enums the constants by the names of their enums
 */
record ShellCatalog(Map<String, Type> classes, Set<String> names, Map<String, List<String>> enums) {

    /** A place from which a path can go on: a class, or a record. */
    record Type(String name, Set<String> superclasses, Map<String, Field> fields) {}

    /**
     * An attribute or a component.
     *
     * @param type for people
     * @param target the class that it leads to; null for none
     * @param ofEnum the enum of its constants, or of its members; null for none
     * @param components of a record; empty for none
     */
    record Field(
            String name,
            String type,
            @Nullable String target,
            @Nullable String ofEnum,
            Map<String, Field> components) {}

    static ShellCatalog of(List<StoredClass> stored, List<StoredEnum> storedEnums) {
        Map<String, Type> classes = new TreeMap<>();
        for (StoredClass one : stored) {
            Map<String, StoredClass.Attribute> byPath = new LinkedHashMap<>();
            one.attributes().forEach(attribute -> byPath.put(attribute.path(), attribute));
            classes.put(one.name(), new Type(one.name(), Set.copyOf(one.superclasses()), fields(byPath, "")));
        }
        Set<String> names = new HashSet<>();
        stored.stream()
                .flatMap(one -> Stream.concat(Stream.of(one.name()), one.javaNames().stream()))
                .forEach(name -> names.addAll(List.of(name, name.substring(name.lastIndexOf('.') + 1))));
        Map<String, List<String>> enums = new HashMap<>();
        storedEnums.forEach(one -> enums.put(
                one.name(),
                one.constants().stream().map(StoredEnum.Constant::name).toList()));
        return new ShellCatalog(classes, names, enums);
    }

    private static Map<String, Field> fields(Map<String, StoredClass.Attribute> byPath, String prefix) {
        Map<String, Field> fields = new LinkedHashMap<>();
        byPath.forEach((path, attribute) -> {
            String name = path.startsWith(prefix) ? path.substring(prefix.length()) : "";
            if (!name.isEmpty() && name.indexOf('.') < 0) {
                StoredClass.Attribute member = byPath.get(path + ".value");
                StoredClass.Type own = attribute.types().get(0);
                boolean isCollection = member != null && own.word().matches("(sorted-)?(list|set|map|array)|one");
                StoredClass.Type type =
                        member != null && isCollection ? member.types().get(0) : own;
                fields.put(
                        name,
                        new Field(
                                name,
                                isCollection ? own + " of " + type : type.toString(),
                                type.word().equals("reference") ? type.target() : null,
                                type.word().equals("enum") ? type.target() : null,
                                fields(byPath, (isCollection ? path + ".value" : path) + ".")));
            }
        });
        return fields;
    }

    /** The constants that a field can have, or its members; none if it is of no enum. */
    List<String> constants(Field field) {
        return field.ofEnum() == null ? List.of() : enums.getOrDefault(field.ofEnum(), List.of());
    }

    @Nullable
    Type type(String name) {
        return classes.get(name);
    }

    /** The class or record that a field leads to; null for a value. */
    @Nullable
    Type behind(Field field) {
        if (field.target() != null) {
            return classes.get(field.target());
        }
        return field.components().isEmpty() ? null : new Type(field.type(), Set.of(), field.components());
    }

    /** The field of a class, or of one below it. */
    @Nullable
    Field field(Type type, String name) {
        Field own = type.fields().get(name);
        if (own != null) {
            return own;
        }
        return classes.values().stream()
                .filter(other -> other.superclasses().contains(type.name()))
                .map(other -> other.fields().get(name))
                .filter(found -> found != null)
                .findFirst()
                .orElse(null);
    }

    /** The steps from other objects to those of a class, for example {@code <Order.buyer}. */
    List<String> inverseSteps(Type type) {
        List<String> steps = new ArrayList<>();
        classes.values()
                .forEach(other -> other.fields().values().forEach(field -> {
                    Type target = field.target() == null ? null : classes.get(field.target());
                    boolean isInherited = other.superclasses().stream()
                            .anyMatch(above -> classes.containsKey(above)
                                    && classes.get(above).fields().containsKey(field.name()));
                    if (target != null
                            && !isInherited
                            && (target.name().equals(type.name())
                                    || type.superclasses().contains(target.name())
                                    || target.superclasses().contains(type.name()))) {
                        steps.add("<" + other.name() + "." + field.name());
                    }
                }));
        return steps;
    }
}
