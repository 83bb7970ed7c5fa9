package dev.espalier.internal.catalog.tables;

import static java.util.Objects.requireNonNull;

/**
 * The type of a line of {@link StoredAttributes}. Immutable.
 *
 * @param word the name of a type of values, {@link #REFERENCE}, {@link #ENUM}, {@link #RECORD}, what a collection is, or what else the line stands for
 * @param target the class, the enum or the record; empty for all other types
 */
public record StoredType(String word, String target) {

    /** Of a class that has objects of its own. */
    public static final StoredType CLASS = of("class");

    /** Of a class that has none. */
    public static final StoredType ABSTRACT = of("abstract");

    public static final String REFERENCE = "reference";
    public static final String ENUM = "enum";
    public static final String RECORD = "record";

    public StoredType {
        requireNonNull(word);
        requireNonNull(target);
    }

    /** A type that its word says. */
    public static StoredType of(String word) {
        return new StoredType(word, "");
    }

    /** The type of references to a class. */
    public static StoredType reference(String className) {
        return new StoredType(REFERENCE, className);
    }

    /** The type of the constants of an enum. */
    public static StoredType ofEnum(String name) {
        return new StoredType(ENUM, name);
    }

    /** The type of embedded records. */
    public static StoredType record(String name) {
        return new StoredType(RECORD, name);
    }

    public boolean isReference() {
        return word.equals(REFERENCE);
    }

    /** Whether its values are constants of an enum. */
    public boolean isEnum() {
        return word.equals(ENUM) && !target.isEmpty();
    }

    /** Whether its values are embedded records. */
    public boolean isRecord() {
        return word.equals(RECORD);
    }

    @Override
    public String toString() {
        return target.isEmpty() ? word : word + " " + target;
    }
}
