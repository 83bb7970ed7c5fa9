package dev.espalier.model;

import static dev.espalier.error.ErrorCode.BAD_INVERSE;

import java.util.Set;
import java.util.stream.Collectors;

/** The rules for a collection that is the inverse of a reference. */
final class InverseRules {

    private InverseRules() {}

    /** Checks that the members have the reference, that it can lead to every owner, and that one table has all of them. */
    static void check(PersistentClass owner, CollectionAttribute inverse, Problems problems) {
        String place = owner + "." + inverse.name();
        PersistentClass members = inverse.members();
        if (members.concreteClasses().size() != 1) {
            problems.add(BAD_INVERSE, place + ": the inverse of a reference has members of one class; " + members + " stands for "
                    + members.concreteClasses() + "; declare an inverse for each of them, or store the collection");
            return;
        }
        PersistentClass member = members.concreteClasses().get(0);
        if (!(member.attribute(inverse.reference()) instanceof ReferenceAttribute reference)) {
            String references = member.attributes().stream().filter(ReferenceAttribute.class::isInstance).map(Attribute::name).collect(Collectors.joining(", "));
            String found = owner.hasJavaClass() ? "@InverseOf(\"" + inverse.inverseOf() + "\")" : "the inverse of " + inverse.inverseOf();
            problems.add(BAD_INVERSE, place + ": found " + found + "; expected a reference field of " + member
                    + ", which has: " + (references.isEmpty() ? "none" : references));
        } else if (!Set.copyOf(inverse.declaringClass().concreteClasses()).equals(Set.copyOf(reference.target().concreteClasses()))) {
            problems.add(BAD_INVERSE, place + ": " + member + "." + reference.name() + " refers to " + reference.target() + "; expected a field that refers to "
                    + inverse.declaringClass());
        }
    }
}
