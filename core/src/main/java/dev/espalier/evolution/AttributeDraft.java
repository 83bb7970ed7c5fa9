package dev.espalier.evolution;

import dev.espalier.internal.Arguments;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An attribute of a class, or a component of a record, in a {@link ModelDraft}. Immutable.
 *
 * @param name its name
 * @param type its type as Java source code spells it: {@code int}, {@code LocalDate}, {@code Customer}, {@code List<Line>}, {@code Map<String, Integer>},
 *     {@code int[]}
 * @param index whether it has an index at every index level
 * @param unique whether no two objects may have the same value
 * @param inverse of a collection, or of a single object, at the other side of a reference: the name of that reference in the members' class; else null
 * @param part whether the objects in it are parts of the object that has it
 * @param formerNames the names that it had before; empty for one that is new; null if nothing is said
 */
public record AttributeDraft(
        String name,
        String type,
        boolean index,
        boolean unique,
        @Nullable String inverse,
        boolean part,
        @Nullable List<String> formerNames) {

    /**
     * Makes an attribute.
     *
     * @param name its name
     * @param type its type
     * @param index whether it has an index
     * @param unique whether its values are unique
     * @param inverse the reference of which it is the inverse, or null
     * @param part whether it holds parts
     * @param formerNames its former names, or null
     */
    public AttributeDraft {
        Objects.requireNonNull(name);
        Objects.requireNonNull(type);
        formerNames = formerNames == null ? null : Arguments.copy("formerNames", formerNames, "a name");
    }

    /**
     * Makes an attribute that has a name and a type only.
     *
     * @param name its name
     * @param type its type
     * @return the attribute
     */
    public static AttributeDraft of(String name, String type) {
        return new AttributeDraft(name, type, false, false, null, false, null);
    }

    /**
     * Returns the attribute with an index.
     *
     * @return the changed attribute
     */
    public AttributeDraft withIndex() {
        return new AttributeDraft(name, type, true, unique, inverse, part, formerNames);
    }

    /**
     * Returns the attribute with unique values.
     *
     * @return the changed attribute
     */
    public AttributeDraft withUnique() {
        return new AttributeDraft(name, type, index, true, inverse, part, formerNames);
    }

    /**
     * Returns the attribute without an index of its own, whose values need not be unique.
     *
     * @return the changed attribute
     */
    public AttributeDraft withoutIndex() {
        return new AttributeDraft(name, type, false, false, inverse, part, formerNames);
    }

    /**
     * Returns the attribute as the inverse of a reference.
     *
     * @param reference the name of the reference in the members' class; null for a collection that is stored
     * @return the changed attribute
     */
    public AttributeDraft withInverse(@Nullable String reference) {
        return new AttributeDraft(name, type, index, unique, reference, part, formerNames);
    }

    /**
     * Returns the attribute with objects that are parts of the object that has it.
     *
     * @return the changed attribute
     */
    public AttributeDraft withParts() {
        return new AttributeDraft(name, type, index, unique, inverse, true, formerNames);
    }

    /**
     * Returns the attribute with former names.
     *
     * @param names the names that it had before; empty for one that is new; null to say nothing
     * @return the changed attribute
     */
    public AttributeDraft was(@Nullable List<String> names) {
        return new AttributeDraft(name, type, index, unique, inverse, part, names);
    }

    /** Returns the attribute as text: {@code lines: List<Line>, index, was items}. */
    @Override
    public String toString() {
        return name + ": " + type + (index ? ", index" : "") + (unique ? ", unique" : "")
                + (inverse == null ? "" : ", inverse of " + inverse)
                + (part ? ", part" : "")
                + (formerNames == null
                        ? ""
                        : formerNames.isEmpty() ? ", new" : ", was " + String.join(", ", formerNames));
    }
}
