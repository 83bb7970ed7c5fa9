package dev.espalier.internal.catalog.tables;

import dev.espalier.internal.schema.TableSubject;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
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

    private final NamesInJava<String> classes = new NamesInJava<>();
    private final NamesInJava<TableSubject> lists = new NamesInJava<>();

    /** The Java names of subjects, and the subjects of each Java name. */
    private static final class NamesInJava<S> {

        private final TreeMap<S, Set<String>> javaNames = new TreeMap<>();
        private final Map<String, Set<S>> subjects = new HashMap<>();

        Set<String> add(S subject) {
            return javaNames.computeIfAbsent(subject, n -> new TreeSet<>());
        }

        void add(S subject, String javaName) {
            add(subject).add(javaName);
            subjects.computeIfAbsent(javaName, n -> new TreeSet<>()).add(subject);
        }

        void removeJavaName(String javaName) {
            Set<S> before = subjects.remove(javaName);
            if (before != null) {
                before.forEach(subject -> of(javaNames, subject).remove(javaName));
            }
        }

        void removeSubject(S subject) {
            Set<String> names = javaNames.remove(subject);
            if (names != null) {
                names.forEach(javaName -> of(subjects, javaName).remove(subject));
            }
        }

        private static <K, V> Set<V> of(Map<K, Set<V>> names, K name) {
            return names.getOrDefault(name, Set.of()); // what stands on one side stands on the other
        }

        Set<String> of(S subject) {
            return javaNames.getOrDefault(subject, Set.of());
        }

        Set<S> subjectsOf(String javaName) {
            return subjects.getOrDefault(javaName, Set.of());
        }

        void named(Function<S, TableSubject> subjectOf, Map<TableSubject, Set<String>> named) {
            javaNames.forEach((subject, names) -> {
                if (!names.isEmpty()) {
                    named.put(subjectOf.apply(subject), Collections.unmodifiableSortedSet(new TreeSet<>(names)));
                }
            });
        }
    }

    /** The names in a description, which stays as it is. */
    public StoredNames(Description description) {
        description.tables().keySet().forEach(subject -> {
            classes.add(subject.className());
            if (!subject.isClass()) {
                lists.add(subject);
            }
        });
        description
                .structure()
                .subjects(Structure.Kind.CLASS)
                .forEach(table -> description.structure().of(table).forEach(classes::add));
        description.javaNames().forEach((subject, names) -> {
            if (subject.isClass()) {
                names.forEach(javaName -> classes.add(subject.className(), javaName));
            } else {
                names.forEach(javaName -> lists.add(subject, javaName));
            }
        });
    }

    /** The part of the name after the last dot. */
    public static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    public Set<String> classes() {
        return classes.javaNames.keySet();
    }

    public Set<TableSubject> lists() {
        return lists.javaNames.keySet();
    }

    /** The collections of one class. */
    public Set<TableSubject> listsOfClass(String type) {
        return lists.javaNames.tailMap(new TableSubject(type, " ")).keySet().stream() // no name comes before a space
                .takeWhile(list -> list.className().equals(type))
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
    public Set<TableSubject> listsOf(String javaField) {
        return lists.subjectsOf(javaField);
    }

    /** Whether a program has called the field of a collection so. */
    public boolean isCalled(TableSubject list, String field) {
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
    public void addList(TableSubject list, String javaField, boolean isNamedSo) {
        lists.removeJavaName(javaField);
        lists.add(list);
        if (!isNamedSo) {
            lists.add(list, javaField);
        }
    }

    /** Forgets classes and collections that are dropped. */
    public void remove(Set<String> droppedClasses, Set<TableSubject> droppedLists) {
        droppedClasses.forEach(classes::removeSubject);
        droppedLists.forEach(lists::removeSubject);
    }

    /** The Java names by subject; those that have none are left out. */
    public Map<TableSubject, Set<String>> javaNames() {
        Map<TableSubject, Set<String>> named = new TreeMap<>();
        classes.named(TableSubject::ofClass, named);
        lists.named(list -> list, named);
        return named;
    }
}
