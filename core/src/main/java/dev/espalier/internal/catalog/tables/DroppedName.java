package dev.espalier.internal.catalog.tables;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A class, an attribute, an enum, a constant or an index that was dropped for good.
 *
 * @param names the further names in Java
 * @param number the permanent number; 0 for an index
 * @param storage the table or the columns: none of these names is given again
 * @param occasion when it was dropped, and by which program
 */
public record DroppedName(LineKey key, Set<String> names, int number, List<Storage> storage, Occasion occasion) {

    /**
     * When something was dropped, and by which program.
     *
     * @param time as {@link java.time.Instant} writes it
     */
    public record Occasion(String time, String program) {
        public Occasion {
            requireNonNull(time);
            requireNonNull(program);
        }

        @Override
        public String toString() {
            return time + " by " + program;
        }
    }

    /**
     * A table or a column.
     *
     * @param column empty for a table
     */
    public record Storage(String table, String column) {
        public Storage {
            requireNonNull(table);
            requireNonNull(column);
        }

        public boolean isColumn() {
            return !column.isEmpty();
        }

        /** The name for people; no two have the same. */
        @Override
        public String toString() {
            return isColumn() ? table + "." + column : table;
        }
    }

    public DroppedName {
        requireNonNull(key);
        requireNonNull(occasion);
        names = Set.copyOf(names);
        storage = List.copyOf(storage);
    }

    DroppedName droppedAt(String time) {
        return new DroppedName(key, names, number, storage, new Occasion(time, occasion.program()));
    }

    DroppedName droppedBy(String program) {
        return new DroppedName(key, names, number, storage, new Occasion(occasion.time(), program));
    }

    DroppedName named(String name) {
        Set<String> more = new TreeSet<>(names);
        more.add(name);
        return new DroppedName(key, more, number, storage, occasion);
    }

    DroppedName storedIn(Storage place) {
        List<Storage> more = new ArrayList<>(storage);
        more.add(place);
        return new DroppedName(key, names, number, more, occasion);
    }

    /** Whether it is an attribute that has, or had, that name in its class. */
    public boolean isNamed(String className, String path) {
        if (key.kind() != LineKey.Kind.ATTRIBUTE || !key.owner().equals(className)) {
            return false;
        }
        int name = path.lastIndexOf('.') + 1;
        return key.path().equals(path)
                || key.path().startsWith(path.substring(0, name))
                        && key.path().indexOf('.', name) < 0
                        && names.contains(path.substring(name));
    }
}
