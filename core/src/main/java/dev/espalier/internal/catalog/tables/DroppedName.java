package dev.espalier.internal.catalog.tables;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A class, an attribute, an enum constant or an index that was dropped for good.
 *
 * @param key the class, for an attribute a space and its path
 * @param names the further names in Java
 * @param number the permanent number; 0 for an index
 * @param storage the table, or the columns as {@code table.column}: none of these names is given again
 * @param when the time, and the program
 */
public record DroppedName(String key, Set<String> names, int number, List<String> storage, String when) {

    public DroppedName {
        requireNonNull(key);
        requireNonNull(when);
        names = Set.copyOf(names);
        storage = List.copyOf(storage);
    }

    DroppedName named(String name) {
        Set<String> more = new TreeSet<>(names);
        more.add(name);
        return new DroppedName(key, more, number, storage, when);
    }

    DroppedName storedIn(String name) {
        List<String> more = new ArrayList<>(storage);
        more.add(name);
        return new DroppedName(key, names, number, more, when);
    }

    /** Whether it is an attribute that has, or had, that name in its class. */
    public boolean isNamed(String className, String path) {
        int dot = path.lastIndexOf('.') + 1;
        String prefix = className + " " + path.substring(0, dot);
        return key.equals(className + " " + path)
                || key.startsWith(prefix)
                        && key.indexOf('.', prefix.length()) < 0
                        && names.contains(path.substring(dot));
    }
}
