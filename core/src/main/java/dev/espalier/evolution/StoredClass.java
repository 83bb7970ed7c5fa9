package dev.espalier.evolution;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A class as the catalog of a database describes it. Immutable.
 *
 * @param name its name in the database, which never changes
 * @param number its permanent number, unique among all classes and attributes of the database
 * @param javaNames the canonical names that programs have for it
 * @param isAbstract whether it has no objects of its own
 * @param superclasses the names of all classes above it
 * @param bounds those that it declares for reads of its objects, with names of the database; null for none
 * @param attributes its attributes, inherited ones and components of records included, in the order of their numbers
 */
public record StoredClass(
        String name,
        int number,
        List<String> javaNames,
        boolean isAbstract,
        List<String> superclasses,
        @Nullable DefaultBounds bounds,
        List<Attribute> attributes) {

    /**
     * Makes a description.
     *
     * @param name its name in the database
     * @param number its permanent number
     * @param javaNames the names that programs have for it
     * @param isAbstract whether it has no objects of its own
     * @param superclasses the classes above it
     * @param bounds those that it declares, or null
     * @param attributes its attributes
     */
    public StoredClass {
        javaNames = List.copyOf(javaNames);
        superclasses = List.copyOf(superclasses);
        attributes = List.copyOf(attributes);
    }

    /**
     * One attribute.
     *
     * @param path its path in the class; {@code .key} and {@code .value} stand for the keys and members of a collection
     * @param number its permanent number
     * @param types its type, then those that programs of older versions have
     * @param columns its columns, or the table of a collection
     * @param inverseOf the reference of which a collection is the inverse; empty for all else
     * @param isPart whether the objects in it are parts of the object that has it
     * @param otherNames the names that programs have for it besides the last step of the path
     */
    public record Attribute(
            String path,
            int number,
            List<Type> types,
            List<String> columns,
            String inverseOf,
            boolean isPart,
            List<String> otherNames) {

        /**
         * Makes a description.
         *
         * @param path its path
         * @param number its permanent number
         * @param types its types
         * @param columns its columns
         * @param inverseOf the reference
         * @param isPart whether it holds parts
         * @param otherNames its other names
         */
        public Attribute {
            types = List.copyOf(types);
            columns = List.copyOf(columns);
            otherNames = List.copyOf(otherNames);
        }

        /** Returns the attribute as one line of text. */
        @Override
        public String toString() {
            return "#" + number + " " + path + (otherNames.isEmpty() ? "" : " (" + String.join(", ", otherNames) + ")")
                    + ": " + types.get(0)
                    + (types.size() > 1
                            ? types.stream()
                                    .skip(1)
                                    .map(Type::toString)
                                    .collect(Collectors.joining(", ", " (was ", ")"))
                            : "")
                    + (inverseOf.isEmpty() ? "" : ", inverse of " + inverseOf)
                    + (isPart ? ", part" : "")
                    + (columns.isEmpty() ? "" : "  [" + String.join(", ", columns) + "]");
        }
    }

    /**
     * The type of an attribute.
     *
     * @param word the name of a type of values, {@code reference}, {@code enum}, {@code record}, or what a collection is, for example {@code list}
     * @param target the name of the class, the enum or the record; empty for all other types
     */
    public record Type(String word, String target) {

        /**
         * Returns the type as text, for example {@code reference Book}.
         */
        @Override
        public String toString() {
            return target.isEmpty() ? word : word + " " + target;
        }
    }

    /** Returns the class as text, one line for each attribute. */
    @Override
    public String toString() {
        return "#" + number + (isAbstract ? " abstract class " : " class ") + name
                + (superclasses.isEmpty() ? "" : " extends " + String.join(", ", superclasses)) + "  ["
                + String.join(", ", javaNames) + "]"
                + (bounds == null ? "" : "\n  bounds: " + bounds)
                + attributes.stream().map(attribute -> "\n  " + attribute).collect(Collectors.joining());
    }
}
