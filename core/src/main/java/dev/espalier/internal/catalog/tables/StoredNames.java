package dev.espalier.internal.catalog.tables;

import dev.espalier.internal.schema.TableSubject;
import dev.espalier.internal.schema.TableSubject.Kind;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which Java classes and fields are kept under which names. The Java names come from several programs, some of which may be older versions. For one thread.
 *
 * <pre>
 * class Order: shop.Order, shop.Purchase
 * list Order.lines: shop.Purchase.items      only if class or field is called otherwise in Java
 * </pre>
 */
public final class StoredNames {

    private final NamesInJava classes = new NamesInJava();
    private final NamesInJava lists = new NamesInJava();

    /** The Java names of subjects, and the subjects of each Java name. */
    private static final class NamesInJava {

        private final TreeMap<String, Set<String>> javaNames = new TreeMap<>();
        private final Map<String, Set<String>> subjects = new HashMap<>();

        Set<String> add(String subject) {
            return javaNames.computeIfAbsent(subject, n -> new TreeSet<>());
        }

        void add(String subject, String javaName) {
            add(subject).add(javaName);
            subjects.computeIfAbsent(javaName, n -> new TreeSet<>()).add(subject);
        }

        void removeJavaName(String javaName) {
            Set<String> before = subjects.remove(javaName);
            if (before != null) {
                before.forEach(subject -> of(javaNames, subject).remove(javaName));
            }
        }

        void removeSubject(String subject) {
            Set<String> names = javaNames.remove(subject);
            if (names != null) {
                names.forEach(javaName -> of(subjects, javaName).remove(subject));
            }
        }

        private static Set<String> of(Map<String, Set<String>> names, String name) {
            return names.getOrDefault(name, Set.of()); // what stands on one side stands on the other
        }

        Set<String> of(String subject) {
            return javaNames.getOrDefault(subject, Set.of());
        }

        Set<String> subjectsOf(String javaName) {
            return subjects.getOrDefault(javaName, Set.of());
        }

        void named(Kind kind, Map<TableSubject, Set<String>> named) {
            javaNames.forEach((name, names) -> {
                if (!names.isEmpty()) {
                    named.put(new TableSubject(kind, name), Collections.unmodifiableSortedSet(new TreeSet<>(names)));
                }
            });
        }
    }

    /** The names in a description, which stays as it is. */
    public StoredNames(Description description) {
        description.tables().keySet().forEach(subject -> {
            if (subject.isClass()) {
                classes.add(subject.name());
            } else {
                lists.add(subject.name());
                classes.add(declaring(subject.name()));
            }
        });
        description
                .structure()
                .subjects(Structure.Kind.CLASS)
                .forEach(table -> description.structure().of(table).forEach(classes::add));
        description.javaNames().forEach((subject, names) -> {
            NamesInJava kept = subject.isClass() ? classes : lists;
            names.forEach(javaName -> kept.add(subject.name(), javaName));
        });
    }

    /** The class in the name of a collection. */
    public static String declaring(String list) {
        return list.substring(0, list.lastIndexOf('.'));
    }

    /** The part of the name after the last dot. */
    public static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    public Set<String> classes() {
        return classes.javaNames.keySet();
    }

    public Set<String> lists() {
        return lists.javaNames.keySet();
    }

    /** The collections of one class. */
    public Set<String> listsOfClass(String type) {
        return lists.javaNames.subMap(type + ".", type + (char) ('.' + 1)).keySet().stream()
                .filter(list -> declaring(list).equals(type))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The Java names of a class; empty if no program has stored one. */
    public Set<String> javaNames(String type) {
        return classes.of(type);
    }

    /** The classes that programs have called so. */
    public Set<String> classesCalled(String javaName) {
        return classes.subjectsOf(javaName);
    }

    /** The collections that were said to be that field of Java. */
    public Set<String> listsOf(String javaField) {
        return lists.subjectsOf(javaField);
    }

    /** Whether a program has called the field of a collection so. */
    public boolean isCalled(String list, String field) {
        return lists.of(list).stream().anyMatch(javaField -> simple(javaField).equals(field));
    }

    /** The simple names that a class has in Java; its name if no program has said. */
    public Set<String> simpleNames(String type) {
        Collection<String> names = javaNames(type).isEmpty() ? List.of(type) : javaNames(type);
        return names.stream().map(StoredNames::simple).collect(Collectors.toSet());
    }

    /** From now on that Java class is kept under that name, and under no other. */
    public void addClass(String type, String javaName) {
        classes.removeJavaName(javaName);
        classes.add(type, javaName);
    }

    /** The same for a field; one whose name is the collection's needs no line. */
    public void addList(String list, String javaField, boolean isNamedSo) {
        lists.removeJavaName(javaField);
        lists.add(list);
        if (!isNamedSo) {
            lists.add(list, javaField);
        }
    }

    /** Forgets classes and collections that are dropped. */
    public void remove(Set<String> droppedClasses, Set<String> droppedLists) {
        droppedClasses.forEach(classes::removeSubject);
        droppedLists.forEach(lists::removeSubject);
    }

    /** The Java names by subject; those that have none are left out. */
    public Map<TableSubject, Set<String>> javaNames() {
        Map<TableSubject, Set<String>> named = new TreeMap<>();
        classes.named(Kind.CLASS, named);
        lists.named(Kind.LIST, named);
        return named;
    }
}
