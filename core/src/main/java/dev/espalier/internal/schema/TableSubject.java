package dev.espalier.internal.schema;

import static java.util.Objects.requireNonNull;

/**
 * A class or a collection that has a table, for example {@code class Order} or {@code list Order.lines}. Classes come before collections.
 *
 * @param className the database's name of the class, or of the class that had the collection first
 * @param collection the collection's name within that class; empty for a class
 */
public record TableSubject(String className, String collection) implements Comparable<TableSubject> {

    public TableSubject {
        requireNonNull(className);
        requireNonNull(collection);
    }

    /** Returns the subject of a class's table. */
    public static TableSubject ofClass(String name) {
        return new TableSubject(name, "");
    }

    public boolean isClass() {
        return collection.isEmpty();
    }

    /** The name for people. */
    public String name() {
        return isClass() ? className : className + "." + collection;
    }

    /** With what the paths begin whose columns are in the table. */
    public String prefix() {
        return isClass() ? "" : collection + ".";
    }

    @Override
    public int compareTo(TableSubject other) {
        int order = Boolean.compare(other.isClass(), isClass());
        order = order != 0 ? order : className.compareTo(other.className);
        return order != 0 ? order : collection.compareTo(other.collection);
    }

    @Override
    public String toString() {
        return (isClass() ? "class " : "list ") + name();
    }
}
