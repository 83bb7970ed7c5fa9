package dev.espalier.internal.catalog.match;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.catalog.tables.StoredAttributes.Line;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stored attributes by their names in the database, in the order of their numbers, and by all names that programs have given them. */
final class NamedLines {

    private final Map<String, Line> lines;
    /** The stored names by each name in a program, in the order of the lines. */
    private final Map<String, List<String>> called = new HashMap<>();

    NamedLines(Map<String, Line> lines) {
        this.lines = Collections.unmodifiableMap(lines);
        lines.forEach((name, line) -> {
            add(name, name);
            line.names().stream().filter(one -> !one.equals(name)).forEach(one -> add(one, name));
        });
    }

    private void add(String inProgram, String name) {
        called.computeIfAbsent(inProgram, one -> new ArrayList<>(1)).add(name);
    }

    Map<String, Line> all() {
        return lines;
    }

    boolean contains(String name) {
        return lines.containsKey(name);
    }

    @Nullable
    Line find(String name) {
        return lines.get(name);
    }

    Line line(String name) {
        return requireNonNull(lines.get(name), name);
    }

    /** Returns the stored names of the attributes that have this name, or that a program has called so; the newest first. */
    List<String> called(String inProgram) {
        List<String> found = called.getOrDefault(inProgram, List.of());
        if (found.size() < 2) {
            return Collections.unmodifiableList(found);
        }
        return found.stream()
                .sorted(Comparator.comparingInt((String name) -> line(name).number())
                        .reversed())
                .toList();
    }

    /** Returns the stored name of the oldest attribute that a program has called so, other than by its stored name; or null. */
    @Nullable
    String oldestCalled(String inProgram) {
        return called.getOrDefault(inProgram, List.of()).stream()
                .filter(name -> line(name).names().contains(inProgram))
                .findFirst()
                .orElse(null);
    }
}
