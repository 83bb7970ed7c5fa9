package dev.espalier.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which Java classes and fields are kept under which names, as text that is kept in the database beside {@link StoredModel}'s. One name a line; the
 * Java names come from several programs, some of which may be older versions.
 *
 * <pre>
 * class Order: shop.Order, shop.Purchase
 * list Order.lines: shop.Purchase.items      only where class or field is called otherwise in Java
 * </pre>
 *
 * <p>A class without a line is one of a database that was made before there were such lines.
 */
final class StoredNames {

    private final Map<String, Set<String>> classes = new TreeMap<>();
    private final Map<String, Set<String>> lists = new TreeMap<>();

    /** Reads a text, which may be null, and the names in the other two. */
    static StoredNames of(String names, String model, String structure) {
        StoredNames read = new StoredNames();
        StoredModel.lines(model).keySet().forEach(subject -> {
            String name = subject.substring(subject.indexOf(' ') + 1);
            if (subject.startsWith("class ")) {
                read.classes.put(name, new TreeSet<>());
            } else {
                read.lists.put(name, new TreeSet<>());
                read.classes.computeIfAbsent(declaring(name), n -> new TreeSet<>());
            }
        });
        StoredStructure.parse(structure == null ? "" : structure).forEach((fact, words) -> {
            if (fact.startsWith("class ")) {
                words.forEach(name -> read.classes.computeIfAbsent(name, n -> new TreeSet<>()));
            }
        });
        StoredModel.lines(names == null ? "" : names).forEach((subject, javaNames) -> {
            Map<String, Set<String>> kept = subject.startsWith("class ") ? read.classes : read.lists;
            kept.computeIfAbsent(subject.substring(subject.indexOf(' ') + 1), n -> new TreeSet<>()).addAll(List.of(javaNames.split(", ")));
        });
        return read;
    }

    /** The class in the name of a collection. */
    static String declaring(String list) {
        return list.substring(0, list.lastIndexOf('.'));
    }

    /** The part of the name after the last dot. */
    static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    Set<String> classes() {
        return classes.keySet();
    }

    Set<String> lists() {
        return lists.keySet();
    }

    /** The Java names of a class; empty if no program has stored one. */
    Set<String> javaNames(String type) {
        return classes.getOrDefault(type, Set.of());
    }

    /** Whether a collection was said to be that field of Java. */
    boolean isOf(String list, String javaField) {
        return lists.getOrDefault(list, Set.of()).contains(javaField);
    }

    /** Whether a program has called the field of a collection so. */
    boolean isCalled(String list, String field) {
        return lists.getOrDefault(list, Set.of()).stream().anyMatch(javaField -> simple(javaField).equals(field));
    }

    /** The simple names that a class has in Java; its name where no program has said. */
    Set<String> simpleNames(String type) {
        Collection<String> names = javaNames(type).isEmpty() ? List.of(type) : javaNames(type);
        return names.stream().map(StoredNames::simple).collect(Collectors.toSet());
    }

    /** From now on that Java class is kept under that name, and under no other. */
    void addClass(String type, String javaName) {
        classes.values().forEach(names -> names.remove(javaName));
        classes.computeIfAbsent(type, n -> new TreeSet<>()).add(javaName);
    }

    /** The same for a field; one whose name is the collection's needs no line. */
    void addList(String list, String javaField, boolean isNamedSo) {
        lists.values().forEach(fields -> fields.remove(javaField));
        Set<String> fields = lists.computeIfAbsent(list, n -> new TreeSet<>());
        if (!isNamedSo) {
            fields.add(javaField);
        }
    }

    /** Forgets classes and collections that are dropped. */
    void remove(Set<String> droppedClasses, Set<String> droppedLists) {
        classes.keySet().removeAll(droppedClasses);
        lists.keySet().removeAll(droppedLists);
    }

    /** A class that is known by no Java name has no line. */
    String text() {
        List<String> lines = new ArrayList<>();
        classes.forEach((name, javaNames) -> add(lines, "class " + name, javaNames));
        lists.forEach((name, fields) -> add(lines, "list " + name, fields));
        return String.join("\n", lines);
    }

    private static void add(List<String> lines, String subject, Set<String> names) {
        if (!names.isEmpty()) {
            lines.add(subject + ": " + String.join(", ", names));
        }
    }
}
