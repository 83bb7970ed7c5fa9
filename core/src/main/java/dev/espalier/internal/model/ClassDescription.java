package dev.espalier.internal.model;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One class without a Java class, as a catalog or a model file describes it.
 *
 * @param name unique in the model
 * @param javaNames the Java names that programs have given to it
 * @param isAbstract whether it has no objects of its own
 * @param superclasses the names of all classes above it
 * @param formerNames the names that it had before; empty for a new class; null if nothing is said
 * @param bounds the bounds that it declares for reads of its objects; null for none
 * @param attributes all of them, inherited ones included; without the id
 */
public record ClassDescription(
        String name,
        Set<String> javaNames,
        boolean isAbstract,
        Set<String> superclasses,
        @Nullable List<String> formerNames,
        @Nullable DeclaredBounds bounds,
        List<Attribute> attributes) {

    /** A class of a catalog, which has no former names. */
    public ClassDescription(
            String name,
            Set<String> javaNames,
            boolean isAbstract,
            Set<String> superclasses,
            @Nullable DeclaredBounds bounds,
            List<Attribute> attributes) {
        this(name, javaNames, isAbstract, superclasses, null, bounds, attributes);
    }

    /**
     * One attribute, or one component of an embedded record.
     *
     * @param declaringClass for a collection, the topmost class that has it; null otherwise
     * @param inverseOf the members' reference of which it is the inverse; null for a collection that is stored, and for any other attribute
     * @param isPart whether the objects in it are parts of the object that has it
     * @param formerNames the names that it had before; empty for a new attribute; null if nothing is said
     */
    public record Attribute(
            String name,
            Type type,
            @Nullable String declaringClass,
            boolean indexed,
            boolean unique,
            @Nullable String inverseOf,
            boolean isPart,
            @Nullable List<String> formerNames) {
        public Attribute {
            requireNonNull(name);
            requireNonNull(type);
            formerNames = formerNames == null ? null : List.copyOf(formerNames);
        }

        /** An attribute of a catalog, which has no former names. */
        public Attribute(
                String name,
                Type type,
                @Nullable String declaringClass,
                boolean indexed,
                boolean unique,
                @Nullable String inverseOf,
                boolean isPart) {
            this(name, type, declaringClass, indexed, unique, inverseOf, isPart, null);
        }
    }

    /** The type of an attribute, or of a collection's members. */
    public sealed interface Type {

        /** A plain value of that Java type, as source code spells it: {@code int}, {@code LocalDate}, {@code byte[]}, {@code java.sql.Date}. */
        record Value(String name) implements Type {}

        /** A constant of that enum. */
        record Constant(String name) implements Type {}

        /** A reference to an object of that class. */
        record Reference(String target) implements Type {}

        /** A record without identity. */
        record Embedded(String name, List<Attribute> components) implements Type {
            public Embedded {
                components = List.copyOf(components);
            }
        }

        /**
         * A collection.
         *
         * @param key the type of a map's keys; null for everything else
         */
        record Many(Container container, @Nullable Type key, Type element) implements Type {}
    }

    /**
     * The constants of an enum.
     *
     * @param storedNames the names under which they are stored, by their names in the program, in order
     * @param newConstants those of which the program says that they are no other constant renamed
     */
    public record Constants(Map<String, String> storedNames, Set<String> newConstants) {
        public Constants {
            storedNames = Collections.unmodifiableMap(new LinkedHashMap<>(storedNames));
            newConstants = Set.copyOf(newConstants);
        }
    }

    public ClassDescription {
        requireNonNull(name);
        javaNames = Set.copyOf(javaNames);
        superclasses = Set.copyOf(superclasses);
        formerNames = formerNames == null ? null : List.copyOf(formerNames);
        attributes = List.copyOf(attributes);
    }
}
