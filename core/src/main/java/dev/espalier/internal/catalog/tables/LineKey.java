package dev.espalier.internal.catalog.tables;

import static java.util.Objects.requireNonNull;

import java.util.Locale;

/**
 * Identifies a line of {@link StoredAttributes}, or what was dropped: {@code Dog}, {@code Dog age}, {@code enum shop.Status}, {@code enum shop.Status NEW} and
 * {@code index dog ix_dog_age} for people. The attributes of a class follow it, in the order of their paths; the enums follow all classes.
 *
 * @param owner the class or the enum; of an index the table
 * @param path of an attribute; the constant; the index; empty for a class and an enum
 */
public record LineKey(Kind kind, String owner, String path) implements Comparable<LineKey> {

    /** The kinds of lines and of what was dropped. */
    public enum Kind {
        CLASS(0),
        ATTRIBUTE(0),
        ENUM(1),
        CONSTANT(1),
        /** Has no line. */
        INDEX(2);

        /** Kinds of the same group stand together, ordered by their owners. */
        private final int group;

        private final String word = name().toLowerCase(Locale.ROOT);

        Kind(int group) {
            this.group = group;
        }

        /** Returns the word that the catalog has for it. */
        String word() {
            return word;
        }

        /** Returns the kind of a word of the catalog. */
        static Kind of(String word) {
            for (Kind kind : values()) {
                if (kind.word.equals(word)) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("found the kind " + word + " in the catalog");
        }
    }

    public LineKey {
        requireNonNull(kind);
        requireNonNull(owner);
        requireNonNull(path);
    }

    public static LineKey ofClass(String name) {
        return new LineKey(Kind.CLASS, name, "");
    }

    /** Returns the key of an attribute, given its path with the names of the database. */
    public static LineKey ofAttribute(String className, String path) {
        return new LineKey(Kind.ATTRIBUTE, className, path);
    }

    public static LineKey ofEnum(String name) {
        return new LineKey(Kind.ENUM, name, "");
    }

    public static LineKey ofConstant(String enumName, String constant) {
        return new LineKey(Kind.CONSTANT, enumName, constant);
    }

    public static LineKey ofIndex(String table, String index) {
        return new LineKey(Kind.INDEX, table, index);
    }

    @Override
    public int compareTo(LineKey other) {
        int order = kind.group - other.kind.group;
        order = order != 0 ? order : owner.compareTo(other.owner);
        order = order != 0 ? order : path.compareTo(other.path);
        return order != 0 ? order : kind.compareTo(other.kind);
    }

    @Override
    public String toString() {
        return switch (kind) {
            case CLASS -> owner;
            case ATTRIBUTE -> owner + " " + path;
            case ENUM -> "enum " + owner;
            case CONSTANT -> "enum " + owner + " " + path;
            case INDEX -> "index " + owner + " " + path;
        };
    }
}
