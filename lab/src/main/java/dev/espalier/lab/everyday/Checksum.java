package dev.espalier.lab.everyday;

import java.time.LocalDate;

/**
 * The checksum of an answer: each object gives a number that depends on all its fields, and the numbers are added, so that the order of objects does not
 * matter. Computing it reads each field, as a program does that asks for it; nothing is loaded later than an operation ends.
 */
final class Checksum {

    private static final long PRIME = 1_000_003;

    private Checksum() {}

    /** Returns the number of a city or a type. */
    static long named(long id, String name) {
        return mix(id, name.hashCode());
    }

    static long owner(long id, String firstName, String lastName, String street, long city) {
        return mix(mix(mix(mix(id, firstName.hashCode()), lastName.hashCode()), street.hashCode()), city);
    }

    static long pet(long id, String name, LocalDate birth, long type, long owner) {
        return mix(mix(mix(mix(id, name.hashCode()), birth.toEpochDay()), type), owner);
    }

    /** Returns the number of a pet with all that it refers to. */
    static long wholePet(long pet, long type, long owner, long city) {
        return mix(mix(mix(pet, type), owner), city);
    }

    /** Returns the number of an owner with its city; the numbers of its pets with their types are added. */
    static long wholeOwner(long owner, long city) {
        return mix(owner, city);
    }

    static long petOfOwner(long pet, long type) {
        return mix(pet, type);
    }

    private static long mix(long sum, long value) {
        return Long.rotateLeft((sum ^ value) * PRIME, 17);
    }
}
