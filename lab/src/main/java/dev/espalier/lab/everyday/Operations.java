package dev.espalier.lab.everyday;

import org.jspecify.annotations.Nullable;

/**
 * The operations of one subject, for one thread. Reads return the {@link Checksum} of their answer, writes how many objects they have stored. Days are 2026-11-23
 * unless something else is said.
 */
interface Operations {

    /** Reads a pet by its id, its references as ids. */
    long flat(long pet);

    /** Reads an owner with its city, its pets and their types. */
    long whole(long owner);

    /** Reads pets of a range of ids, with type, owner and city. */
    long range(long from, long to);

    /** Reads pets of a range of ids, their references as ids. */
    long flatRange(long from, long to);

    /** Reads the next 20 pets in the order of ids, with type, owner and city; after the last pet the first ones. */
    long page();

    /** Reads owners of a range of ids, with their cities, pets and types. */
    long parents(long from, long to);

    /** Reads owners by one, two or three conditions, their references as ids: a name that is null and a minimum of 0 are no conditions. */
    long filtered(String lastName, @Nullable String firstName, long minimum);

    /** Inserts visits of stored pets, with the note "check". */
    long insert(long[] pets);

    /** Reads a pet, changes its name, stores it, in one transaction with a version check. */
    long change(long pet, String name);

    /** Inserts a visit of a stored pet with the note "new" and changes the note to "changed", in one transaction. */
    long insertAndChange(long pet);

    /** Inserts owners with two pets each and a visit of each pet, in one transaction: their last names are "new0", "new1" ..., those of the pets "new0", "new1". */
    long graphs(int owners, long city, long type);
}
