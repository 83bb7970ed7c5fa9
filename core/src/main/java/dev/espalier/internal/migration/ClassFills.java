package dev.espalier.internal.migration;

import dev.espalier.internal.catalog.match.Fill;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The attributes that only the program can compute, of a class and of those below it: they are computed together, object by object.
 *
 * @param top an attribute of the topmost class
 * @param byClass the attributes by the database's names of their classes
 */
record ClassFills(Fill top, Map<String, List<Fill>> byClass) {

    /** @param byStatement the attributes that statements fill */
    static Collection<ClassFills> of(List<Fill> fills, Set<Fill> byStatement) {
        List<Fill> others =
                fills.stream().filter(fill -> !byStatement.contains(fill)).toList();
        return grouped(others.stream().filter(fill -> hasObjects(fill, others)).toList());
    }

    /** Objects of an abstract class are those of the classes below it, and one of them must be left. */
    private static boolean hasObjects(Fill fill, List<Fill> others) {
        return !fill.type().isAbstract()
                || others.stream()
                        .anyMatch(other ->
                                other.attribute().name().equals(fill.attribute().name())
                                        && !other.type().isAbstract()
                                        && other.type().isSubclassOf(fill.type()));
    }

    private static Collection<ClassFills> grouped(List<Fill> fills) {
        List<ClassFills> groups = new ArrayList<>();
        for (Fill fill : fills) {
            Fill top = fills.stream()
                    .filter(other -> fill.type().isSubclassOf(other.type()))
                    .reduce(fill, (a, b) -> a.type().isSubclassOf(b.type()) && a.type() != b.type() ? b : a);
            ClassFills group = groups.stream()
                    .filter(known -> known.top.type() == top.type())
                    .findFirst()
                    .orElseGet(() -> {
                        ClassFills added = new ClassFills(top, new LinkedHashMap<>());
                        groups.add(added);
                        return added;
                    });
            group.byClass
                    .computeIfAbsent(fill.className(), name -> new ArrayList<>())
                    .add(fill);
        }
        return groups;
    }

    /** The attributes of the objects of one class. */
    List<Fill> of(String className) {
        return byClass.getOrDefault(className, List.of());
    }

    /** The names of all attributes. */
    List<String> attributes() {
        return byClass.values().stream()
                .flatMap(List::stream)
                .map(fill -> fill.attribute().name())
                .distinct()
                .toList();
    }
}
