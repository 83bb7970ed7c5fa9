package dev.espalier.lab.everyday;

/** The operations that are measured. Each returns how many objects it has read or written, so that both subjects can be compared. */
interface Operations extends AutoCloseable {

    /** A pet by its id, its references as ids. */
    int flat(long pet);

    /** An owner with its city, its pets and their types. */
    int whole(long owner);

    /** Pets of a range of ids, with type, owner and city. */
    int range(long from, long to);

    /** Pets of a range of ids, their references as ids. */
    int flatRange(long from, long to);

    /** The next 20 pets in the order of ids, with owner and city. */
    int page();

    /** Owners of a range of ids, with their cities, pets and types. */
    int parents(long from, long to);

    /** Owners by one, two or three conditions. */
    int filtered(String lastName, String firstName, long minimum);

    /** Inserts visits of stored pets. */
    int insert(long[] pets);

    /** Reads a pet, changes its name, stores it, in one transaction. */
    int change(long pet, String name);

    /** Inserts a visit of a stored pet and changes it, in one transaction. */
    int insertAndChange(long pet);

    /** Inserts owners with two pets each and a visit for each pet, in one transaction. */
    int graphs(int owners, long city, long type);

    @Override
    void close();
}
