package dev.espalier.internal.model;

import static dev.espalier.error.ErrorCode.BAD_INVERSE;

import java.util.Set;

/** The rules for a field that is the inverse of a reference. */
final class InverseRules {

    private InverseRules() {}

    /** Checks that all members have the reference, and that it can lead to every owner. One table must have the unique references of a single object. */
    static void check(PersistentClass owner, CollectionAttribute inverse, Problems problems) {
        PersistentClass members = inverse.members();
        if (inverse.isOne() && members.concreteClasses().size() > 1) {
            problems.add(
                    BAD_INVERSE,
                    owner + "." + inverse.name()
                            + ": the inverse of a reference with one object on each side leads to objects of one class;"
                            + " " + members + " stands for " + members.concreteClasses()
                            + ", and no unique index spans several tables; declare a collection");
            return;
        }
        members.concreteClasses().forEach(member -> check(owner, inverse, member, problems));
    }

    private static void check(
            PersistentClass owner, CollectionAttribute inverse, PersistentClass member, Problems problems) {
        String place = owner + "." + inverse.name();
        if (!(member.attribute(inverse.reference()) instanceof ReferenceAttribute reference)) {
            String references = NameList.of(member.attributes().stream()
                    .filter(ReferenceAttribute.class::isInstance)
                    .map(Attribute::name)
                    .toList());
            String found = owner.hasJavaClass()
                    ? "@InverseOf(\"" + inverse.inverseOf() + "\")"
                    : "the inverse of " + inverse.inverseOf();
            problems.add(
                    BAD_INVERSE,
                    place + ": found " + found + "; expected a reference field of " + member + ", which has: "
                            + (references.isEmpty() ? "none" : references));
        } else if (!Set.copyOf(inverse.declaringClass().concreteClasses())
                .equals(Set.copyOf(reference.target().concreteClasses()))) {
            problems.add(
                    BAD_INVERSE,
                    place + ": " + member + "." + reference.name() + " refers to " + reference.target()
                            + "; expected a field that refers to " + inverse.declaringClass());
        }
    }
}
