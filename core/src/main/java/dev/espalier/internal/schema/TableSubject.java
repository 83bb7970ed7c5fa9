package dev.espalier.internal.schema;

import static java.util.Objects.requireNonNull;

import java.util.Locale;

/**
 * A class or a collection that has a table, for example {@code class Order} or {@code list Order.lines}. Classes come before collections.
 *
 * @param name the database's name of the class or of the collection
 */
public record TableSubject(Kind kind, String name) implements Comparable<TableSubject> {

    /** The kinds of subjects. */
    public enum Kind {
        CLASS,
        LIST;

        private final String word = name().toLowerCase(Locale.ROOT);

        /** Returns the word that the catalog has for it. */
        public String word() {
            return word;
        }

        /** Returns the kind of a word of the catalog. */
        public static Kind of(String word) {
            for (Kind kind : values()) {
                if (kind.word.equals(word)) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("found the kind " + word + " of a table");
        }
    }

    public TableSubject {
        requireNonNull(kind);
        requireNonNull(name);
    }

    /** Returns the subject of a class's table. */
    public static TableSubject ofClass(String name) {
        return new TableSubject(Kind.CLASS, name);
    }

    /** Returns the subject of a collection's table. */
    public static TableSubject ofList(String name) {
        return new TableSubject(Kind.LIST, name);
    }

    public boolean isClass() {
        return kind == Kind.CLASS;
    }

    @Override
    public int compareTo(TableSubject other) {
        return kind == other.kind ? name.compareTo(other.name) : kind.compareTo(other.kind);
    }

    @Override
    public String toString() {
        return kind.word + " " + name;
    }
}
