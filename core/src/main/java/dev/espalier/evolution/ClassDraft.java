package dev.espalier.evolution;

import dev.espalier.internal.Arguments;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A class in a {@link ModelDraft}. Immutable.
 *
 * @param name its name, unique in the model
 * @param javaNames its full names in Java, if programs with Java classes use the same database; otherwise its name
 * @param isAbstract whether it has no objects of its own
 * @param superclasses the names of the classes directly above it; at most one of them may have attributes
 * @param formerNames the names that it had before; empty for one that is new; null if nothing is said
 * @param bounds those of reads of its objects that say none; null if it declares none
 * @param attributes its own attributes, without those that it inherits, and without the id
 */
public record ClassDraft(
        String name,
        List<String> javaNames,
        boolean isAbstract,
        List<String> superclasses,
        @Nullable List<String> formerNames,
        @Nullable DefaultBounds bounds,
        List<AttributeDraft> attributes) {

    /**
     * Makes a class.
     *
     * @param name its name
     * @param javaNames its full names in Java
     * @param isAbstract whether it has no objects of its own
     * @param superclasses the classes directly above it
     * @param formerNames its former names, or null
     * @param bounds those of reads of its objects, or null
     * @param attributes its own attributes
     */
    public ClassDraft {
        Objects.requireNonNull(name);
        javaNames = Arguments.copy("javaNames", javaNames, "a name");
        javaNames = javaNames.isEmpty() ? List.of(name) : javaNames;
        superclasses = Arguments.copy("superclasses", superclasses, "a name");
        formerNames = formerNames == null ? null : Arguments.copy("formerNames", formerNames, "a name");
        attributes = Arguments.copy("attributes", attributes, "an attribute");
    }

    /**
     * Makes a class without bounds.
     *
     * @param name its name
     * @param javaNames its full names in Java
     * @param isAbstract whether it has no objects of its own
     * @param superclasses the classes directly above it
     * @param formerNames its former names, or null
     * @param attributes its own attributes
     */
    public ClassDraft(
            String name,
            List<String> javaNames,
            boolean isAbstract,
            List<String> superclasses,
            @Nullable List<String> formerNames,
            List<AttributeDraft> attributes) {
        this(name, javaNames, isAbstract, superclasses, formerNames, null, attributes);
    }

    /**
     * Makes a class without superclass.
     *
     * @param name its name
     * @param attributes its attributes
     * @return the class
     */
    public static ClassDraft of(String name, AttributeDraft... attributes) {
        return new ClassDraft(
                name,
                List.of(),
                false,
                List.of(),
                null,
                List.of(Arguments.members("attributes", attributes, "an attribute")));
    }

    /**
     * Returns the class with other attributes.
     *
     * @param others its attributes
     * @return the changed class
     */
    public ClassDraft withAttributes(List<AttributeDraft> others) {
        return new ClassDraft(name, javaNames, isAbstract, superclasses, formerNames, bounds, others);
    }

    /**
     * Returns the class with other superclasses.
     *
     * @param others the classes directly above it
     * @return the changed class
     */
    public ClassDraft withSuperclasses(List<String> others) {
        return new ClassDraft(name, javaNames, isAbstract, others, formerNames, bounds, attributes);
    }

    /**
     * Returns the class with other bounds.
     *
     * @param others those of reads of its objects that say none; null for none
     * @return the changed class
     */
    public ClassDraft withBounds(@Nullable DefaultBounds others) {
        return new ClassDraft(name, javaNames, isAbstract, superclasses, formerNames, others, attributes);
    }
}
